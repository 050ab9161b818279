import { buffer } from 'node:stream/consumers'
import { variantSizes } from '@vitrine/contract/picture-limits'
import type { Config } from '#config'
import { accountBase, type Cloudflare, CloudflareError, cloudflare, largestUpload } from '#features/hosting/cloudflare'
import { type Held, hashOf, wrongHash } from '#features/hosting/connection'
import { deliveryUrl } from '#features/hosting/delivery-address'
import {
  forgetConfig,
  gatherOn,
  type Hosting,
  hostingInForce,
  keepOneHost,
  rest,
  troubleIsOver,
} from '#features/hosting/queries'
import { hostingSealing } from '#features/hosting/sealed-key'
import type { Database } from '#kit/database'
import { alone } from '#kit/job-queries'
import type { Work } from '#kit/jobs'
import type { Log } from '#kit/log'
import type { Sealing } from '#kit/sealing'
import type { Secret } from '#kit/secret'
import { sideBySide } from '#kit/side-by-side'
import type { Store } from '#kit/store'
import {
  type Copy,
  deliverFromThere,
  dueCopies,
  forgetCopy,
  forgetOtherAccounts,
  gather,
  moveOn,
  publicImage,
  takeBack,
  waitingStates,
} from './delivery-queries.ts'
import { originalKey, variantKey } from './rules.ts'

export interface DeliveryGround {
  db: Database
  store: Store
  sealing: Sealing
  log: Pick<Log, 'warn'>
  services: { api: string; batch: string }
  manners?: typeof manners
}

/** The service allows 1,200 calls in 5 minutes for a user, his dashboard included, so we leave him some; in batches 200 a second. */
const manners = {
  callsPerSecond: 3.5,
  batchCallsPerSecond: 100,
  /** Seconds from a copy's arrival until it is expected to be seen everywhere there. */
  settles: 30,
}

export const deliveryGround = (
  { db, store, secret }: { db: Database; store: Store; secret: Secret },
  config: Pick<Config, 'CLOUDFLARE_API' | 'CLOUDFLARE_BATCH'>,
  log: DeliveryGround['log'],
): DeliveryGround => ({
  db,
  store,
  log,
  sealing: hostingSealing(secret),
  services: { api: config.CLOUDFLARE_API, batch: config.CLOUDFLARE_BATCH },
})

/** Every minute, on one of the processes, for the rest of that minute where there is so much to do. */
export const deliveryWork = (ground: DeliveryGround): Work => ({
  minutely: {
    deliver: async (_, { abortSignal }) =>
      void (await deliver(ground, AbortSignal.any([AbortSignal.timeout(50_000), abortSignal]))),
  },
})

/**
 * Brings the hosting service in line with the library: copies of public images get there, are confirmed and delivered from
 * there; those of others go. Whatever cuts this short, it goes on where it was. Answers false when another process is at it.
 */
export function deliver(given: DeliveryGround, stop: AbortSignal): Promise<boolean> {
  const ground = { manners, ...given }
  return alone(ground.db, 'deliver', async () => {
    while (!stop.aborted && (await oneRound(ground, stop)));
  })
}

/** Answers whether there is more to do now. */
async function oneRound(ground: Required<DeliveryGround>, stop: AbortSignal): Promise<boolean> {
  const { db } = ground
  const hosting = await hostingInForce(db)
  if (!hosting || hosting.rests_seconds > 0) return false
  if (hosting.gathers_from !== null) {
    await gatherOn(db, await bringInLine(db, hosting, hosting.gathers_from))
    return true
  }
  const due = await dueCopies(db, hosting.account_id, copiesARound)
  if (due.length) return tend(ground, hosting, due, stop)
  await nothingDue(db, hosting)
  return false
}

const copiesARound = 100

function bringInLine(db: Database, hosting: Hosting, from: number): Promise<number | null> {
  if (hosting.leaves) return takeBack(db, from)
  const address = deliveryUrl(hosting, '').replace(/\/[^/]*$/, '')
  return gather(db, from, { account_id: hosting.account_id, address })
}

async function nothingDue(db: Database, { leaves, account_id }: Hosting) {
  const waiting = await waitingStates(db)
  if (leaves) return waiting.includes('leaving') ? undefined : forgetConfig(db)
  await forgetOtherAccounts(db, account_id)
  if (!waiting.includes('sent')) await keepOneHost(db)
}

/** Answers whether to go on at once; when the service is in trouble, all of it rests, and the admin reads why. */
async function tend(
  ground: Required<DeliveryGround>,
  hosting: Hosting,
  due: Copy[],
  stop: AbortSignal,
): Promise<boolean> {
  const { db } = ground
  const confirmed: Copy[] = []
  try {
    const service = await serviceFor(ground, hosting, due.length)
    const surroundings = { ...ground, hosting, service, confirmed }
    await sideBySide(due, 4, (copy) => (stop.aborted ? putBack(db, copy) : steps[copy.state](copy, surroundings)))
    await troubleIsOver(db)
    return true
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    await sufferTrouble(ground, hosting, error)
    return false
  } finally {
    await deliverFromThere(db, confirmed, (id) => deliveryUrl(hosting, id))
  }
}

async function sufferTrouble({ db, log }: DeliveryGround, { leaves }: Hosting, error: CloudflareError) {
  const { kind, message, retryAfter } = error
  log.warn({ kind, codes: error.codes }, message)
  // Whoever takes the configuration away may have ended the account before; what is left there is no longer ours to remove.
  if (leaves && (kind === 'refused' || kind === 'no_account')) return forgetConfig(db)
  await rest(db, message, kind === 'busy' ? retryAfter || 300 : (restSeconds[kind] ?? 30))
}

/** What an admin has to mend is asked about seldom, or the service shuts us out for failed sign-ins. */
const restSeconds: Partial<Record<CloudflareError['kind'], number>> = { refused: 600, no_account: 600 }

interface Surroundings extends Required<DeliveryGround> {
  hosting: Hosting
  service: Cloudflare
  /** Filled by the steps: what visitors may get from there. */
  confirmed: Copy[]
}

/** What is done next with a copy. What it throws concerns the service and not this copy alone. */
const steps: Record<Copy['state'], (copy: Copy, surroundings: Surroundings) => Promise<void>> = {
  wanted: send,
  sent: confirm,
  leaving: remove,
}

async function send(copy: Copy, { db, store, service, log, manners }: Surroundings): Promise<void> {
  const image = await publicImage(db, copy.image_id)
  if (!image) return moveOn(db, copy, { to: 'leaving', tries: 0 })
  const file = await fileOf(store, image).catch((err) => log.warn({ err }, `Cannot read the file of ${image.slug}`))
  if (!file) return moveOn(db, copy, { to: 'wanted', due: 600 })
  const form = new FormData()
  form.set('id', copy.hosted_id)
  form.set('requireSignedURLs', 'false')
  form.set('file', file)
  try {
    await service.ask('POST', 'v1', form)
  } catch (error) {
    if (isOf(error, 'unfit')) return moveOn(db, copy, { to: 'unfit', trouble: error.message })
    // An earlier try had got through, and its answer had not.
    if (!isOf(error, 'exists')) return failed(copy, db, error)
  }
  await moveOn(db, copy, { to: 'sent', due: manners.settles, tries: 0 })
}

/** A copy may be seen at one place there and not yet at the next, so one that is missing is waited for before it is sent again. */
async function confirm(copy: Copy, { db, service, hosting, confirmed, manners }: Surroundings): Promise<void> {
  try {
    const hash = hashOf(await service.ask<Held>('GET', `v1/${encodeURIComponent(copy.hosted_id)}`))
    if (hash && hash !== hosting.account_hash) throw new CloudflareError('no_account', wrongHash(hash))
    confirmed.push(copy)
  } catch (error) {
    if (!isOf(error, 'missing')) return failed(copy, db, error)
    const isLost = copy.tries >= 6
    await moveOn(db, copy, isLost ? { to: 'wanted', tries: 0 } : { to: 'sent', due: manners.settles * 2 ** copy.tries })
  }
}

async function remove(copy: Copy, { db, service }: Surroundings): Promise<void> {
  try {
    await service.ask('DELETE', `v1/${encodeURIComponent(copy.hosted_id)}`)
  } catch (error) {
    if (!isOf(error, 'missing')) return failed(copy, db, error)
  }
  await forgetCopy(db, copy.hosted_id)
}

const putBack = (db: Database, copy: Copy) => moveOn(db, copy, { to: copy.state })

/** One picture with which the service has trouble again and again waits longer and longer, and holds up no others. */
async function failed(copy: Copy, db: Database, error: unknown): Promise<never> {
  const due = isOf(error, 'unreachable') ? Math.min(3600, 10 * 2 ** copy.tries) : 0
  await moveOn(db, copy, { to: copy.state, due })
  throw error
}

const isOf = (error: unknown, kind: CloudflareError['kind']): error is CloudflareError =>
  error instanceof CloudflareError && error.kind === kind

interface Sent {
  sha256: string
  byte_size: number
  width: number
  height: number
  slug: string
}

/** The original, or where that is more than the service takes, the largest variant: it only ever shows them smaller. */
async function fileOf(store: Store, { sha256, byte_size, width, height, slug }: Sent): Promise<File> {
  const isTaken = byte_size <= largestUpload
  const key = isTaken ? originalKey(sha256) : variantKey(sha256, variantSizes(width, height).at(-1)!)
  const [ending, type] = isTaken ? ['png', 'image/png'] : ['webp', 'image/webp']
  return new File([await buffer(store.read(key))], `${slug}.${ending}`, { type })
}

/** For many pictures the service has a door of its own, with a token for an hour or so and far more calls a second. */
async function serviceFor(
  { sealing, services, manners }: Required<DeliveryGround>,
  hosting: Hosting,
  calls: number,
): Promise<Cloudflare> {
  const credentials = { scheme: hosting.scheme, key: keyIn(hosting, sealing), email: hosting.email }
  const ordinary = cloudflare(accountBase(services.api, hosting.account_id), credentials, manners.callsPerSecond)
  if (calls < copiesARound) return ordinary
  const batch = await ordinary.ask<{ token?: string }>('GET', 'v1/batch_token').catch(() => null)
  if (!batch?.token) return ordinary
  return cloudflare(
    `${services.batch}/images`,
    { ...credentials, scheme: 'token', key: batch.token },
    manners.batchCallsPerSecond,
  )
}

/** A key that was sealed with another SECRET_KEY is lost. */
function keyIn({ api_key }: Hosting, sealing: Sealing): string {
  try {
    return sealing.open(api_key)
  } catch (cause) {
    throw new CloudflareError('refused', 'The API key cannot be read with this SECRET_KEY. Please enter it again.', {
      cause,
    })
  }
}
