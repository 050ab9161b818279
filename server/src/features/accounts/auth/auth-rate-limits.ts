import type { Config } from '#config'
import type { Database } from '#kit/database/statements'
import { networkOf, type Visitor } from '#kit/http/client-network'
import { rateLimits } from '#kit/security/rate-limit'
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

/** Each counts an attempt before it is made (decisions 0022 and 0034); call what some return once it has succeeded. */
export function authRateLimits(db: Database, config: Pick<Config, 'THROTTLE'>) {
  const { of, ofNetwork } = rateLimits(db, config)
  const ofAccount = (email: string, ...network: string[]) => of(perLogin, 'login', accountKey(email), ...network)

  return {
    /** A known network of the account has its own limit, so that a stranger's guesses do not lock the owner out. */
    async login(request: Visitor, email: string) {
      const network = networkOf(request.ip)
      const networkLimit = ofNetwork(perNetwork, request, 'login')
      await networkLimit.consume()
      const isKnown = await isKnownNetwork(db, accountKey(email), network)
      const accountLimit = isKnown ? ofAccount(email, network) : ofAccount(email)
      await accountLimit.consume()
      return async () => {
        await networkLimit.refund()
        await accountLimit.reset()
      }
    },

    register: (request: Visitor) => ofNetwork(perNetwork, request, 'register').consume(),

    async forgot(request: Visitor, email: string) {
      await ofNetwork(perNetwork, request, 'forgot').consume()
      await of(perInbox, 'forgot', accountKey(email)).consume()
    },

    /** A reset also resets the account's sign-in limits, so that the new password works at once. */
    async reset(request: Visitor) {
      await ofNetwork(perNetwork, request, 'reset').consume()
      return async (email: string) => {
        await ofAccount(email).reset()
        await ofAccount(email, networkOf(request.ip)).reset()
      }
    },

    confirm: (request: Visitor) => ofNetwork(perNetwork, request, 'confirm').consume(),

    confirmationMail: (email: string) => of(perConfirmation, 'confirm', accountKey(email)).consume(),

    /** The mails that one person causes, and those to one address on behalf of all people. */
    async emailChange(userId: number, email: string) {
      await of(perInbox, 'email change', String(userId)).consume()
      await of(perInbox, 'email change', accountKey(email)).consume()
    },

    ownData: (userId: number) => of(perInbox, 'own data', String(userId)).consume(),

    async change(userId: number) {
      const limit = of(perAccount, 'change', String(userId))
      await limit.consume()
      return limit.reset
    },
  }
}

const accountKey = (email: string) => email.toLowerCase()
