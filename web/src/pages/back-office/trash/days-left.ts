import { limits } from '@vitrine/contract/vocabulary/limits'

const dayMs = 24 * 60 * 60 * 1000

/** Days until permanent deletion, rounded up; 0: it is deleted in the next nightly run. */
export const daysLeft = (deletedAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(deletedAt) + limits.trashDays * dayMs - now) / dayMs))
