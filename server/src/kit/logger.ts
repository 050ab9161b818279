/** The part of a logger that the kit uses; Fastify's logger is one. */
export interface Logger {
  info(about: object | string, message?: string): void
  warn(about: object | string, message?: string): void
}
