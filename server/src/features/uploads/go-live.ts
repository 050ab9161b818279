import { isContradicted } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { FeatureDeps } from '#feature'
import { activeUser } from '#features/accounts/auth/password.sql'
import { trustOf } from '#features/accounts/trust/trust'
import { readBlock } from '#features/images/blocked-pictures/blocked-pictures.sql'
import { type AddedImage, lockImagesWithOwners } from '#features/images/images.sql'
import { findLookAlikes } from '#features/images/look-alikes/images-alike'
import { setStatus } from '#features/images/visibility/states.sql'
import { syncReadModel } from '#features/publishing/read-model'
import type { Database } from '#kit/database/statements'
import type { PreparedImage } from './ingest.ts'
import type { Log } from './receive-file.ts'
import { isAnyCompared, publishedState, recordGoingLive } from './uploads.sql.ts'

type GoLiveDeps = Pick<FeatureDeps, 'db' | 'config'>

type WaitingImage = Pick<
  AddedImage,
  'id' | 'owner_id' | 'sha256' | 'status' | 'version' | 'pub_no' | 'open_findings' | 'ai_made' | 'source'
>

interface PictureOfImage {
  perceptualRow: PreparedImage['perceptualRow']
  /** Whether the library knew these bytes before this upload. */
  isKnown: boolean
}

/** Approves an upload that no reviewer has to see (requirements: #trust); undefined where it waits, also on failure. */
export async function goLive(
  deps: GoLiveDeps,
  image: WaitingImage,
  picture: PictureOfImage,
  log: Log,
): Promise<Pick<AddedImage, 'status' | 'pub_no'> | undefined> {
  try {
    return (await isForReview(deps, image, picture)) ? undefined : await publish(deps.db, image)
  } catch (error) {
    log.error({ err: error, image: image.id }, 'an upload that could go live waits for review')
    return undefined
  }
}

async function isForReview({ db, config }: GoLiveDeps, image: WaitingImage, picture: PictureOfImage): Promise<boolean> {
  if (config.TRUSTED_UPLOADS !== 'live' || image.status !== 'pending' || isSuspicious(image)) return true
  return !(await isOfTrusted(db, image)) || needsComparison(db, image, picture)
}

const isOfTrusted = async (db: Database, { owner_id }: WaitingImage) =>
  (await trustOf(db, { id: owner_id }))?.level === 'trusted'

const publish = (db: Database, image: WaitingImage) =>
  db.transaction().execute(async (transaction) => {
    const [locked] = await lockImagesWithOwners(transaction, [image.id])
    // Again, under the lock: meanwhile it may have been edited, a report upheld, its contributor blocked.
    if (locked?.status !== 'pending' || locked.version !== image.version) return undefined
    if (!(await activeUser(transaction, { id: image.owner_id }))) return undefined
    if (!(await isOfTrusted(transaction, image))) return undefined
    await setStatus(transaction, [image.id], 'approved')
    await recordGoingLive(transaction, image)
    await syncReadModel(transaction, [image.id])
    return publishedState(transaction, image.id)
  })

/** Whether something was found in it, it is not measured, or its file contradicts what is stated about AI. */
const isSuspicious = (image: WaitingImage) => image.open_findings?.length !== 0 || isContradicted(image)

/** Images in the trash count, and deleted ones while their files are known, since a reviewer may have rejected them. */
async function needsComparison(
  db: Database,
  { id, sha256, owner_id }: WaitingImage,
  { perceptualRow, isKnown }: PictureOfImage,
): Promise<boolean> {
  const { has_blocked, is_allowed } = await readBlock(db, { sha256, owner_id })
  if (!perceptualRow || is_allowed) return true
  if (has_blocked && (await findLookAlikes(db, perceptualRow, 'blocked_picture')).length > 0) return true
  if (isKnown) return true
  // Someone else may have sent the same bytes since `isKnown` was read.
  const alike = await findLookAlikes(db, perceptualRow)
  return isAnyCompared(db, { id }, [sha256, ...alike.map((one) => one.sha256)])
}
