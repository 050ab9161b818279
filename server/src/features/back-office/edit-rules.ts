import type { Caller } from '@vitrine/contract/caller'
import type { ImageEdit } from '@vitrine/contract/calls/back-office'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { fail } from '#kit/api-error'

interface ImageState {
  id: number
  owner_id: number
  status: ImageStatus
  version: number
}

/** All of the images, or none: a call that names one foreign image changes nothing (decisions/0015). */
export function assertMayChange(person: Caller, ids: number[], found: ImageState[]) {
  if (person.role !== 'admin' && found.some((image) => image.owner_id !== person.id)) throw fail('not_your_images')
  if (found.length < new Set(ids).size) throw fail(ids.length === 1 ? 'image_not_found' : 'images_not_found')
}

/** An admin restores everything, a contributor what he himself deleted: what an admin took away stays away. */
export function assertMayRestore(person: Caller, ids: number[], found: (ImageState & { deleted_by: number | null })[]) {
  assertMayChange(person, ids, found)
  if (person.role !== 'admin' && found.some((image) => image.deleted_by !== person.id)) throw fail('not_your_images')
}

/** What the caller saw is what is there: `versions[i]` is that of `ids[i]`. */
export function assertUnchanged(ids: number[], versions: number[], found: ImageState[]) {
  const seen = new Map(ids.map((id, at) => [id, versions[at]]))
  if (found.some(({ id, version }) => version !== seen.get(id))) throw fail('changed_meanwhile')
}

/**
 * The status after a change. Only an admin's `status` counts (requirements: #image-status); what
 * was approved goes back to review when its contributor changes it, and so does what was rejected.
 */
export function statusAfterEdit(person: Caller, said: ImageStatus | undefined): ImageStatus | undefined {
  return person.role === 'admin' ? said : 'pending'
}

/** The part of an edit that lies in the image's own row. */
export function toImageColumns({ title, description, category }: ImageEdit) {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category_id: category }),
  }
}

export interface DecisionReason {
  reason: string | null
  note: string
}

/** Only a rejection is explained. */
export const decisionReason = (
  status: ImageStatus,
  { reason, note }: { reason?: string | undefined; note?: string | undefined },
): DecisionReason => (status === 'rejected' ? { reason: reason ?? null, note: note ?? '' } : { reason: null, note: '' })

/**
 * The images about which this is a decision: their status becomes another, or they are rejected for another reason than
 * the last time. A rejection that gives none changes none.
 */
export function newlyDecidedIds(
  found: ImageState[],
  said: DecisionReason & { status: ImageStatus },
  last: Map<number, DecisionReason>,
): number[] {
  const isNews = (id: number) => {
    const before = last.get(id)
    return (said.reason !== null || said.note !== '') && (before?.reason !== said.reason || before.note !== said.note)
  }
  return found.flatMap(({ id, status }) =>
    status !== said.status || (said.status === 'rejected' && isNews(id)) ? id : [],
  )
}
