import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'
import { limits } from './limits.ts'

/** How much is used, and the limit; null where there is none. */
const use = z.object({ used: z.number(), limit: z.nullable(z.number()) })

/** What a person has uploaded, with their quotas (requirements: #quotas). */
export const uploadUse = z.object({
  /** Images that wait for review. */
  pending: use,
  /** Of all their originals, those in the trash included. */
  bytes: use,
  /** Uploads of the last hour, those deleted since included. */
  uploads: use,
})
export type UploadUse = z.output<typeof uploadUse>

/** Errors that concern every further file and not only the one that met them: sending more is useless for now. */
export const quotaErrors: readonly ErrorCode[] = ['pending_quota', 'storage_quota', 'hourly_quota', 'disk_full']

const count = (number: number) => number.toLocaleString('en')
const images = (number: number) => (number === 1 ? '1 image' : `${count(number)} images`)

/** `1.25 of 20 GB`, decimal as the setting is. */
export function storageText(used: number, limit: number): string {
  const [unit, bytes] = limit < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  const amount = (all: number) => (all / bytes).toLocaleString('en', { maximumFractionDigits: 2 })
  return `${amount(used)} of ${amount(limit)} ${unit}`
}

/** The sentence of each quota: what is used up, and what to do. */
export const quotaMessages = {
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
