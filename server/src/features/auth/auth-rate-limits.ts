import type { FastifyRequest } from 'fastify'
import type { Config } from '#config'
import type { Database } from '#kit/database/pool'
import { isLoopback, networkOf } from '#kit/http/client-network'
import { createRateLimiter, type RateLimiter } from '#kit/security/rate-limit'
import type { BackoffPolicy } from '#kit/security/rate-limit.sql'
import { isKnownNetwork } from './sessions.sql.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** From one network, whatever the account: a family or an office shares one, a guesser tries one password on many. */
const perNetwork: BackoffPolicy = {
  freeAttempts: 25,
  firstWaitSeconds: 1,
  maxWaitSeconds: 15 * minute,
  resetAfterSeconds: hour,
}

/** On one account from anywhere: about 100 guesses a day at the most, and never more than a quarter of an hour's wait. */
const perAccount: BackoffPolicy = {
  freeAttempts: 5,
  firstWaitSeconds: 1,
  maxWaitSeconds: 15 * minute,
  resetAfterSeconds: day,
}

/** Mails to one address: nobody's inbox is filled from here. */
const perInbox: BackoffPolicy = {
  freeAttempts: 3,
  firstWaitSeconds: minute,
  maxWaitSeconds: hour,
  resetAfterSeconds: day,
}

/**
 * What may be tried how often (decision 0022). Each function counts an attempt before it is made and throws `too_many`
 * when it comes too soon; where it answers a function, that is to be called when the attempt was a good one.
 */
export function authRateLimits(db: Database, { THROTTLE }: Pick<Config, 'THROTTLE'>) {
  const counted = (waits: BackoffPolicy, ...what: string[]) =>
    THROTTLE === 'on' ? [createRateLimiter(db, waits, ...what)] : []
  // This machine is its operator, or a proxy that TRUST_PROXY does not name: then one visitor would shut out all others.
  const fromNetwork = ({ ip }: FastifyRequest, what: string) =>
    isLoopback(ip) ? [] : counted(perNetwork, what, networkOf(ip))
  const onAccount = (email: string, ...network: string[]) => counted(perAccount, 'login', accountKey(email), ...network)

  return {
    /** Counted apart for a network where one has signed in before, so a stranger's guesses do not keep one out. */
    async login(request: FastifyRequest, email: string) {
      const network = networkOf(request.ip)
      const tries = await countAttempts(fromNetwork(request, 'login'))
      const known = await isKnownNetwork(db, accountKey(email), network)
      const guesses = await countAttempts(known ? onAccount(email, network) : onAccount(email))
      return async () => {
        for (const one of tries) await one.refund()
        for (const one of guesses) await one.reset()
      }
    },

    register: (request: FastifyRequest) => countAttempts(fromNetwork(request, 'register')),

    async forgot(request: FastifyRequest, email: string) {
      await countAttempts(fromNetwork(request, 'forgot'))
      await countAttempts(counted(perInbox, 'forgot', accountKey(email)))
    },

    /** Who has reset a password may sign in with it at once. */
    async reset(request: FastifyRequest) {
      await countAttempts(fromNetwork(request, 'reset'))
      return async (email: string) => {
        const guesses = [...onAccount(email), ...onAccount(email, networkOf(request.ip))]
        for (const one of guesses) await one.reset()
      }
    },

    async change(user: number) {
      const guesses = await countAttempts(counted(perAccount, 'change', String(user)))
      return async () => {
        for (const one of guesses) await one.reset()
      }
    },
  }
}
export type AuthRateLimits = ReturnType<typeof authRateLimits>

const accountKey = (email: string) => email.toLowerCase()

async function countAttempts(attempts: RateLimiter[]): Promise<RateLimiter[]> {
  for (const one of attempts) await one.consume()
  return attempts
}
