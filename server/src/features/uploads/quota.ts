import type { Caller } from '@vitrine/contract/caller'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type UploadUse as QuotaUse, storageText } from '@vitrine/contract/vocabulary/quota'
import type { FeatureDeps } from '#feature'
import { trustBenefitsOf, trustOf } from '#features/accounts/trust/trust'
import type { AddedImage } from '#features/images/images.sql'
import { type ApiError, fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { countUpload, lockUse, type UploadUse, uploadUseOf } from './uploads.sql.ts'

/** The most of each that a person may use; Infinity where there is no limit. */
export type UploadQuota = Awaited<ReturnType<typeof uploadQuota>>

/** The caller's quota by the settings and their level; admins have none (requirements: #quotas, #trust). */
export async function uploadQuota({ db, config }: QuotaDeps, caller: Pick<Caller, 'id' | 'role'>) {
  const limit = (setting: number | null) => (caller.role === 'admin' || !setting ? Number.POSITIVE_INFINITY : setting)
  const trust = caller.role === 'admin' ? null : await trustOf(db, caller)
  const { new_pending, pending } = trustBenefitsOf(config)
  /** Whether the lower limit of new contributors applies. */
  const isNew = trust?.level === 'new' && new_pending !== pending
  return {
    isNew,
    pending: limit(isNew ? new_pending : pending),
    bytes: limit(config.QUOTA_STORAGE_MB * 1e6),
    uploads: limit(config.QUOTA_UPLOADS_PER_HOUR),
  }
}

/** Why one more file is not taken; undefined where it fits. */
function exceededQuota(quota: UploadQuota, use: UploadUse, bytes: number): ApiError | undefined {
  // Waiting cures only the last of them, so it is named last.
  if (use.pending >= quota.pending)
    return fail('pending_quota', { message: quotaMessages.pending(use.pending, quota, 'Upload') })
  if (use.bytes + bytes > quota.bytes)
    return fail('storage_quota', { message: quotaMessages.storage(use.bytes, quota.bytes) })
  if (use.uploads < quota.uploads) return undefined
  const message = quotaMessages.hourly(use.uploads, use.secondsToWait)
  return fail('hourly_quota', { message, retryAfter: Math.max(1, use.secondsToWait) })
}

/** Throws before the body is read where not even an empty file fits; the result admits files before any is decoded. */
export async function createQuotaAdmission(db: Database, owner: number, quota: UploadQuota) {
  const use = await uploadUseOf(db, owner)
  const problem = exceededQuota(quota, use, 0)
  if (problem) throw problem
  const admitted = new Set<string>()
  return ({ sha256, byte_size }: { sha256: string; byte_size: number }) => {
    if (admitted.has(sha256)) return
    const problem = exceededQuota(quota, use, byte_size)
    if (problem) throw problem
    admitted.add(sha256)
    use.pending++
    use.bytes += byte_size
    use.uploads++
  }
}

/** Exact whatever runs at the same time: the row of `storage_use` that the insert has changed stays locked. */
export async function countAgainst(
  transaction: Database,
  quota: UploadQuota,
  { owner_id, byte_size }: Pick<AddedImage, 'owner_id' | 'byte_size'>,
): Promise<void> {
  const { pending, bytes, ...use } = await uploadUseOf(transaction, owner_id)
  const before = { ...use, pending: pending - 1, bytes: bytes - byte_size }
  const problem = exceededQuota(quota, before, byte_size)
  if (problem) throw problem
  await countUpload(transaction, owner_id)
}

type QuotaDeps = Pick<FeatureDeps, 'db' | 'config'>

async function waitingOf(deps: QuotaDeps, caller: Pick<Caller, 'id' | 'role'>) {
  return { quota: await uploadQuota(deps, caller), pending: (await uploadUseOf(deps.db, caller.id)).pending }
}

/** Throws if more images wait than may, after its transaction has restored some; exact as `countAgainst` is. */
export async function assertRoomForRestored(deps: QuotaDeps, caller: Pick<Caller, 'id' | 'role'>, restored: number) {
  if (restored === 0) return
  const { quota, pending } = await waitingOf(deps, caller)
  if (pending <= quota.pending) return
  throw fail('pending_quota', { message: quotaMessages.pending(pending - restored, quota, 'Restore') })
}

/** How many more images may wait until the transaction ends; throws where none may. */
export async function roomToWait(deps: QuotaDeps, caller: Pick<Caller, 'id' | 'role'>): Promise<number> {
  await lockUse(deps.db, caller.id)
  const { quota, pending } = await waitingOf(deps, caller)
  if (pending < quota.pending) return quota.pending - pending
  throw fail('pending_quota', { message: quotaMessages.pending(pending, quota, 'Submit') })
}

export type QuotaAdmission = Awaited<ReturnType<typeof createQuotaAdmission>>

export async function quotaUse(db: Database, owner: number, quota: UploadQuota): Promise<QuotaUse> {
  const use = await uploadUseOf(db, owner)
  const useOf = (name: 'pending' | 'bytes' | 'uploads') => ({
    used: use[name],
    limit: Number.isFinite(quota[name]) ? quota[name] : null,
  })
  return { pending: useOf('pending'), bytes: useOf('bytes'), uploads: useOf('uploads') }
}

const count = (number: number) => number.toLocaleString('en')
const images = (number: number) => (number === 1 ? '1 image' : `${count(number)} images`)

const quotaMessages = {
  pending: (
    used: number,
    { pending, isNew }: { pending: number; isNew: boolean },
    remedy: 'Upload' | 'Restore' | 'Submit',
  ) =>
    `You have ${images(used)} waiting for review, and at most ${count(pending)} may wait` +
    `${isNew ? ' while your level is new' : ''}. ${remedy} more when some are decided.`,
  storage: (used: number, limit: number) =>
    `Your images take ${storageText(used, limit)}, which leaves too little room. Ask us for more, or delete images: ` +
    `they count until they leave the trash after ${limits.trashDays} days.`,
  hourly(used: number, seconds: number) {
    const minutes = Math.max(1, Math.ceil(seconds / 60))
    const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
    return `You have uploaded ${images(used)} within an hour. Please go on in ${wait}.`
  },
}
