import { setTimeout as sleep } from 'node:timers/promises'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { statusOfPublicHost } from '#kit/security/public-host'
import { claimDueRemovals, type DueRemoval, recordRemovalCheck, secondsToNextCheck } from './cdn-removals.sql.ts'
import { cloudflareHost } from './delivery-url.ts'

interface CheckDeps {
  db: Database
  /** Base URL of Cloudflare's own host. */
  delivery: string
  /** Asks a domain that an admin named. */
  askDomain?: (url: string) => Promise<number | null>
  /** Seconds after so many checks until the next one. */
  delaySeconds?: (checks: number) => number
}

/** Checks now instead of at the next minute. */
export const enqueueChecks = (db: Database) => addJob(db, 'check_removals', {}, { key: 'check removals soon' })

/** What the CDN answers for copies of images that were taken down, each minute while one is not gone. */
export const removalCheckJobs = (deps: CheckDeps): JobModule => ({
  minutely: {
    check_removals: (_, { abortSignal }) =>
      checkRemovals(deps, AbortSignal.any([AbortSignal.timeout(50_000), abortSignal])),
  },
})

/** Seconds that a run waits for the next check rather than leave it to the next minute. */
const maxWaitSeconds = 5
const batchSize = 20

const doubled = (checks: number) => 2 ** checks

/** Asks for the addresses that are due, until none is due soon. */
export async function checkRemovals(deps: CheckDeps, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const due = await claimDueRemovals(deps.db, batchSize)
    await forEachLimit(due, 4, (removal) => checkRemoval(deps, removal))
    if (due.length) continue
    const seconds = await secondsToNextCheck(deps.db)
    if (seconds === undefined || seconds > maxWaitSeconds) return
    await sleep(seconds * 1000 + 10)
  }
}

async function checkRemoval(deps: CheckDeps, removal: DueRemoval): Promise<void> {
  const { db, delivery, askDomain = askPublicHost, delaySeconds = doubled } = deps
  const { host, path, checks } = removal
  const status = await (host === cloudflareHost ? statusOf(delivery + path) : askDomain(`https://${host}${path}`))
  const isGone = status === 404 || status === 410
  await recordRemovalCheck(db, removal, { status, isGone, delaySeconds: delaySeconds(checks) })
}

/** Milliseconds until an address counts as one that does not answer. */
const timeoutMs = 10_000

const askPublicHost = (url: string) => statusOfPublicHost(url, { timeoutMs })

/** The status of an address at the host of the setting; nothing else of its answer is read. */
async function statusOf(url: string): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const { status } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
    return status
  } catch {
    return null
  }
}
