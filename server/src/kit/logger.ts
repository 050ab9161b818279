/** The part of a logger that the kit uses; Fastify's logger is one. */
export interface Logger {
  info(about: object | string, message?: string): void
  warn(about: object | string, message?: string): void
}

export const silentLog: Logger = { info: () => {}, warn: () => {} }

/** A log for what is opened before the site has one: it prints the messages until it is redirected. */
export function createStartLog(print: (line: string) => void): Logger & { redirect(log: Logger): void } {
  const printMessage = (about: object | string, message?: string) => print(message ?? String(about))
  let target: Logger = { info: printMessage, warn: printMessage }
  return {
    info: (about, message) => target.info(about, message),
    warn: (about, message) => target.warn(about, message),
    redirect: (log) => {
      target = log
    },
  }
}
