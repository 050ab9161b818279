import { createHash } from 'node:crypto'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { networkOf, siteNetworkOf, type Visitor } from '#kit/http/client-network'
import { type BackoffPolicy, refundAttempt, resetAttempts, secondsUntilAllowed, tryConsume } from './rate-limit.sql.ts'

/** Counts attempts of one kind and subject, such as logins to one account, across all processes. */
interface RateLimiter {
  /** Counts an attempt; throws `too_many` with the remaining seconds while the back-off lasts. */
  consume(): Promise<unknown>
  /** Uncounts the last attempt, because it succeeded. */
  refund(): Promise<unknown>
  reset(): Promise<unknown>
}

/** Makes rate limiters, which limit nothing where `THROTTLE` is off. */
export const rateLimits = (db: Database, { THROTTLE }: { THROTTLE: 'on' | 'off' }) => ({
  of: (policy: BackoffPolicy, ...subject: string[]): RateLimiter =>
    THROTTLE === 'on' ? createRateLimiter(db, policy, ...subject) : unlimited,
  /** By the network of a visitor; where all have one address, one visitor would block all others. */
  ofNetwork: (policy: BackoffPolicy, { ip, hasSharedAddress }: Visitor, ...subject: string[]): RateLimiter =>
    THROTTLE === 'on' && !hasSharedAddress ? createNetworkRateLimiter(db, policy, ip, ...subject) : unlimited,
})

const unlimited: RateLimiter = { consume: async () => {}, refund: async () => {}, reset: async () => {} }

/** Several limits of one attempt: one that any of them refuses counts for none. */
export const allLimits = (...limiters: RateLimiter[]): RateLimiter => ({
  async consume() {
    for (const [at, limiter] of limiters.entries())
      await limiter.consume().catch(async (error) => {
        for (const consumed of limiters.slice(0, at)) await consumed.refund()
        throw error
      })
  },
  async refund() {
    for (const limiter of limiters) await limiter.refund()
  },
  async reset() {
    for (const limiter of limiters) await limiter.reset()
  },
})

/**
 * An attempt is counted before it is made, so that concurrent ones are limited like successive ones. A refused attempt
 * is not counted: an attacker cannot prolong the wait of the account's owner.
 */
function createRateLimiter(db: Database, policy: BackoffPolicy, ...subject: string[]): RateLimiter {
  // As a hash, because people type passwords where an e-mail address belongs.
  const key = createHash('sha256').update(JSON.stringify(subject)).digest()
  return {
    async consume() {
      if (await tryConsume(db, key, policy)) return
      const seconds = await secondsUntilAllowed(db, key)
      throw fail('too_many', { retryAfter: seconds, message: tooManyAttemptsMessage(seconds, policy.advice) })
    },
    refund: () => refundAttempt(db, key),
    reset: () => resetAttempts(db, key),
  }
}

/** How many times the free attempts of a /64 its /48 has, which several customers of a provider may share. */
const SITE_FACTOR = 8

/** Attempts from IPv6 count for the /48 too: who has one could make each attempt from another /64. */
function createNetworkRateLimiter(db: Database, policy: BackoffPolicy, address: string, ...subject: string[]) {
  const ofNetwork = createRateLimiter(db, policy, ...subject, networkOf(address))
  if (networkOf(address) === siteNetworkOf(address)) return ofNetwork
  const ofMany = { ...policy, freeAttempts: SITE_FACTOR * policy.freeAttempts }
  return allLimits(ofNetwork, createRateLimiter(db, ofMany, ...subject, siteNetworkOf(address)))
}

/** The sentence of a rate limit, with the time until the next attempt, and what else can be done. */
export function tooManyAttemptsMessage(seconds: number, advice?: string): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
  return advice ? `${wait} ${advice}` : wait
}
