import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { review } from '@vitrine/contract/calls/back-office/review'
import type { Reply } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type RejectionReason, reasonOfFindings } from '@vitrine/contract/vocabulary/rejection-reasons'
import { openFindingsOf } from '#ui/back-office/findings/open-findings.ts'

export type Lease = Reply<typeof review.lease>

/** One reviewer's queue and verdicts as an immutable value: every function returns the next session. */
export interface ReviewSession {
  items: QueueItem[]
  /** The image shown; null while there is none. */
  currentId: number | null
  /** Images in this queue, including those decided in this session. */
  total: number
  /** The last lease reached the end of the queue. */
  isComplete: boolean
  /** The last lease failed. */
  hasFailed: boolean
  /** What became of the image shown or asked for, where others took it; null once the next one is decided. */
  taken: (Lease['gone'][number] & { title: string | undefined }) | null
  /** How many images of this queue other reviewers have. */
  elsewhere: Lease['elsewhere']
  /** The image that the address asks for, until a lease has looked for it. */
  requestedId: number | null
}

export type Verdict = 'approved' | 'rejected' | 'skipped'

export interface QueueItem {
  image: ManagedImage
  verdict: Verdict | 'waiting'
  rejection: Rejection
  /** Position of its verdict among those of the session. */
  turn: number
  /** By what its decision is undone: undefined until that is stored, null when it is too late. */
  act: number | null | undefined
}

export type DecidedItem = QueueItem & { verdict: Verdict }

/** Reason and note of a rejection, or a draft of them. */
export interface Rejection {
  reason: RejectionReason | null
  note: string
}

export const emptySession: ReviewSession = {
  items: [],
  currentId: null,
  total: 0,
  isComplete: false,
  hasFailed: false,
  taken: null,
  elsewhere: [],
  requestedId: null,
}

const isWaiting = ({ verdict }: QueueItem) => verdict === 'waiting'
export const isDecided = ({ verdict }: QueueItem) => verdict === 'approved' || verdict === 'rejected'

export const itemOf = ({ items }: ReviewSession, id: number | null) => items.find(({ image }) => image.id === id)

export const isFinished = ({ currentId, isComplete }: ReviewSession) => currentId === null && isComplete

/** Waiting items after the current one, then those before it. */
export function upcoming({ items, currentId }: ReviewSession): QueueItem[] {
  const index = items.findIndex(({ image }) => image.id === currentId)
  return [...items.slice(index + 1), ...items.slice(0, Math.max(index, 0))].filter(isWaiting)
}

export function countVerdicts({ items }: ReviewSession): Record<Verdict, number> {
  const count = (verdict: Verdict) => items.filter((item) => item.verdict === verdict).length
  return { approved: count('approved'), rejected: count('rejected'), skipped: count('skipped') }
}

/** With fewer waiting images the next ones are leased, so that the reviewer never waits. */
const lowWaterMark = 8

export const needsLease = (session: ReviewSession) =>
  !session.hasFailed && !session.isComplete && (session.currentId === null || upcoming(session).length < lowWaterMark)

/** What a reviewer has, as the call for more says it. */
export const imagesSeen = (session: ReviewSession) => ({
  waiting: [itemOf(session, session.currentId), ...upcoming(session)]
    .filter((item) => item && isWaiting(item))
    .map((item) => ({ id: item!.image.id, version: item!.image.version }))
    // No version is 0, so its present one is sent.
    .concat(session.requestedId === null ? [] : [{ id: session.requestedId, version: 0 }])
    .slice(0, limits.leasedImages),
  skipped: session.items
    .filter(({ verdict }) => verdict === 'skipped')
    .slice(-limits.bulkImages)
    .map(({ image }) => image.id),
})

/**
 * Merges a lease. It is asked for after all decisions so far were answered, so what has none was decided meanwhile and
 * stays. New images join, those that were decided and have changed since wait again, and what others have or decided
 * leaves, the current image included.
 */
export function mergeLease(session: ReviewSession, lease: Lease): ReviewSession {
  const left = lease.gone.filter(({ id }) => !isAnswerDue(itemOf(session, id)))
  const taken = left.find(({ id }) => id === (session.requestedId ?? session.currentId))
  const remaining = left.reduce((current, { id }) => withoutItem(current, id), session)
  const items = mergeItems(remaining.items, lease.images)
  // What was asked for comes before older ones.
  items.sort(
    (one, other) => Number(other.image.id === session.requestedId) - Number(one.image.id === session.requestedId),
  )
  const waiting = items.filter(isWaiting)
  return {
    ...remaining,
    items,
    currentId: remaining.currentId ?? waiting[0]?.image.id ?? null,
    total: Math.max(lease.count + items.filter(isDecided).length, items.length),
    taken: taken ? { ...taken, title: itemOf(session, taken.id)?.image.title } : session.taken,
    elsewhere: lease.elsewhere,
    isComplete: waiting.length < limits.leasedImages,
    hasFailed: false,
    requestedId: null,
  }
}

const isAnswerDue = (item: QueueItem | undefined) => item && !isWaiting(item) && item.act === undefined

function mergeItems(items: QueueItem[], images: ManagedImage[]): QueueItem[] {
  const leased = new Map(images.map((image) => [image.id, image]))
  const merged = items.map((item): QueueItem => {
    const image = leased.get(item.image.id)
    leased.delete(item.image.id)
    if (!image || isAnswerDue(item) || image.version < item.image.version) return item
    return isWaiting(item) ? { ...item, image } : newItem(image)
  })
  return [...merged, ...[...leased.values()].map(newItem)]
}

const newItem = (image: ManagedImage): QueueItem => ({
  image,
  verdict: 'waiting',
  rejection: { reason: fittingReason(image), note: '' },
  turn: 0,
  act: undefined,
})

/** The image with the file that is to be judged: the one that waits beside it, or else its own. */
export function judgedImage(image: ManagedImage): ManagedImage {
  const file = image.waiting_edit?.file
  return file ? { ...image, ...file, overruled: [] } : image
}

/** The reason that is preselected: that of the worst finding in the picture. */
const fittingReason = (image: ManagedImage) => reasonOfFindings(openFindingsOf(judgedImage(image)))

/** Records a verdict on the current image and shows the next one. */
export function applyVerdict(session: ReviewSession, verdict: Verdict): ReviewSession {
  if (session.currentId === null) return session
  const turn = 1 + Math.max(...session.items.map((item) => item.turn))
  const after = updateItem(session, session.currentId, { verdict, turn, act: undefined })
  return { ...showing(after, upcoming(after)[0]?.image.id ?? null), taken: null, hasFailed: false }
}

/** At the end of the queue more may have come meanwhile. */
const showing = (session: ReviewSession, currentId: number | null): ReviewSession => ({
  ...session,
  currentId,
  isComplete: currentId !== null && session.isComplete,
})

export const lastDecided = ({ items }: ReviewSession) =>
  items.filter((item): item is DecidedItem => !isWaiting(item)).toSorted((one, other) => other.turn - one.turn)[0]

export function lastUndoable(session: ReviewSession): DecidedItem | undefined {
  const last = lastDecided(session)
  return last?.act === null ? undefined : last
}

/** Undoes the last verdict and shows its image. */
export function undo(session: ReviewSession): ReviewSession {
  const last = lastUndoable(session)
  return last ? showing(updateItem(session, last.image.id, { verdict: 'waiting' }), last.image.id) : session
}

/** Moves to the next or previous undecided image. */
export function move(session: ReviewSession, step: 1 | -1): ReviewSession {
  const undecided = session.items.filter((item) => !isDecided(item))
  const index = undecided.findIndex(({ image }) => image.id === session.currentId)
  return index < 0 ? session : { ...session, currentId: (undecided[index + step] ?? undecided[index]!).image.id }
}

export function editRejection(session: ReviewSession, change: Partial<Rejection>): ReviewSession {
  const item = itemOf(session, session.currentId)
  return item ? updateItem(session, item.image.id, { rejection: { ...item.rejection, ...change } }) : session
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
  return { ...session, items, currentId: session.currentId ?? items.find(isWaiting)?.image.id ?? null }
}

/** A decision failed to arrive: its image waits again, next after the current one. */
export function requeue(session: ReviewSession, id: number): ReviewSession {
  const returned = itemOf(session, id)
  if (!returned) return session
  const items = session.items.filter((item) => item !== returned)
  const index = items.findIndex(({ image }) => image.id === session.currentId)
  items.splice(index + 1, 0, { ...returned, verdict: 'waiting' })
  return { ...session, items, currentId: session.currentId ?? id }
}

/** Removes an outdated image; if it still waits, the next lease returns its current state. */
export function removeItem(session: ReviewSession, id: number): ReviewSession {
  if (!itemOf(session, id)) return session
  return { ...withoutItem(session, id), total: session.total - 1 }
}

function withoutItem(session: ReviewSession, id: number): ReviewSession {
  const next = upcoming({ ...session, currentId: id })[0]?.image.id ?? null
  const remaining = { ...session, items: session.items.filter(({ image }) => image.id !== id) }
  return showing(remaining, session.currentId === id ? next : session.currentId)
}

export function updateItem(session: ReviewSession, id: number, change: Partial<QueueItem>): ReviewSession {
  const items = session.items.map((item): QueueItem => (item.image.id === id ? { ...item, ...change } : item))
  return { ...session, items }
}
