import { buffer } from 'node:stream/consumers'
import { variantSizes } from '@vitrine/contract/variants'
import type { Config } from '#config'
import { originalKey, variantKey } from '#features/images/storage-keys'
import { forEachLimit } from '#kit/concurrency'
import type { Database } from '#kit/database/pool'
import { withAdvisoryLock } from '#kit/jobs/advisory-lock.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Logger } from '#kit/logger'
import type { Encryption } from '#kit/security/encryption'
import type { MasterKey } from '#kit/security/master-key'
import type { Store } from '#kit/storage/store'
import { apiKeyEncryption } from './api-key-encryption.ts'
import {
  type CdnConfig,
  clearTrouble,
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
  deleteCopy,
  deleteOtherAccountsCopies,
  markDelivered,
  publicImage,
  reconcileBatch,
  revertToOrigin,
  updateCopy,
  withdrawBatch,
} from './cdn-copies.sql.ts'
import { accountHashOf, type CloudflareImage, wrongHashMessage } from './check-config.ts'
import {
  accountImagesUrl,
  type CloudflareClient,
  CloudflareError,
  createCloudflareClient,
  maxUploadBytes,
} from './cloudflare-client.ts'
import { deliveryUrl } from './delivery-url.ts'

export interface SyncDeps {
  db: Database
  store: Store
  sealing: Encryption
  log: Pick<Logger, 'warn'>
  services: { api: string; batch: string }
  rateLimits?: typeof rateLimits
}

/** The service allows 1,200 calls in 5 minutes for a user, his dashboard included, so we leave him some; in batches 200 a second. */
const rateLimits = {
  callsPerSecond: 3.5,
  batchCallsPerSecond: 100,
  /** Seconds from a copy's arrival until it is expected to be seen everywhere there. */
  propagationSeconds: 30,
}

export const syncDeps = (
  { backgroundDb: behind, store, masterKey: secret }: { backgroundDb: Database; store: Store; masterKey: MasterKey },
  config: Pick<Config, 'CLOUDFLARE_API' | 'CLOUDFLARE_BATCH'>,
  log: SyncDeps['log'],
): SyncDeps => ({
  db: behind,
  store,
  log,
  sealing: apiKeyEncryption(secret),
  services: { api: config.CLOUDFLARE_API, batch: config.CLOUDFLARE_BATCH },
})

/** Every minute, on one of the processes, for the rest of that minute where there is so much to do. */
export const cdnSyncJobs = (ground: SyncDeps): JobModule => ({
  minutely: {
    deliver: async (_, { abortSignal }) =>
      void (await syncCdn(ground, AbortSignal.any([AbortSignal.timeout(50_000), abortSignal]))),
  },
})

/**
 * Brings the hosting service in line with the library: copies of public images get there, are confirmed and delivered from
 * there; those of others go. Whatever cuts this short, it goes on where it was. Answers false when another process is at it.
 */
export function syncCdn(options: SyncDeps, stop: AbortSignal): Promise<boolean> {
  const deps = { rateLimits, ...options }
  return withAdvisoryLock(deps.db, 'deliver', async () => {
    while (!stop.aborted && (await syncRound(deps, stop)));
  })
}

/** Answers whether there is more to do now. */
async function syncRound(ground: Required<SyncDeps>, stop: AbortSignal): Promise<boolean> {
  const { db } = ground
  const hosting = await effectiveConfig(db)
  if (!hosting || hosting.rests_seconds > 0) return false
  if (hosting.reconcile_after_id !== null) {
    await setReconcileCursor(db, hosting.revision, await reconcileNext(db, hosting, hosting.reconcile_after_id))
    return true
  }
  const due = await claimDueCopies(db, hosting.account_id, batchSize)
  if (due.length) return processBatch(ground, hosting, due, stop)
  await finishWhenIdle(db, hosting)
  return false
}

const batchSize = 100

function reconcileNext(db: Database, hosting: CdnConfig, from: number): Promise<number | null> {
  return hosting.is_removing
    ? withdrawBatch(db, from)
    : reconcileBatch(db, from, hosting.account_id, (id) => deliveryUrl(hosting, id))
}

async function finishWhenIdle(db: Database, { is_removing, account_id, revision }: CdnConfig) {
  const waiting = await copyStatesInUse(db)
  if (!is_removing) {
    await deleteOtherAccountsCopies(db, account_id)
    if (!waiting.includes('sent') && !waiting.includes('queued')) await dropFormerHosts(db)
    return
  }
  if (waiting.length === 0) return deleteConfig(db)
  // An approval that had begun before has come since.
  if (waiting.some((state) => state !== 'removing')) await setReconcileCursor(db, revision, 0)
}

/** Answers whether to go on at once; when the service is in trouble, all of it rests, and the admin reads why. */
async function processBatch(ground: Required<SyncDeps>, hosting: CdnConfig, due: CdnCopy[], stop: AbortSignal) {
  const { db } = ground
  const confirmed: CdnCopy[] = []
  const begun = new Set<CdnCopy>()
  try {
    const service = await clientFor(ground, hosting, due.length)
    await forEachLimit(due, 4, async (copy) => {
      if (stop.aborted) return
      begun.add(copy)
      await stepByState[copy.state](copy, { ...ground, hosting, service, confirmed })
    })
    await clearTrouble(db)
    return true
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    await handleServiceError(ground, hosting, error)
    return false
  } finally {
    await markDelivered(db, confirmed, (id) => deliveryUrl(hosting, id))
    for (const copy of due)
      if (!begun.has(copy)) await updateCopy(db, copy, { to: copy.state, attempts: copy.attempts - 1 })
  }
}

async function handleServiceError(ground: Required<SyncDeps>, hosting: CdnConfig, error: CloudflareError) {
  const { kind, message, retryAfter } = error
  ground.log.warn({ kind, codes: error.codes }, message)
  if (hosting.is_removing && hosting.last_error && (await isAccessRevoked(ground, hosting)))
    return deleteConfig(ground.db)
  await pauseSync(ground.db, message, kind === 'busy' ? retryAfter || 300 : (backoffSeconds[kind] ?? 30))
}

/**
 * Whoever takes the configuration away may have ended the account before: asked once more after a rest, with the key itself,
 * it refuses us still. What is left there is no longer ours to remove.
 */
async function isAccessRevoked(
  { services, sealing, rateLimits: manners }: Required<SyncDeps>,
  hosting: CdnConfig,
): Promise<boolean> {
  try {
    await accountClient(services.api, hosting, sealing, manners.callsPerSecond).request('GET', 'v1/stats')
    return false
  } catch (error) {
    return isCloudflareError(error, 'refused') || isCloudflareError(error, 'no_account')
  }
}

/** What an admin has to mend is asked about seldom, or the service shuts us out for failed sign-ins. */
const backoffSeconds: Partial<Record<CloudflareError['kind'], number>> = { refused: 600, no_account: 600 }

interface StepContext extends Required<SyncDeps> {
  hosting: CdnConfig
  service: CloudflareClient
  /** Filled by the steps: what visitors may get from there. */
  confirmed: CdnCopy[]
}

/** What is done next with a copy. What it throws concerns the service and not this copy alone. */
const stepByState: Record<CdnCopy['state'], (copy: CdnCopy, surroundings: StepContext) => Promise<void>> = {
  queued: uploadCopy,
  sent: confirmCopy,
  removing: removeCopy,
}

async function uploadCopy(copy: CdnCopy, { db, store, service, log, rateLimits: manners }: StepContext): Promise<void> {
  const image = await publicImage(db, copy.image_id)
  if (!image) return updateCopy(db, copy, { to: 'removing', attempts: 0 })
  const file = await uploadFile(store, image).catch((err) => log.warn({ err }, `Cannot read the file of ${image.slug}`))
  if (!file) return updateCopy(db, copy, { to: 'queued', delaySeconds: 600 })
  const form = new FormData()
  form.set('id', copy.cdn_id)
  form.set('requireSignedURLs', 'false')
  form.set('file', file)
  try {
    await service.request('POST', 'v1', form)
  } catch (error) {
    if (isCloudflareError(error, 'unfit')) {
      await revertToOrigin(db, copy)
      return updateCopy(db, copy, { to: 'rejected', last_error: error.message })
    }
    // An earlier try had got through, and its answer had not.
    if (!isCloudflareError(error, 'exists')) return rescheduleFailed(copy, db, error)
  }
  await updateCopy(db, copy, { to: 'sent', delaySeconds: manners.propagationSeconds, attempts: 0 })
}

/** A copy may be seen at one place there and not yet at the next, so one that is missing is waited for before it is sent again. */
async function confirmCopy(
  copy: CdnCopy,
  { db, service, hosting, confirmed, rateLimits: manners }: StepContext,
): Promise<void> {
  try {
    const hash = accountHashOf(await service.request<CloudflareImage>('GET', `v1/${encodeURIComponent(copy.cdn_id)}`))
    if (hash && hash !== hosting.account_hash) throw new CloudflareError('no_account', wrongHashMessage(hash))
    confirmed.push(copy)
  } catch (error) {
    if (!isCloudflareError(error, 'missing')) return rescheduleFailed(copy, db, error)
    const isLost = copy.attempts >= 6
    if (isLost) await revertToOrigin(db, copy)
    await updateCopy(
      db,
      copy,
      isLost
        ? { to: 'queued', attempts: 0 }
        : { to: 'sent', delaySeconds: manners.propagationSeconds * 2 ** copy.attempts },
    )
  }
}

/** A picture may appear there minutes after it was sent, so one that is missing is asked for some times more. */
async function removeCopy(copy: CdnCopy, { db, service, rateLimits: manners }: StepContext): Promise<void> {
  try {
    await service.request('DELETE', `v1/${encodeURIComponent(copy.cdn_id)}`)
  } catch (error) {
    if (!isCloudflareError(error, 'missing')) return rescheduleFailed(copy, db, error)
    if (copy.attempts < 4)
      return updateCopy(db, copy, { to: 'removing', delaySeconds: manners.propagationSeconds * 2 ** copy.attempts })
  }
  await deleteCopy(db, copy.cdn_id)
}

/** One picture with which the service has trouble again and again waits longer and longer, and holds up no others. */
async function rescheduleFailed(copy: CdnCopy, db: Database, error: unknown): Promise<never> {
  const isOwn = isCloudflareError(error, 'unreachable')
  const due = isOwn ? Math.min(3600, 10 * 2 ** copy.attempts) : 0
  await updateCopy(db, copy, { to: copy.state, delaySeconds: due, ...(!isOwn && { attempts: copy.attempts - 1 }) })
  throw error
}

const isCloudflareError = (error: unknown, kind: CloudflareError['kind']): error is CloudflareError =>
  error instanceof CloudflareError && error.kind === kind

interface SourceImage {
  sha256: string
  byte_size: number
  width: number
  height: number
  slug: string
}

/** The original, or where that is more than the service takes, the largest variant: it only ever shows them smaller. */
async function uploadFile(store: Store, { sha256, byte_size, width, height, slug }: SourceImage): Promise<File> {
  const isTaken = byte_size <= maxUploadBytes
  const key = isTaken ? originalKey(sha256) : variantKey(sha256, variantSizes(width, height).at(-1)!)
  const [ending, type] = isTaken ? ['png', 'image/png'] : ['webp', 'image/webp']
  return new File([await buffer(store.read(key))], `${slug}.${ending}`, { type })
}

/** For many pictures the service has a door of its own, with a token for an hour or so and far more calls a second. */
async function clientFor(
  { sealing, services, rateLimits: manners }: Required<SyncDeps>,
  hosting: CdnConfig,
  calls: number,
) {
  const ordinary = accountClient(services.api, hosting, sealing, manners.callsPerSecond)
  if (calls < batchSize) return ordinary
  const batch = await ordinary.request<{ token?: string } | null>('GET', 'v1/batch_token').catch(() => null)
  if (!batch?.token) return ordinary
  const credentials = { scheme: 'token', key: batch.token, email: '' } as const
  return createCloudflareClient(`${services.batch}/images`, credentials, manners.batchCallsPerSecond)
}

function accountClient(api: string, hosting: CdnConfig, sealing: Encryption, callsPerSecond: number): CloudflareClient {
  const { scheme, email, account_id } = hosting
  return createCloudflareClient(
    accountImagesUrl(api, account_id),
    { scheme, email, key: decryptKey(hosting, sealing) },
    callsPerSecond,
  )
}

/** A key that was sealed with another SECRET_KEY is lost. */
function decryptKey({ api_key }: CdnConfig, sealing: Encryption): string {
  try {
    return sealing.decrypt(api_key)
  } catch (cause) {
    throw new CloudflareError('refused', 'The API key cannot be read with this SECRET_KEY. Please enter it again.', {
      cause,
    })
  }
}
