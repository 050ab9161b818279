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

/** Tells the log when something that Vitrine depends on goes away and when it is back. */
export interface Availability {
  /** It was just found to be away. */
  down(reason: unknown): void
  /** It was just found to work. */
  up(): void
}

/** Logs one line when it goes away and one when it is back, however often either is observed. */
export function reportAvailability(log: Logger, { away, back }: { away: string; back: string }): Availability {
  let awaySince: number | null = null
  return {
    down(err) {
      if (awaySince !== null) return
      awaySince = performance.now()
      log.warn({ err }, away)
    },
    up() {
      if (awaySince === null) return
      const seconds = Math.round(performance.now() - awaySince) / 1000
      awaySince = null
      log.info({ seconds }, back)
    },
  }
}

/** For a part whose state no log shows. */
export const unreportedAvailability: Availability = { down: () => {}, up: () => {} }
