import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#kit/database/pool'
import type { Logger } from '#kit/logger'
import { applyIndexQueue } from './index-writer.ts'

/** Milliseconds in which changes gather: listings look at each of them, and bringing many in at once is cheap. */
const batchDelay = 1_000

/** Brings changes into the gallery's lists for as long as it is not stopped; of several processes one at a time does. */
export function runIndexer(db: Database, log: Pick<Logger, 'warn'>): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const work = async () => {
    while (!signal.aborted) {
      await sleep(batchDelay, undefined, { signal }).catch(() => {})
      while (
        !signal.aborted &&
        (await applyIndexQueue(db).catch((err) => void log.warn({ err }, 'The lists of the gallery fall behind')))
      );
    }
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
