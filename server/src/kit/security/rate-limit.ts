import { createHash } from 'node:crypto'
import { tooManyAttemptsMessage } from '@vitrine/contract/errors'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { type BackoffPolicy, refundAttempt, resetAttempts, secondsUntilAllowed, tryConsume } from './rate-limit.sql.ts'

/**
 * Counts attempts of one kind and subject, such as logins to one account, across all processes. An attempt is counted
 * before it is made, so that concurrent ones are limited like successive ones. A refused attempt is not counted: an
 * attacker cannot prolong the wait of the account's owner.
 */
export function createRateLimiter(db: Database, policy: BackoffPolicy, ...subject: string[]): RateLimiter {
  const key = hashedKey(subject)
  return {
    async consume() {
      if (await tryConsume(db, key, policy)) return
      const seconds = await secondsUntilAllowed(db, key)
      throw fail('too_many', { retryAfter: seconds, message: tooManyAttemptsMessage(seconds) })
    },
    refund: () => refundAttempt(db, key),
    reset: () => resetAttempts(db, key),
  }
}

export interface RateLimiter {
  /** Counts an attempt; throws `too_many` with the remaining seconds while the back-off lasts. */
  consume(): Promise<void>
  /** Uncounts the last attempt, because it succeeded. */
  refund(): Promise<void>
  /** Forgets all attempts. */
  reset(): Promise<void>
}

/** The subject is stored as a hash, because people type passwords where an e-mail address belongs. */
const hashedKey = (subject: string[]) => createHash('sha256').update(JSON.stringify(subject)).digest()
