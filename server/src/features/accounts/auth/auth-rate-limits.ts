import type { Config } from '#config'
import type { Database } from '#kit/database/pool'
import { networkOf, type Visitor } from '#kit/http/client-network'
import { createNetworkRateLimiter, createRateLimiter, type RateLimiter } from '#kit/security/rate-limit'
import type { BackoffPolicy } from '#kit/security/rate-limit.sql'
import { isKnownNetwork } from './sessions.sql.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Per network, over all accounts: families and offices share one, and password spraying tries many accounts. */
const perNetwork: BackoffPolicy = {
  freeAttempts: 25,
  firstWaitSeconds: 1,
  maxWaitSeconds: 15 * minute,
  resetAfterSeconds: hour,
}

/** Per account, over all networks: about 100 guesses a day at most, and waits of a quarter of an hour at most. */
const perAccount: BackoffPolicy = {
  freeAttempts: 5,
  firstWaitSeconds: 1,
  maxWaitSeconds: 15 * minute,
  resetAfterSeconds: day,
}

/** A new device of the owner waits for a stranger's guesses, so the refusal names the way in. */
const perLogin: BackoffPolicy = {
  ...perAccount,
  advice: 'A new password by “Forgot Password” ends the wait.',
}

/** Mails per address, so that an inbox cannot be flooded. */
const perInbox: BackoffPolicy = {
  freeAttempts: 3,
  firstWaitSeconds: minute,
  maxWaitSeconds: hour,
  resetAfterSeconds: day,
}

/** Further mails with a confirmation link per address; registration has sent the first one. */
const perConfirmation: BackoffPolicy = { ...perInbox, freeAttempts: 1 }

/**
 * The rate limits of sign-in, passwords and confirmation (decisions 0022 and 0034). Each function counts an attempt
 * before it is made, and throws `too_many` when it comes too soon. Call the function that some return once the attempt
 * has succeeded.
 */
export function authRateLimits(db: Database, { THROTTLE }: Pick<Config, 'THROTTLE'>) {
  const limiters = (policy: BackoffPolicy, ...subject: string[]) =>
    THROTTLE === 'on' ? [createRateLimiter(db, policy, ...subject)] : []
  // Where all have one address, one visitor would block all others.
  const networkLimiters = ({ ip, hasSharedAddress }: Visitor, action: string) =>
    THROTTLE !== 'on' || hasSharedAddress ? [] : [createNetworkRateLimiter(db, perNetwork, ip, action)]
  const accountLimiters = (email: string, ...network: string[]) =>
    limiters(perLogin, 'login', accountKey(email), ...network)

  return {
    /** A known network of the account has its own limit, so that a stranger's guesses do not lock the owner out. */
    async login(request: Visitor, email: string) {
      const network = networkOf(request.ip)
      const ofNetwork = await consumeAll(networkLimiters(request, 'login'))
      const isKnown = await isKnownNetwork(db, accountKey(email), network)
      const ofAccount = await consumeAll(isKnown ? accountLimiters(email, network) : accountLimiters(email))
      return async () => {
        for (const limiter of ofNetwork) await limiter.refund()
        for (const limiter of ofAccount) await limiter.reset()
      }
    },

    register: (request: Visitor) => consumeAll(networkLimiters(request, 'register')),

    async forgot(request: Visitor, email: string) {
      await consumeAll(networkLimiters(request, 'forgot'))
      await consumeAll(limiters(perInbox, 'forgot', accountKey(email)))
    },

    /** A reset also resets the account's sign-in limits, so that the new password works at once. */
    async reset(request: Visitor) {
      await consumeAll(networkLimiters(request, 'reset'))
      return async (email: string) => {
        const ofAccount = [...accountLimiters(email), ...accountLimiters(email, networkOf(request.ip))]
        for (const limiter of ofAccount) await limiter.reset()
      }
    },

    confirm: (request: Visitor) => consumeAll(networkLimiters(request, 'confirm')),

    confirmationMail: (email: string) => consumeAll(limiters(perConfirmation, 'confirm', accountKey(email))),

    /** The mails that one person causes, and those to one address on behalf of all people. */
    emailChange: (userId: number, email: string) =>
      consumeAll([
        ...limiters(perInbox, 'email change', String(userId)),
        ...limiters(perInbox, 'email change', accountKey(email)),
      ]),

    ownData: (userId: number) => consumeAll(limiters(perInbox, 'own data', String(userId))),

    async change(userId: number) {
      const ofAccount = await consumeAll(limiters(perAccount, 'change', String(userId)))
      return async () => {
        for (const limiter of ofAccount) await limiter.reset()
      }
    },
  }
}

const accountKey = (email: string) => email.toLowerCase()

async function consumeAll(limiters: RateLimiter[]): Promise<RateLimiter[]> {
  for (const limiter of limiters) await limiter.consume()
  return limiters
}
