import { limits } from '@vitrine/contract/vocabulary/limits'
import type { DeletedFacts } from './image-list-query.ts'

export const isDeleted = <T extends Partial<DeletedFacts>>(image: T): image is T & DeletedFacts =>
  image.deleted_at !== undefined

const dayMs = 24 * 60 * 60 * 1000

/** How long an image of the trash stays: the days left, or until the reports about it are decided about. */
export function endText({ deleted_at, is_reported }: DeletedFacts, now = Date.now()): string {
  if (is_reported) return 'Reported: not decided yet'
  const days = Math.ceil((Date.parse(deleted_at) + limits.trashDays * dayMs - now) / dayMs)
  if (days < 1) return 'Gone for good within a day'
  return days === 1 ? '1 day left' : `${days} days left`
}

/** Who deleted it; an account may be closed since. */
export const deletedText = ({ deleted_by }: DeletedFacts, mayRestore: boolean) =>
  mayRestore ? `Deleted${deleted_by ? ` by ${deleted_by}` : ''}` : 'Deleted by an admin, who alone can restore it'
