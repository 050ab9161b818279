import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'

/**
 * What one reviewer has before him and has done, as values: every function answers the sitting after something happened.
 * What is shown changes by his own hand alone, so that no key ever meets an image that came a moment ago.
 */
export interface ReviewSession {
  items: QueueItem[]
  /** The image on the stage; null while there is none. */
  currentId: number | null
  /** What can be taken back, the latest last. */
  undoStack: number[]
  /** How many images this queue has, decided ones included. */
  total: number
  /** Counts what happened, so that a reading of the queue knows what it is too old to judge. */
  revision: number
  /** Counts the readings. */
  fetchCount: number
  /** The queue was read to its end. */
  isComplete: boolean
  /** Nothing waited at the end of a reading. */
  isFinished: boolean
  /** The queue is known to have changed. */
  isStale: boolean
  /** The last reading failed. */
  hasFailed: boolean
  /** Somebody else works on the same images: the next one is taken from further on. */
  isContended: boolean
}

export type Verdict = 'approved' | 'rejected' | 'skipped'

export interface QueueItem {
  image: ManagedImage
  verdict: Verdict | 'waiting'
  rejection: Rejection
  /** The step at which something was last done here. */
  changedAtRevision: number
}

/** Why it is rejected, or would be. */
export interface Rejection {
  reason: RejectionReason | null
  note: string
}

export interface QueueFetch {
  images: ManagedImage[]
  count: number
  /** It reached the end of the queue. */
  whole: boolean
  /** `steps` when it began. */
  since: number
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

/** Fewer than this wait: more are asked for, so that nobody ever waits for them. */
const lowWaterMark = 15

const isWaiting = ({ verdict: fate }: QueueItem) => fate === 'waiting'
const isDecided = ({ verdict: fate }: QueueItem) => fate === 'approved' || fate === 'rejected'

export const itemOf = ({ items: places }: ReviewSession, id: number | null) =>
  places.find(({ image }) => image.id === id)

/** What waits from the one on the stage on, and then what waits before it. */
export function upcoming({ items: places, currentId: shown }: ReviewSession): QueueItem[] {
  const at = places.findIndex(({ image }) => image.id === shown)
  return [...places.slice(at + 1), ...places.slice(0, Math.max(at, 0))].filter(isWaiting)
}

export function countVerdicts({ items: places }: ReviewSession): Record<Verdict, number> {
  const count = (act: Verdict) => places.filter(({ verdict: fate }) => fate === act).length
  return { approved: count('approved'), rejected: count('rejected'), skipped: count('skipped') }
}

export function needsFetch(sitting: ReviewSession): boolean {
  if (sitting.hasFailed) return false
  if (sitting.isStale) return true
  return sitting.currentId === null
    ? !sitting.isFinished
    : upcoming(sitting).length < lowWaterMark && !sitting.isComplete
}

/**
 * The queue as it is now. Where nothing was done since the reading began it is right: what is new joins, what comes again
 * waits again, and what others have decided leaves. The image on the stage stays as its reviewer sees it.
 */
export function mergeFetch(sitting: ReviewSession, { images, count, whole, since }: QueueFetch): ReviewSession {
  const fresh = new Map(images.map((image) => [image.id, image]))
  const last = images.at(-1)
  const isGone = ({ image }: QueueItem) =>
    !fresh.has(image.id) && (whole || (last !== undefined && isBefore(image, last)))
  const judged = (place: QueueItem): QueueItem[] => {
    if (place.image.id === sitting.currentId || place.changedAtRevision > since) return [place]
    const now = fresh.get(place.image.id)
    if (!now) return isDecided(place) || !isGone(place) ? [place] : []
    return [isDecided(place) ? newItem(now, place.changedAtRevision) : { ...place, image: now }]
  }
  const known = new Set(sitting.items.map(({ image }) => image.id))
  const joining = images.filter(({ id }) => !known.has(id)).map((image) => newItem(image, sitting.revision))
  const places = [...sitting.items.flatMap(judged), ...joining]
  const acts = sitting.undoStack.filter((id) => places.some((place) => place.image.id === id && !isWaiting(place)))
  const total = Math.max(count + places.filter(isDecided).length, places.length)
  const next: ReviewSession = {
    ...sitting,
    items: places,
    undoStack: acts,
    total,
    isComplete: whole,
    isStale: false,
    hasFailed: false,
    fetchCount: sitting.fetchCount + 1,
  }
  const shown = sitting.currentId ?? upcoming(next)[0]?.image.id ?? null
  return { ...next, currentId: shown, isFinished: whole && shown === null }
}

const newItem = (image: ManagedImage, touched: number): QueueItem => ({
  image,
  verdict: 'waiting',
  rejection: { reason: null, note: '' },
  changedAtRevision: touched,
})

/** In the order of the queue. */
function isBefore(one: ManagedImage, other: ManagedImage): boolean {
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at
}

export const markFetchFailed = (sitting: ReviewSession): ReviewSession => ({
  ...sitting,
  hasFailed: true,
  isStale: false,
  fetchCount: sitting.fetchCount + 1,
})

export const requestRefetch = (sitting: ReviewSession): ReviewSession => ({
  ...sitting,
  hasFailed: false,
  isStale: true,
  isFinished: false,
})

/** Something is done with the image on the stage, and the next one is shown. */
export function applyVerdict(sitting: ReviewSession, done: Verdict): ReviewSession {
  const { currentId: id } = sitting
  if (id === null) return sitting
  const after = updateItem(sitting, id, { verdict: done })
  const next = upcoming(after)
  const shown = next[sitting.isContended ? next.length >> 1 : 0]?.image.id ?? null
  const acts = [...sitting.undoStack.filter((one) => one !== id), id]
  return { ...after, undoStack: acts, currentId: shown, isContended: false, isFinished: false, hasFailed: false }
}

/** The last act is taken back, and its image shown. */
export function undo(sitting: ReviewSession): ReviewSession {
  const id = sitting.undoStack.at(-1)
  if (id === undefined) return sitting
  return {
    ...updateItem(sitting, id, { verdict: 'waiting' }),
    undoStack: sitting.undoStack.slice(0, -1),
    currentId: id,
    isFinished: false,
  }
}

/** To the next or the previous one of which nothing is decided. */
export function move(sitting: ReviewSession, step: 1 | -1): ReviewSession {
  const open = sitting.items.filter((place) => !isDecided(place))
  const at = open.findIndex(({ image }) => image.id === sitting.currentId)
  return at < 0 ? sitting : { ...sitting, currentId: (open[at + step] ?? open[at]!).image.id }
}

export function editRejection(sitting: ReviewSession, because: Partial<Rejection>): ReviewSession {
  const place = itemOf(sitting, sitting.currentId)
  if (!place) return sitting
  return updateItem(sitting, place.image.id, { rejection: { ...place.rejection, ...because } })
}

/** What was skipped waits again, its first on the stage. */
export function requeueSkipped(sitting: ReviewSession): ReviewSession {
  const places = sitting.items.map(
    (place): QueueItem => (place.verdict === 'skipped' ? { ...place, verdict: 'waiting' as const } : place),
  )
  const acts = sitting.undoStack.filter((id) => isDecided(itemOf(sitting, id)!))
  const shown = sitting.currentId ?? places.find(isWaiting)?.image.id ?? null
  return { ...sitting, items: places, undoStack: acts, currentId: shown, isFinished: false }
}

/** A decision did not arrive: its image is the next one. */
export function requeue(sitting: ReviewSession, id: number): ReviewSession {
  const after = updateItem(sitting, id, { verdict: 'waiting' })
  const back = itemOf(after, id)
  if (!back) return sitting
  const places = after.items.filter((place) => place !== back)
  const at = places.findIndex(({ image }) => image.id === sitting.currentId)
  places.splice(at + 1, 0, back)
  const acts = sitting.undoStack.filter((one) => one !== id)
  return { ...after, items: places, undoStack: acts, currentId: sitting.currentId ?? id, isFinished: false }
}

/** What is known of an image is not true any more. Where it still waits, the next reading brings it as it is now. */
export function removeItem(sitting: ReviewSession, id: number): ReviewSession {
  const next = upcoming({ ...sitting, currentId: id })
  const places = sitting.items.filter(({ image }) => image.id !== id)
  return {
    ...sitting,
    items: places,
    undoStack: sitting.undoStack.filter((one) => one !== id),
    currentId: sitting.currentId === id ? (next[0]?.image.id ?? null) : sitting.currentId,
    total: sitting.total - 1,
    isStale: true,
    isFinished: false,
    isContended: true,
  }
}

function updateItem(sitting: ReviewSession, id: number, change: Partial<QueueItem>): ReviewSession {
  const steps = sitting.revision + 1
  const places = sitting.items.map(
    (place): QueueItem => (place.image.id === id ? { ...place, ...change, changedAtRevision: steps } : place),
  )
  return { ...sitting, items: places, revision: steps }
}
