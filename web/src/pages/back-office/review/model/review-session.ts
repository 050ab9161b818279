import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { review } from '@vitrine/contract/calls/back-office/review'
import type { Reply } from '@vitrine/contract/endpoint'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type RejectionReason, reasonOfFindings } from '@vitrine/contract/vocabulary/rejection-reasons'
import { openFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { judgedImage } from '#ui/back-office/waiting-edit/judged-image.ts'

/**
 * One reviewer's queue and verdicts as an immutable value: every function returns the next session.
 */
export interface ReviewSession {
  items: QueueItem[]
  /** The image shown; null while there is none. */
  currentId: number | null
  /** The images with a verdict, the latest last. */
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
  /** Incremented when a fetch is asked for; `doneFetch` is what it was when the last one began. */
  wantedFetch: number
  doneFetch: number
  /** The last fetch failed. */
  hasFailed: boolean
  /**
   * What became of the image that was shown, where others took it, or of the one asked for, which has no title; null
   * once the next one is decided.
   */
  taken: (Reply<typeof review.lease>['gone'][number] & { title: string | undefined }) | null
  /** How many images of this queue other reviewers have. */
  elsewhere: Reply<typeof review.lease>['elsewhere']
  /** The image that the address asks for, until a fetch has looked for it. */
  requestedId: number | null
}

export type Verdict = 'approved' | 'rejected' | 'skipped'

export interface QueueItem {
  image: ManagedImage
  verdict: Verdict | 'waiting'
  rejection: Rejection
  /** Its verdict can be undone no longer. */
  isFinal: boolean
  /** The session's revision at the item's last change. */
  changedAtRevision: number
}

/** Reason and note of a rejection, or a draft of them. */
export interface Rejection {
  reason: RejectionReason | null
  note: string
}

export interface QueueFetch extends Reply<typeof review.lease> {
  /** The session's `revision` and `wantedFetch` when the fetch began. */
  revision: number
  wanted: number
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
  wantedFetch: 0,
  doneFetch: 0,
  hasFailed: false,
  taken: null,
  elsewhere: [],
  requestedId: null,
}

export const isWaiting = ({ verdict }: QueueItem) => verdict === 'waiting'
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

/**
 * Merges a fetch of the queue. Items unchanged since it began follow the server: new images join, those decided again
 * wait again, and what others have or decided leaves, the current image included.
 */
export function mergeFetch(session: ReviewSession, fetched: QueueFetch): ReviewSession {
  const left = fetched.gone.filter(({ id }) => !isChangedSince(fetched.revision, itemOf(session, id)))
  const taken = left.find(({ id }) => id === (session.requestedId ?? session.currentId))
  const remaining = left.reduce((current, { id }) => withoutItem(current, id), session)
  const items = withFirst(session.requestedId, mergeItems(remaining, fetched))
  const waiting = items.filter(isWaiting)
  const next: ReviewSession = {
    ...remaining,
    items,
    undoStack: verdictsOf(session, (id) => items.some((item) => item.image.id === id && !isWaiting(item))),
    total: Math.max(fetched.count + items.filter(isDecided).length, items.length),
    taken: taken ? { ...taken, title: itemOf(session, taken.id)?.image.title } : session.taken,
    elsewhere: fetched.elsewhere,
    isComplete: waiting.length < limits.leasedImages,
    requestedId: null,
    doneFetch: fetched.wanted,
    hasFailed: false,
    fetchCount: session.fetchCount + 1,
  }
  const currentId = next.currentId ?? waiting[0]?.image.id ?? null
  return { ...next, currentId, isFinished: currentId === null }
}

/** The image that was asked for comes before older ones. */
const withFirst = (id: number | null, items: QueueItem[]) =>
  items.toSorted((one, other) => Number(other.image.id === id) - Number(one.image.id === id))

/** The verdicts, without those of other images than these. */
const verdictsOf = ({ undoStack }: ReviewSession, isKept: (id: number) => boolean) => undoStack.filter(isKept)

const isChangedSince = (revision: number, item: QueueItem | undefined) => item && item.changedAtRevision > revision

function mergeItems({ items, revision: now }: ReviewSession, { images, revision }: QueueFetch): QueueItem[] {
  const fetchedById = new Map(images.map((image) => [image.id, image]))
  const merged = items.map((item): QueueItem => {
    const image = fetchedById.get(item.image.id)
    fetchedById.delete(item.image.id)
    if (!image || isChangedSince(revision, item)) return item
    return isWaiting(item) ? { ...item, image } : newItem(image, now)
  })
  return [...merged, ...[...fetchedById.values()].map((image) => newItem(image, now))]
}

const newItem = (image: ManagedImage, changedAtRevision: number): QueueItem => ({
  image,
  verdict: 'waiting',
  rejection: { reason: fittingReason(image), note: '' },
  isFinal: false,
  changedAtRevision,
})

/** The reason that is preselected: that of the worst finding in the picture. */
const fittingReason = (image: ManagedImage) => reasonOfFindings(openFindingsOf(judgedImage(image)))

export const markFetchFailed = (session: ReviewSession, wanted: number): ReviewSession => ({
  ...session,
  hasFailed: true,
  doneFetch: wanted,
  fetchCount: session.fetchCount + 1,
})

export const requestRefetch = (session: ReviewSession): ReviewSession => ({
  ...requestRenewal(session),
  hasFailed: false,
  isFinished: false,
})

/** Renews the leases, and looks for what others did. */
export const requestRenewal = (session: ReviewSession): ReviewSession => ({
  ...session,
  wantedFetch: session.wantedFetch + 1,
})

/** Records a verdict on the current image and shows the next one. */
export function applyVerdict(session: ReviewSession, verdict: Verdict): ReviewSession {
  const { currentId: id } = session
  if (id === null) return session
  const after = updateItem(session, id, { verdict })
  const currentId = upcoming(after)[0]?.image.id ?? null
  const undoStack = [...verdictsOf(session, (other) => other !== id), id]
  return { ...after, undoStack, currentId, taken: null, isFinished: false, hasFailed: false }
}

/** The image of the last verdict. */
export const lastDecided = (session: ReviewSession) => itemOf(session, session.undoStack.at(-1) ?? null)

/** The image of the last verdict, if it can be undone. */
export function lastUndoable(session: ReviewSession): QueueItem | undefined {
  const last = lastDecided(session)
  return last?.isFinal ? undefined : last
}

/** Undoes the last verdict and shows its image. */
export function undo(session: ReviewSession): ReviewSession {
  const last = lastUndoable(session)
  if (!last) return session
  return {
    ...updateItem(session, last.image.id, { verdict: 'waiting' }),
    undoStack: session.undoStack.slice(0, -1),
    currentId: last.image.id,
    isFinished: false,
  }
}

/** The verdict on this image can be undone no longer. */
export const finish = (session: ReviewSession, id: number) => updateItem(session, id, { isFinal: true })

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

/** Takes over a change of an image; a reason that was only preselected follows its findings. */
export function changeImage(session: ReviewSession, id: number, change: Partial<ManagedImage>): ReviewSession {
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
  const undoStack = verdictsOf(session, (id) => isDecided(itemOf(session, id)!))
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
  const undoStack = verdictsOf(session, (other) => other !== id)
  return { ...after, items, undoStack, currentId: session.currentId ?? id, isFinished: false }
}

/** Removes an outdated image; if it still waits, the next fetch returns its current state. */
export function removeItem(session: ReviewSession, id: number): ReviewSession {
  if (!itemOf(session, id)) return session
  return { ...requestRenewal(withoutItem(session, id)), total: session.total - 1, isFinished: false }
}

function withoutItem(session: ReviewSession, id: number): ReviewSession {
  const next = upcoming({ ...session, currentId: id })
  return {
    ...session,
    items: session.items.filter(({ image }) => image.id !== id),
    undoStack: verdictsOf(session, (other) => other !== id),
    currentId: session.currentId === id ? (next[0]?.image.id ?? null) : session.currentId,
  }
}

function updateItem(session: ReviewSession, id: number, change: Partial<QueueItem>): ReviewSession {
  const revision = session.revision + 1
  const items = session.items.map(
    (item): QueueItem => (item.image.id === id ? { ...item, ...change, changedAtRevision: revision } : item),
  )
  return { ...session, items, revision }
}
