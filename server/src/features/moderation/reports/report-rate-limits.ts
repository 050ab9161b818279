import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import type { Config } from '#config'
import { ApiError } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import type { Visitor } from '#kit/http/client-network'
import { allLimits, rateLimits } from '#kit/security/rate-limit'
import type { BackoffPolicy } from '#kit/security/rate-limit.sql'

const hour = 60 * 60

/** So many free attempts, then one after each wait, until there was none for longer than that. */
const perWait = (freeAttempts: number, seconds: number): BackoffPolicy => ({
  freeAttempts,
  firstWaitSeconds: seconds,
  maxWaitSeconds: seconds,
  resetAfterSeconds: seconds + 60,
})

type Throttled = Pick<Config, 'THROTTLE'>

/** Throws `too_many` where a network reports the same image too often, or too much; that counts for neither. */
export function countReport(db: Database, config: Throttled, visitor: Visitor, imageId: number) {
  const perNetwork = (attempts: number, ...subject: string[]) =>
    rateLimits(db, config).ofNetwork(perWait(attempts, hour), visitor, 'report', ...subject)
  return allLimits(perNetwork(reportLimits.perImage, String(imageId)), perNetwork(reportLimits.perHour)).consume()
}

/** Mails about reports to an address, which someone else may have given; all of one inbox count together. */
export function inboxLimit(db: Database, config: Throttled, email: string) {
  const day = new Date().toISOString().slice(0, 10)
  const policy = perWait(reportLimits.mailsPerDay, 24 * hour)
  const limiter = rateLimits(db, config).of(policy, 'report mail', inboxOf(email), day)
  /** Counts a mail, or returns false where the day has had all of its. */
  const isAllowed = async (): Promise<boolean> => {
    try {
      await limiter.consume()
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many') return false
      throw error
    }
  }
  return {
    isAllowed,
    /** Sends a mail unless it is one too many; one that fails does not count. Returns whether it left. */
    async whileAllowed(send: () => Promise<void>): Promise<boolean> {
      if (!(await isAllowed())) return false
      try {
        await send()
        return true
      } catch (error) {
        await limiter.refund()
        throw error
      }
    },
  }
}

/** Many mail servers put what is sent to `name+anything` into the inbox of `name`. */
function inboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split(/@(?=[^@]*$)/)
  return `${name.replace(/\+.*/, '')}@${domain}`
}

/** Until the next day in UTC has begun. */
export const minutesToNextDay = (now = new Date()): number => 24 * 60 - (now.getUTCHours() * 60 + now.getUTCMinutes())
