import * as z from 'zod/mini'
import type { ErrorCode } from '../errors.ts'

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

/** `1.25 of 20 GB`, decimal as the setting is. */
export function storageText(used: number, limit: number): string {
  const [unit, bytes] = limit < 1e9 ? ['MB', 1e6] : ['GB', 1e9]
  const amount = (all: number) => (all / bytes).toLocaleString('en', { maximumFractionDigits: 2 })
  return `${amount(used)} of ${amount(limit)} ${unit}`
}
