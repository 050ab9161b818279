import type { Config } from '#config'
import { forEachLimit } from '#kit/concurrency'
import { unlessLocked } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Logger } from '#kit/logger'
import type { Metrics } from '#kit/metrics/metrics'
import type { Encryption } from '#kit/security/encryption'
import type { MasterKey } from '#kit/security/master-key'
import type { Store } from '#kit/storage/store'
import { apiKeyEncryption, decryptApiKey } from './api-key-encryption.ts'
import {
  type CdnConfig,
  clearLastError,
  deleteConfig,
  dropFormerHosts,
  effectiveConfig,
  pauseSync,
  setReconcileCursor,
} from './cdn-config.sql.ts'
import {
  type CdnCopy,
  claimDueCopies,
  copyStatesInUse,
  deleteOtherAccountsCopies,
  isDeletionDue,
  markDelivered,
  reconcileBatch,
  updateCopy,
  withdrawBatch,
} from './cdn-copies.sql.ts'
import {
  accountImagesUrl,
  type CallCounter,
  type CloudflareClient,
  CloudflareError,
  countedClient,
  createCallCounter,
  createCloudflareClient,
  isCloudflareError,
} from './cloudflare-client.ts'
import { stepByState } from './copy-steps.ts'
import { deliveryUrl } from './delivery-url.ts'

export interface SyncDeps {
  db: Database
  store: Store
  encryption: Encryption
  log: Logger
  /** Base URLs of Cloudflare's API and of its batch API. */
  services: { api: string; batch: string }
  counter: CallCounter
  rateLimits?: typeof rateLimits
  /** Copies that are claimed at a time; so many that are due go by the batch API. */
  batchSize?: number
}

/**
 * Cloudflare allows each user 1,200 calls in 5 minutes, their dashboard included, so 150 are left for that; its batch
 * API allows 200 a second.
 */
const rateLimits = {
  callsPerSecond: 3.5,
  batchCallsPerSecond: 100,
  /** Seconds from an upload until the copy is expected to be available at every location of the CDN. */
  propagationSeconds: 30,
}

interface Parts {
  backgroundDb: Database
  store: Store
  masterKey: MasterKey
  metrics: Metrics
}

export const syncDeps = (
  { backgroundDb, store, masterKey, metrics }: Parts,
  config: Pick<Config, 'CLOUDFLARE_API' | 'CLOUDFLARE_BATCH'>,
  log: SyncDeps['log'],
): SyncDeps => ({
  db: backgroundDb,
  store,
  log,
  counter: createCallCounter(metrics),
  encryption: apiKeyEncryption(masterKey),
  services: { api: config.CLOUDFLARE_API, batch: config.CLOUDFLARE_BATCH },
})

/** Runs the synchronisation now instead of at the next minute. */
export const enqueueSync = (db: Database) => addJob(db, 'deliver', {}, { key: 'deliver soon' })

/** Runs every minute on one of the processes, for up to 50 seconds while copies are due. */
export const cdnSyncJobs = (deps: SyncDeps): JobModule => ({
  minutely: {
    deliver: async (_, { abortSignal }) =>
      void (await syncCdn(deps, AbortSignal.any([AbortSignal.timeout(50_000), abortSignal]))),
  },
})

/**
 * Synchronises the CDN with the library: copies of public images are uploaded, confirmed and then delivered from there,
 * all others are removed. Progress is in the database, so an interrupted run resumes. False when another process has
 * the lock.
 */
export function syncCdn(options: SyncDeps, stop: AbortSignal): Promise<boolean> {
  const deps = { rateLimits, batchSize: 100, ...options }
  return unlessLocked(deps.db, 'deliver', async () => {
    while (!stop.aborted && (await syncRound(deps, stop)));
  })
}

/** Returns whether more work is due now. */
async function syncRound(deps: Required<SyncDeps>, stop: AbortSignal): Promise<boolean> {
  const { db, batchSize } = deps
  const config = await effectiveConfig(db)
  if (!config || config.rests_seconds > 0) return false
  const deletions = await claimDueCopies(db, config.account_id, 'deletions', batchSize)
  if (deletions.length) return processBatch(deps, config, deletions, stop)
  if (config.reconcile_after_id !== null) {
    await setReconcileCursor(db, config.revision, await reconcileNext(db, config, config.reconcile_after_id))
    return true
  }
  const uploads = await claimDueCopies(db, config.account_id, 'uploads', batchSize)
  if (uploads.length) return processBatch(deps, config, uploads, stop)
  await finishWhenIdle(db, config)
  return false
}

function reconcileNext(db: Database, config: CdnConfig, afterId: number): Promise<number | null> {
  return config.is_removing
    ? withdrawBatch(db, afterId)
    : reconcileBatch(db, afterId, config.account_id, (id) => deliveryUrl(config, id))
}

async function finishWhenIdle(db: Database, { is_removing, account_id, revision }: CdnConfig) {
  const states = await copyStatesInUse(db)
  if (!is_removing) {
    await deleteOtherAccountsCopies(db, account_id)
    if (!states.includes('sent') && !states.includes('queued')) await dropFormerHosts(db)
    return
  }
  if (states.length === 0) return deleteConfig(db)
  // An approval whose transaction began before the removal has queued a copy since: reconcile again.
  if (states.some((state) => state !== 'removing')) await setReconcileCursor(db, revision, 0)
}

/**
 * Returns whether to continue at once; an error of the CDN pauses the synchronisation and is shown to the admin. Where
 * a deletion becomes due meanwhile, the uploads that are left wait for it.
 */
async function processBatch(deps: Required<SyncDeps>, config: CdnConfig, due: CdnCopy[], stop: AbortSignal) {
  const { db, store, log, rateLimits } = deps
  const { propagationSeconds } = rateLimits
  const confirmed: CdnCopy[] = []
  const started = new Set<CdnCopy>()
  try {
    const client = await clientFor(deps, config, due.length)
    await forEachLimit(due, 4, async (copy) => {
      if (stop.aborted || (copy.state !== 'removing' && (await isDeletionDue(db, config.account_id)))) return
      started.add(copy)
      await stepByState[copy.state](copy, { db, store, log, config, client, propagationSeconds, confirmed })
    })
    if (config.last_error !== null) log.info('Cloudflare Images answers again')
    await clearLastError(db)
    return true
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    await handleServiceError(deps, config, error)
    return false
  } finally {
    await markDelivered(db, confirmed, (id) => deliveryUrl(config, id))
    for (const copy of due)
      if (!started.has(copy)) await updateCopy(db, copy, { to: copy.state, attempts: copy.attempts - 1 })
  }
}

async function handleServiceError(deps: Required<SyncDeps>, config: CdnConfig, error: CloudflareError) {
  const { kind, message, retryAfter } = error
  // The stored error is what all processes know: one line for an outage, whichever of them notices.
  if (config.last_error === null) deps.log.warn({ kind, codes: error.codes }, message)
  if (config.is_removing && config.last_error && (await isAccessRevoked(deps, config))) return deleteConfig(deps.db)
  await pauseSync(deps.db, message, kind === 'rate_limited' ? retryAfter || 300 : (backoffSeconds[kind] ?? 30))
}

/**
 * Whether the account or its key is gone, asked once more after a pause: an admin may close the account before removing
 * the configuration, and then its copies are no longer ours to delete.
 */
async function isAccessRevoked(deps: Required<SyncDeps>, config: CdnConfig): Promise<boolean> {
  try {
    await accountClient(deps, config).request('GET', 'v1/stats')
    return false
  } catch (error) {
    return isCloudflareError(error, 'unauthorized') || isCloudflareError(error, 'no_account')
  }
}

/** Errors that only an admin can resolve are retried rarely, because Cloudflare locks out repeated failed sign-ins. */
const backoffSeconds: Partial<Record<CloudflareError['kind'], number>> = { unauthorized: 600, no_account: 600 }

/** Full batches use the batch API, whose token lasts about an hour and allows far more calls a second. */
async function clientFor(deps: Required<SyncDeps>, config: CdnConfig, calls: number) {
  const standard = accountClient(deps, config)
  if (calls < deps.batchSize) return standard
  const batch = await standard.request<{ token?: string } | null>('GET', 'v1/batch_token').catch(() => null)
  if (!batch?.token) return standard
  const credentials = { scheme: 'token', key: batch.token, email: '' } as const
  const { services, rateLimits, counter } = deps
  return countedClient(
    createCloudflareClient(`${services.batch}/images`, credentials, rateLimits.batchCallsPerSecond),
    counter,
  )
}

/** Throws a `CloudflareError` where the key cannot be read. */
export function accountClient(deps: Omit<Required<SyncDeps>, 'batchSize'>, config: CdnConfig): CloudflareClient {
  const { services, encryption, rateLimits, counter } = deps
  const { scheme, email, account_id } = config
  const key = decryptApiKey(config, encryption)
  if (key === null)
    throw new CloudflareError('unauthorized', 'The API key cannot be read with this SECRET_KEY. Please enter it again.')
  const base = accountImagesUrl(services.api, account_id)
  return countedClient(createCloudflareClient(base, { scheme, email, key }, rateLimits.callsPerSecond), counter)
}
