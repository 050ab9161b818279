/** Where the kit says what the operator may want to know; Fastify's logger is one. */
export interface Logger {
  info(about: object | string, message?: string): void
  warn(about: object | string, message?: string): void
}
