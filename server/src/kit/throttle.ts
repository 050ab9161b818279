import { createHash } from 'node:crypto'
import { tooManyAttemptsMessage } from '@vitrine/contract/errors'
import type { Database } from './database.ts'
import { fail } from './errors.ts'
import { countAttempt, forgetAttempts, takeBackAttempt, type Waits, waitOf } from './throttle-queries.ts'

export type { Waits } from './throttle-queries.ts'

/**
 * Counts an attempt before it is made, so that many at once are no more than one after the other, and on every process
 * alike. Throws `too_many` while the wait after the last one lasts; an attempt that is refused counts for nothing, so
 * nobody can be kept out by knocking.
 */
export function throttle(db: Database, waits: Waits, ...counted: string[]): Attempt {
  const key = keyOf(counted)
  return {
    async begin() {
      if (await countAttempt(db, key, waits)) return
      const seconds = await waitOf(db, key)
      throw fail('too_many', { retryAfter: seconds, message: tooManyAttemptsMessage(seconds) })
    },
    takeBack: () => takeBackAttempt(db, key),
    forget: () => forgetAttempts(db, key),
  }
}

export interface Attempt {
  begin(): Promise<void>
  /** It was a good one: as if it had not been made. */
  takeBack(): Promise<void>
  /** All of them were: the count begins anew. */
  forget(): Promise<void>
}

/** People type passwords where an e-mail address belongs, so what is counted is not kept in words. */
const keyOf = (counted: string[]) => createHash('sha256').update(JSON.stringify(counted)).digest()
