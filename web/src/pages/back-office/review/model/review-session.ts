import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type RejectionReason, reasonOfFindings } from '@vitrine/contract/vocabulary/rejection-reasons'
import type { FindingsChange } from '#shells/back-office/use-overruling.ts'
import { openFindingsOf } from '#ui/back-office/findings/open-findings.ts'

/**
 * One reviewer's queue and verdicts as an immutable value: every function returns the next session. The current image
 * changes only by the reviewer's own action, so that a key press never hits an image that has just appeared.
 */
export interface ReviewSession {
  items: QueueItem[]
  /** The image shown; null while there is none. */
  currentId: number | null
  /** Images whose verdicts can be undone, the latest last. */
  undoStack: number[]
  /** Images in this queue, including those decided in this session. */
  total: number
  /** Incremented by every change, so that a fetch does not overwrite items changed after it began. */
  revision: number
  /** Incremented by every fetch. */
  fetchCount: number
  /** The last fetch reached the end of the queue. */
  isComplete: boolean
  /** A complete fetch found nothing waiting. */
  isFinished: boolean
  /** The queue is known to have changed on the server. */
  isStale: boolean
  /** The last fetch failed. */
  hasFailed: boolean
  /** Another reviewer works on the same images: the next one is taken from further down the queue. */
  isContended: boolean
}

export type Verdict = 'approved' | 'rejected' | 'skipped'

export interface QueueItem {
  image: ManagedImage
  verdict: Verdict | 'waiting'
  rejection: Rejection
  /** The session's revision at the item's last change. */
  changedAtRevision: number
}

/** Reason and note of a rejection, or a draft of them. */
export interface Rejection {
  reason: RejectionReason | null
  note: string
}

export interface QueueFetch {
  images: ManagedImage[]
  count: number
  /** The fetch covered the queue to its end. */
  reachedEnd: boolean
  /** The session's revision when the fetch began. */
  revision: number
  /** Images whose decisions were not saved when the fetch began, so that the queue has them still. */
  unsavedIds: number[]
}

export const emptySession: ReviewSession = {
  items: [],
  currentId: null,
  undoStack: [],
  total: 0,
  revision: 0,
  fetchCount: 0,
  isComplete: false,
  isFinished: false,
  isStale: false,
  hasFailed: false,
  isContended: false,
}

/** Low-water mark: with fewer waiting images the next ones are fetched, so that the reviewer never waits. */
const lowWaterMark = 15

const isWaiting = ({ verdict }: QueueItem) => verdict === 'waiting'
export const isDecided = ({ verdict }: QueueItem) => verdict === 'approved' || verdict === 'rejected'

export const itemOf = ({ items }: ReviewSession, id: number | null) => items.find(({ image }) => image.id === id)

/** Waiting items after the current one, then those before it. */
export function upcoming({ items, currentId }: ReviewSession): QueueItem[] {
  const index = items.findIndex(({ image }) => image.id === currentId)
  return [...items.slice(index + 1), ...items.slice(0, Math.max(index, 0))].filter(isWaiting)
}

export function countVerdicts({ items }: ReviewSession): Record<Verdict, number> {
  const count = (verdict: Verdict) => items.filter((item) => item.verdict === verdict).length
  return { approved: count('approved'), rejected: count('rejected'), skipped: count('skipped') }
}

export function needsFetch(session: ReviewSession): boolean {
  if (session.hasFailed) return false
  if (session.isStale) return true
  return session.currentId === null
    ? !session.isFinished
    : upcoming(session).length < lowWaterMark && !session.isComplete
}

/**
 * Merges a fetch of the queue. Items unchanged since it began follow the server: new images join, reappearing ones wait
 * again, those decided by others leave. The current image stays as the reviewer sees it.
 */
export function mergeFetch(session: ReviewSession, fetched: QueueFetch): ReviewSession {
  const known = new Set(session.items.map(({ image }) => image.id))
  const added = fetched.images.filter(({ id }) => !known.has(id)).map((image) => newItem(image, session.revision))
  const items = [...mergeItems(session, fetched), ...added]
  const next: ReviewSession = {
    ...session,
    items,
    undoStack: session.undoStack.filter((id) => items.some((item) => item.image.id === id && !isWaiting(item))),
    total: Math.max(fetched.count + items.filter(isDecided).length - unsavedIn(fetched), items.length),
    isComplete: fetched.reachedEnd,
    isStale: false,
    hasFailed: false,
    fetchCount: session.fetchCount + 1,
  }
  const currentId = session.currentId ?? upcoming(next)[0]?.image.id ?? null
  return { ...next, currentId, isFinished: fetched.reachedEnd && currentId === null }
}

/** Images that the server counts as waiting, and the session as decided. */
const unsavedIn = ({ images, unsavedIds }: QueueFetch) => images.filter(({ id }) => unsavedIds.includes(id)).length

function mergeItems({ items, currentId }: ReviewSession, fetched: QueueFetch): QueueItem[] {
  const { images, reachedEnd, revision, unsavedIds } = fetched
  const fetchedById = new Map(images.map((image) => [image.id, image]))
  const last = images.at(-1)
  const hasLeft = ({ image }: QueueItem) => reachedEnd || (last !== undefined && isBefore(image, last))
  return items.flatMap((item): QueueItem[] => {
    if (item.image.id === currentId || item.changedAtRevision > revision) return [item]
    if (unsavedIds.includes(item.image.id)) return [item]
    const image = fetchedById.get(item.image.id)
    if (!image) return isDecided(item) || !hasLeft(item) ? [item] : []
    return [isDecided(item) ? newItem(image, item.changedAtRevision) : { ...item, image }]
  })
}

const newItem = (image: ManagedImage, changedAtRevision: number): QueueItem => ({
  image,
  verdict: 'waiting',
  rejection: { reason: fittingReason(image), note: '' },
  changedAtRevision,
})

/** The reason that is preselected: that of the worst finding. */
const fittingReason = (image: ManagedImage) => reasonOfFindings(openFindingsOf(image))

/** The queue's order: oldest first. */
function isBefore(one: ManagedImage, other: ManagedImage): boolean {
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at
}

export const markFetchFailed = (session: ReviewSession): ReviewSession => ({
  ...session,
  hasFailed: true,
  isStale: false,
  fetchCount: session.fetchCount + 1,
})

export const requestRefetch = (session: ReviewSession): ReviewSession => ({
  ...session,
  hasFailed: false,
  isStale: true,
  isFinished: false,
})

/** Records a verdict on the current image and shows the next one. */
export function applyVerdict(session: ReviewSession, verdict: Verdict): ReviewSession {
  const { currentId: id } = session
  if (id === null) return session
  const after = updateItem(session, id, { verdict })
  const next = upcoming(after)
  const currentId = next[session.isContended ? next.length >> 1 : 0]?.image.id ?? null
  const undoStack = [...session.undoStack.filter((other) => other !== id), id]
  return { ...after, undoStack, currentId, isContended: false, isFinished: false, hasFailed: false }
}

/** Undoes the last verdict and shows its image. */
export function undo(session: ReviewSession): ReviewSession {
  const id = session.undoStack.at(-1)
  if (id === undefined) return session
  return {
    ...updateItem(session, id, { verdict: 'waiting' }),
    undoStack: session.undoStack.slice(0, -1),
    currentId: id,
    isFinished: false,
  }
}

/** Moves to the next or previous undecided image. */
export function move(session: ReviewSession, step: 1 | -1): ReviewSession {
  const undecided = session.items.filter((item) => !isDecided(item))
  const index = undecided.findIndex(({ image }) => image.id === session.currentId)
  return index < 0 ? session : { ...session, currentId: (undecided[index + step] ?? undecided[index]!).image.id }
}

export function editRejection(session: ReviewSession, change: Partial<Rejection>): ReviewSession {
  const item = itemOf(session, session.currentId)
  if (!item) return session
  return updateItem(session, item.image.id, { rejection: { ...item.rejection, ...change } })
}

/** Takes over what counts of an image's findings; a reason that was only preselected follows. */
export function changeFindings(session: ReviewSession, id: number, change: FindingsChange): ReviewSession {
  const item = itemOf(session, id)
  if (!item) return session
  const image = { ...item.image, ...change }
  const isPreselected = item.rejection.reason === fittingReason(item.image)
  const reason = isPreselected ? fittingReason(image) : item.rejection.reason
  return updateItem(session, id, { image, rejection: { ...item.rejection, reason } })
}

/** Puts skipped images back into the queue and shows the first of them. */
export function requeueSkipped(session: ReviewSession): ReviewSession {
  const items = session.items.map(
    (item): QueueItem => (item.verdict === 'skipped' ? { ...item, verdict: 'waiting' } : item),
  )
  const undoStack = session.undoStack.filter((id) => isDecided(itemOf(session, id)!))
  const currentId = session.currentId ?? items.find(isWaiting)?.image.id ?? null
  return { ...session, items, undoStack, currentId, isFinished: false }
}

/** A decision failed to arrive: its image waits again, next after the current one. */
export function requeue(session: ReviewSession, id: number): ReviewSession {
  const after = updateItem(session, id, { verdict: 'waiting' })
  const returned = itemOf(after, id)
  if (!returned) return session
  const items = after.items.filter((item) => item !== returned)
  const index = items.findIndex(({ image }) => image.id === session.currentId)
  items.splice(index + 1, 0, returned)
  const undoStack = session.undoStack.filter((other) => other !== id)
  return { ...after, items, undoStack, currentId: session.currentId ?? id, isFinished: false }
}

/** Removes an outdated image; if it still waits, the next fetch returns its current state. */
export function removeItem(session: ReviewSession, id: number): ReviewSession {
  if (!itemOf(session, id)) return session
  const next = upcoming({ ...session, currentId: id })
  return {
    ...session,
    items: session.items.filter(({ image }) => image.id !== id),
    undoStack: session.undoStack.filter((other) => other !== id),
    currentId: session.currentId === id ? (next[0]?.image.id ?? null) : session.currentId,
    total: session.total - 1,
    isStale: true,
    isFinished: false,
    isContended: true,
  }
}

function updateItem(session: ReviewSession, id: number, change: Partial<QueueItem>): ReviewSession {
  const revision = session.revision + 1
  const items = session.items.map(
    (item): QueueItem => (item.image.id === id ? { ...item, ...change, changedAtRevision: revision } : item),
  )
  return { ...session, items, revision }
}
