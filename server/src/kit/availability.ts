import type { Logger } from './logger.ts'

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
