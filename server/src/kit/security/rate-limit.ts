import { createHash } from 'node:crypto'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { networkOf, siteNetworkOf } from '#kit/http/client-network'
import { type BackoffPolicy, refundAttempt, resetAttempts, secondsUntilAllowed, tryConsume } from './rate-limit.sql.ts'

/**
 * Counts attempts of one kind and subject, such as logins to one account, across all processes. An attempt is counted
 * before it is made, so that concurrent ones are limited like successive ones. A refused attempt is not counted: an
 * attacker cannot prolong the wait of the account's owner.
 */
export function createRateLimiter(db: Database, policy: BackoffPolicy, ...subject: string[]) {
  // As a hash, because people type passwords where an e-mail address belongs.
  const key = createHash('sha256').update(JSON.stringify(subject)).digest()
  return {
    /** Counts an attempt; throws `too_many` with the remaining seconds while the back-off lasts. */
    async consume() {
      if (await tryConsume(db, key, policy)) return
      const seconds = await secondsUntilAllowed(db, key)
      throw fail('too_many', { retryAfter: seconds, message: tooManyAttemptsMessage(seconds, policy.advice) })
    },
    /** Uncounts the last attempt, because it succeeded. */
    refund: () => refundAttempt(db, key),
    /** Forgets all attempts. */
    reset: () => resetAttempts(db, key),
  }
}

/** How many times the free attempts of a /64 its /48 has, which several customers of a provider may share. */
const SITE_FACTOR = 8

/**
 * Counts attempts by the network of an address, and those of IPv6 by its /48 too: who has one could make each attempt
 * from another /64.
 */
export function createNetworkRateLimiter(db: Database, policy: BackoffPolicy, address: string, ...subject: string[]) {
  const ofNetwork = createRateLimiter(db, policy, ...subject, networkOf(address))
  if (networkOf(address) === siteNetworkOf(address)) return ofNetwork
  const ofMany = { ...policy, freeAttempts: SITE_FACTOR * policy.freeAttempts }
  const ofSite = createRateLimiter(db, ofMany, ...subject, siteNetworkOf(address))
  return {
    async consume() {
      await ofNetwork.consume()
      await ofSite.consume().catch(async (error) => {
        await ofNetwork.refund()
        throw error
      })
    },
    async refund() {
      await ofNetwork.refund()
      return ofSite.refund()
    },
    async reset() {
      await ofNetwork.reset()
      return ofSite.reset()
    },
  }
}

export type RateLimiter = ReturnType<typeof createRateLimiter>

/** The sentence of a rate limit, with the time until the next attempt, and what else can be done. */
export function tooManyAttemptsMessage(seconds: number, advice?: string): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute']
  const wait = `Too many attempts. Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
  return advice ? `${wait} ${advice}` : wait
}
