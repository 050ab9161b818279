import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Config } from '#config'
import { ApiError } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import { isLoopback, networkOf } from '#kit/http/client-network'
import { createRateLimiter } from '#kit/security/rate-limit'
import type { BackoffPolicy } from '#kit/security/rate-limit.sql'

const hour = 60 * 60

/** So many free attempts, then one an hour, until there was none for longer than that. */
const perHour = (freeAttempts: number): BackoffPolicy => ({
  freeAttempts,
  firstWaitSeconds: hour,
  maxWaitSeconds: hour,
  resetAfterSeconds: hour + 60,
})

/** Confirmations to one address, so that no inbox can be flooded by reports in its owner's name. */
const perInbox: BackoffPolicy = { ...perHour(limits.reportsPerHour), resetAfterSeconds: 24 * hour }

export function reportLimits(db: Database, { THROTTLE }: Pick<Config, 'THROTTLE'>) {
  const isOn = THROTTLE === 'on'
  return {
    /** Throws `too_many` where a network reports too much, or the same image too often. */
    async consume(ip: string, imageId: number) {
      // Loopback is the operator, or a proxy that TRUST_PROXY does not name: then one visitor would block all others.
      if (!isOn || isLoopback(ip)) return
      const network = networkOf(ip)
      await createRateLimiter(db, perHour(limits.reportsPerHour), 'report', network).consume()
      await createRateLimiter(db, perHour(limits.reportsPerImage), 'report', network, String(imageId)).consume()
    },
    /** Whether one more confirmation may go to this address. */
    async mayMail(email: string): Promise<boolean> {
      if (!isOn) return true
      try {
        await createRateLimiter(db, perInbox, 'report mail', email.toLowerCase()).consume()
        return true
      } catch (error) {
        if (error instanceof ApiError && error.code === 'too_many') return false
        throw error
      }
    },
  }
}
