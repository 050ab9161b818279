import { setTimeout as sleep } from 'node:timers/promises'
import type { BackgroundTask } from '#kit/background-task'

/** Milliseconds between two heartbeats, a fifth of a lease; also what a lost notification delays at most. */
const INTERVAL_MS = 2_000

export interface Heartbeat extends BackgroundTask {
  /** Resolves when the first has succeeded, or it was stopped. */
  started: Promise<void>
}

/**
 * Calls `beat` at once and every two seconds until it is stopped, after a longer one at once. One that fails is no
 * reason to end.
 */
export function startHeartbeat(beat: () => Promise<void>): Heartbeat {
  const stopping = new AbortController()
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const beating = (async () => {
    while (!stopping.signal.aborted) {
      const pause = sleep(INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      await beat().then(resolve, () => {})
      await pause
    }
    resolve()
  })()
  return {
    started,
    async stop() {
      stopping.abort()
      await beating
    },
  }
}
