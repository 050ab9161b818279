import { previewSides } from '@vitrine/contract/media-files'
import type { FeatureDeps } from '#feature'
import { forEachLimit } from '#kit/concurrency'
import { unlessLocked } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { createEncryption, type Encryption } from '#kit/security/encryption'
import type { MasterKey } from '#kit/security/master-key'
import {
  type CdnConfig,
  clearLastError,
  deleteConfig,
  effectiveConfig,
  pauseSync,
  setPushCursor,
} from './cdn-config.sql.ts'
import { type CdnCopy, dueCopies, hasCopies, markDelivered, pushBatch, withdrawBatch } from './cdn-copies.sql.ts'
import {
  accountImagesUrl,
  type CloudflareClient,
  CloudflareError,
  createCloudflareClient,
} from './cloudflare-client.ts'
import { stepByState } from './copy-steps.ts'

/** Copies that are worked on before visitors are sent to those that were confirmed. */
const batchSize = 100

/** Cloudflare allows each user 1,200 calls in 5 minutes, their dashboard included, so 150 are left for that. */
const rateLimits = {
  callsPerSecond: 3.5,
  /** Seconds from an upload until the copy is expected to be available at every location of the CDN. */
  propagationSeconds: 30,
}

type Parts = Pick<FeatureDeps, 'backgroundDb' | 'store' | 'masterKey' | 'metrics' | 'config' | 'log'>

export const syncDeps = (parts: Parts) => ({
  ...parts,
  ...rateLimits,
  calls: parts.metrics.counter('vitrine_cdn_calls_total', 'Calls of Cloudflare Images, by outcome.', ['outcome']),
})
type SyncDeps = ReturnType<typeof syncDeps>

/** Runs the synchronisation now instead of at the next minute. */
export const enqueueSync = (db: Database) => addJob(db, 'deliver', {}, { key: 'deliver soon' })

/** Runs every minute on one of the processes, for up to 50 seconds while copies are due. */
export const cdnSyncJobs = (deps: SyncDeps): JobModule => ({
  minutely: {
    deliver: (_, { abortSignal }) => syncCdn(deps, AbortSignal.any([AbortSignal.timeout(50_000), abortSignal])),
  },
})

/** Uploads, confirms and delivers public images and removes others; an interrupted run resumes from the database. */
export const syncCdn = (deps: SyncDeps, stop: AbortSignal): Promise<unknown> =>
  unlessLocked(deps.backgroundDb, 'deliver', async () => {
    while (!stop.aborted && (await syncRound(deps, stop)));
  })

/** Returns whether more work is due now. */
async function syncRound(deps: SyncDeps, stop: AbortSignal): Promise<boolean> {
  const db = deps.backgroundDb
  const config = await effectiveConfig(db)
  if (!config || config.rests_seconds > 0) return false
  const deletions = await dueCopies(db, 'deletions', batchSize)
  if (deletions.length) return processBatch(deps, config, deletions, stop)
  if (config.is_removing) return withdrawNext(db)
  const { push_after_id } = config
  if (push_after_id !== null)
    return whileAnswering(deps, config, (client) => pushNext(db, config, push_after_id, client))
  const uploads = await dueCopies(db, 'uploads', batchSize)
  return uploads.length > 0 && processBatch(deps, config, uploads, stop)
}

async function pushNext(db: Database, config: CdnConfig, afterId: number, client: CloudflareClient): Promise<void> {
  if (afterId === 0) await makeVariants(client)
  await setPushCursor(db, config, await pushBatch(db, afterId, (id) => deliveryUrl(config, id)))
}

/** Makes the sizes that pages show, where the account lacks them. */
async function makeVariants(client: CloudflareClient): Promise<void> {
  const found = await client.request<{ variants?: object } | null>('GET', 'v1/variants')
  for (const side of previewSides) {
    const id = variantName(side)
    const options = { fit: 'scale-down', width: side, height: side, metadata: 'none' }
    if (!(id in (found?.variants ?? {})))
      await client.request('POST', 'v1/variants', { id, options, neverRequireSignedURLs: true })
  }
}

async function withdrawNext(db: Database): Promise<boolean> {
  if (await withdrawBatch(db)) return true
  if (!(await hasCopies(db))) await deleteConfig(db)
  return false
}

/** Returns whether to continue at once. Where a deletion becomes due meanwhile, the uploads that are left wait. */
async function processBatch(deps: SyncDeps, config: CdnConfig, due: CdnCopy[], stop: AbortSignal) {
  const { backgroundDb: db, store, log, propagationSeconds } = deps
  const confirmed: CdnCopy[] = []
  try {
    return await whileAnswering(deps, config, (client) =>
      forEachLimit(due, 4, async (copy) => {
        if (stop.aborted || (copy.state !== 'removing' && (await dueCopies(db, 'deletions', 1)).length)) return
        await stepByState[copy.state](copy, { db, store, log, config, client, propagationSeconds, confirmed })
      }),
    )
  } finally {
    await markDelivered(db, confirmed, (id) => deliveryUrl(config, id))
  }
}

/** False after an error of the CDN, which pauses the synchronisation and is shown to the admin. */
async function whileAnswering(
  deps: SyncDeps,
  config: CdnConfig,
  work: (client: CloudflareClient) => Promise<void>,
): Promise<boolean> {
  try {
    await work(accountClient(deps, config))
    if (config.last_error !== null) deps.log.info('Cloudflare Images answers again')
    await clearLastError(deps.backgroundDb)
    return true
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    await handleServiceError(deps, config, error)
    return false
  }
}

async function handleServiceError(deps: SyncDeps, config: CdnConfig, error: CloudflareError) {
  const { backgroundDb: db, log } = deps
  const { kind, message, retryAfter } = error
  // The stored error is what all processes know: one line for an outage, whichever of them notices.
  if (config.last_error === null) log.warn({ kind, codes: error.codes }, message)
  // An admin may close the account before removing the configuration: its copies are no longer ours to delete.
  else if (config.is_removing && (kind === 'unauthorized' || kind === 'no_account')) return deleteConfig(db)
  await pauseSync(db, message, kind === 'rate_limited' ? retryAfter || 300 : (backoffSeconds[kind] ?? 30))
}

/** Errors that only an admin can resolve are retried rarely, because Cloudflare locks out repeated failed sign-ins. */
const backoffSeconds: Partial<Record<CloudflareError['kind'], number>> = { unauthorized: 600, no_account: 600 }

/** Throws a `CloudflareError` where the key cannot be read. */
function accountClient({ masterKey, callsPerSecond, calls, ...deps }: SyncDeps, config: CdnConfig): CloudflareClient {
  const { email, account_id } = config
  const key = decryptApiKey(config, apiKeyEncryption(masterKey))
  if (key === null)
    throw new CloudflareError('unauthorized', 'The API key cannot be read with this SECRET_KEY. Please enter it again.')
  const base = accountImagesUrl(deps.config.CLOUDFLARE_API, account_id)
  return createCloudflareClient(base, { email, key }, callsPerSecond, calls)
}

/** Encrypts the CDN's API key at rest, so that the database alone does not reveal it. */
export const apiKeyEncryption = (masterKey: MasterKey) =>
  createEncryption(masterKey.deriveKey('hosting'), 'hosting.api_key')

/** The API key in clear; null when it was encrypted with another SECRET_KEY, so that an admin must enter it again. */
export function decryptApiKey({ api_key }: { api_key: Buffer }, encryption: Encryption): string | null {
  try {
    return encryption.decrypt(api_key)
  } catch {
    return null
  }
}

/** Where Cloudflare delivers the images of every account. */
const cloudflareHost = 'imagedelivery.net'

/** The name of one of our sizes at Cloudflare, where variant names allow letters and digits only. */
const variantName = (side: number) => `vitrine${side}`

/** At Cloudflare's own host, or at a domain of the same account, which serves images below a path prefix. */
function deliveryUrl({ images_domain, account_hash }: CdnConfig, cdn_id: string): string {
  const folder = images_domain === cloudflareHost ? '' : '/cdn-cgi/imagedelivery'
  return `https://${images_domain}${folder}/${account_hash}/${cdn_id}/${variantName(640)}`
}
