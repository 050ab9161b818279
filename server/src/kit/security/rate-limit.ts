import { createHash } from 'node:crypto'
import { tooManyAttemptsMessage } from '@vitrine/contract/errors'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { type BackoffPolicy, refundAttempt, resetAttempts, secondsUntilAllowed, tryConsume } from './rate-limit.sql.ts'

export type { BackoffPolicy } from './rate-limit.sql.ts'

/**
 * Counts an attempt before it is made, so that many at once are no more than one after the other, and on every process
 * alike. Throws `too_many` while the wait after the last one lasts; an attempt that is refused counts for nothing, so
 * nobody can be kept out by knocking.
 */
export function createRateLimiter(db: Database, waits: BackoffPolicy, ...counted: string[]): RateLimiter {
  const key = hashedKey(counted)
  return {
    async consume() {
      if (await tryConsume(db, key, waits)) return
      const seconds = await secondsUntilAllowed(db, key)
      throw fail('too_many', { retryAfter: seconds, message: tooManyAttemptsMessage(seconds) })
    },
    refund: () => refundAttempt(db, key),
    reset: () => resetAttempts(db, key),
  }
}

export interface RateLimiter {
  consume(): Promise<void>
  /** It was a good one: as if it had not been made. */
  refund(): Promise<void>
  /** All of them were: the count begins anew. */
  reset(): Promise<void>
}

/** People type passwords where an e-mail address belongs, so what is counted is not kept in words. */
const hashedKey = (counted: string[]) => createHash('sha256').update(JSON.stringify(counted)).digest()
