import { limits } from '@vitrine/contract/vocabulary/limits'

const dayMs = 24 * 60 * 60 * 1000

/** Days, the begun one too, until it may go for good; 0: it goes in the coming night. */
export const daysLeft = (deletedAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + limits.trashDays * dayMs - now) / dayMs))
