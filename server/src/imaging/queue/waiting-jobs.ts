import { fail } from '#kit/api-error'
import type { Notifications } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import type { Owner } from '../pool/fair-queue.ts'
import { workDone } from './exchange.ts'
import { outcomesOf } from './imaging-queue.sql.ts'
import type { StoredOutcome } from './outcome.ts'

export interface WaitingJob {
  /** Rejects with what `reject` was given. */
  outcome: Promise<StoredOutcome>
  /** From now on its row is there, so that a missing row is a lost job. */
  setQueued(): void
  reject(reason: unknown): void
  forget(): void
}

interface Entry {
  owner: Owner
  isQueued: boolean
  resolve(outcome: StoredOutcome): void
  reject(reason: unknown): void
}

/** The jobs of one process that are done in others: notified of each outcome, they read it. */
export function createWaitingJobs(db: Database, notifications: Notifications) {
  const entries = new Map<string, Entry>()

  async function readOutcomes(ids: Iterable<string> = entries.keys()) {
    const queued = [...ids].filter((id) => entries.get(id)?.isQueued)
    if (!queued.length) return
    const outcomes = await outcomesOf(db, queued)
    for (const id of queued) {
      const outcome = outcomes.get(id)
      if (outcome) entries.get(id)?.resolve(outcome)
      else if (outcome === undefined) entries.get(id)?.reject(fail('unavailable'))
    }
  }

  notifications.on(workDone, (...ids) => void readOutcomes(ids.length ? ids : undefined).catch(() => {}))

  return {
    /** Reads all outcomes, since a notification may have been lost. */
    readOutcomes: () => readOutcomes(),
    hasJobOf: (owner: Owner) => entries.values().some((entry) => entry.owner === owner),
    rejectAll(reason: unknown) {
      for (const { reject } of entries.values()) reject(reason)
    },
    add(id: string, owner: Owner): WaitingJob {
      const { promise, resolve, reject } = Promise.withResolvers<StoredOutcome>()
      promise.catch(() => {}) // it may reject before it is awaited
      const entry: Entry = { owner, isQueued: false, resolve, reject }
      entries.set(id, entry)
      return {
        outcome: promise,
        setQueued: () => {
          entry.isQueued = true
        },
        reject,
        forget: () => void entries.delete(id),
      }
    },
  }
}
