import type { ManagedImage } from '@vitrine/contract/lists'
import type { RejectionReason } from '@vitrine/contract/reasons'

/**
 * What one reviewer has before him and has done, as values: every function answers the sitting after something happened.
 * What is shown changes by his own hand alone, so that no key ever meets an image that came a moment ago.
 */
export interface Sitting {
  places: Place[]
  /** The image on the stage; null while there is none. */
  shown: number | null
  /** What can be taken back, the latest last. */
  acts: number[]
  /** How many images this queue has, decided ones included. */
  total: number
  /** Counts what happened, so that a reading of the queue knows what it is too old to judge. */
  steps: number
  /** Counts the readings. */
  readings: number
  /** The queue was read to its end. */
  whole: boolean
  /** Nothing waited at the end of a reading. */
  ended: boolean
  /** The queue is known to have changed. */
  stale: boolean
  /** The last reading failed. */
  failed: boolean
  /** Somebody else works on the same images: the next one is taken from further on. */
  crowded: boolean
}

export type Act = 'approved' | 'rejected' | 'skipped'

export interface Place {
  image: ManagedImage
  fate: Act | 'waiting'
  because: Because
  /** The step at which something was last done here. */
  touched: number
}

/** Why it is rejected, or would be. */
export interface Because {
  reason: RejectionReason | null
  note: string
}

export interface Reading {
  images: ManagedImage[]
  count: number
  /** It reached the end of the queue. */
  whole: boolean
  /** `steps` when it began. */
  since: number
}

export const beginning: Sitting = {
  places: [],
  shown: null,
  acts: [],
  total: 0,
  steps: 0,
  readings: 0,
  whole: false,
  ended: false,
  stale: false,
  failed: false,
  crowded: false,
}

/** Fewer than this wait: more are asked for, so that nobody ever waits for them. */
const enough = 15

const waits = ({ fate }: Place) => fate === 'waiting'
const isDecided = ({ fate }: Place) => fate === 'approved' || fate === 'rejected'

export const placeOf = ({ places }: Sitting, id: number | null) => places.find(({ image }) => image.id === id)

/** What waits from the one on the stage on, and then what waits before it. */
export function ahead({ places, shown }: Sitting): Place[] {
  const at = places.findIndex(({ image }) => image.id === shown)
  return [...places.slice(at + 1), ...places.slice(0, Math.max(at, 0))].filter(waits)
}

export function tally({ places }: Sitting): Record<Act, number> {
  const count = (act: Act) => places.filter(({ fate }) => fate === act).length
  return { approved: count('approved'), rejected: count('rejected'), skipped: count('skipped') }
}

export function wantsMore(sitting: Sitting): boolean {
  if (sitting.failed) return false
  if (sitting.stale) return true
  return sitting.shown === null ? !sitting.ended : ahead(sitting).length < enough && !sitting.whole
}

/**
 * The queue as it is now. Where nothing was done since the reading began it is right: what is new joins, what comes again
 * waits again, and what others have decided leaves. The image on the stage stays as its reviewer sees it.
 */
export function read(sitting: Sitting, { images, count, whole, since }: Reading): Sitting {
  const fresh = new Map(images.map((image) => [image.id, image]))
  const last = images.at(-1)
  const isGone = ({ image }: Place) => !fresh.has(image.id) && (whole || (last !== undefined && isBefore(image, last)))
  const judged = (place: Place): Place[] => {
    if (place.image.id === sitting.shown || place.touched > since) return [place]
    const now = fresh.get(place.image.id)
    if (!now) return isDecided(place) || !isGone(place) ? [place] : []
    return [isDecided(place) ? newPlace(now, place.touched) : { ...place, image: now }]
  }
  const known = new Set(sitting.places.map(({ image }) => image.id))
  const joining = images.filter(({ id }) => !known.has(id)).map((image) => newPlace(image, sitting.steps))
  const places = [...sitting.places.flatMap(judged), ...joining]
  const acts = sitting.acts.filter((id) => places.some((place) => place.image.id === id && !waits(place)))
  const total = Math.max(count + places.filter(isDecided).length, places.length)
  const next = { ...sitting, places, acts, total, whole, stale: false, failed: false, readings: sitting.readings + 1 }
  const shown = sitting.shown ?? ahead(next)[0]?.image.id ?? null
  return { ...next, shown, ended: whole && shown === null }
}

const newPlace = (image: ManagedImage, touched: number): Place => ({
  image,
  fate: 'waiting',
  because: { reason: null, note: '' },
  touched,
})

/** In the order of the queue. */
function isBefore(one: ManagedImage, other: ManagedImage): boolean {
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at
}

export const unread = (sitting: Sitting): Sitting => ({
  ...sitting,
  failed: true,
  stale: false,
  readings: sitting.readings + 1,
})

export const readAgain = (sitting: Sitting): Sitting => ({ ...sitting, failed: false, stale: true, ended: false })

/** Something is done with the image on the stage, and the next one is shown. */
export function act(sitting: Sitting, done: Act): Sitting {
  const { shown: id } = sitting
  if (id === null) return sitting
  const after = touch(sitting, id, { fate: done })
  const next = ahead(after)
  const shown = next[sitting.crowded ? next.length >> 1 : 0]?.image.id ?? null
  const acts = [...sitting.acts.filter((one) => one !== id), id]
  return { ...after, acts, shown, crowded: false, ended: false, failed: false }
}

/** The last act is taken back, and its image shown. */
export function undo(sitting: Sitting): Sitting {
  const id = sitting.acts.at(-1)
  if (id === undefined) return sitting
  return { ...touch(sitting, id, { fate: 'waiting' }), acts: sitting.acts.slice(0, -1), shown: id, ended: false }
}

/** To the next or the previous one of which nothing is decided. */
export function move(sitting: Sitting, step: 1 | -1): Sitting {
  const open = sitting.places.filter((place) => !isDecided(place))
  const at = open.findIndex(({ image }) => image.id === sitting.shown)
  return at < 0 ? sitting : { ...sitting, shown: (open[at + step] ?? open[at]!).image.id }
}

export function explain(sitting: Sitting, because: Partial<Because>): Sitting {
  const place = placeOf(sitting, sitting.shown)
  if (!place) return sitting
  return touch(sitting, place.image.id, { because: { ...place.because, ...because } })
}

/** What was skipped waits again, its first on the stage. */
export function lookAgain(sitting: Sitting): Sitting {
  const places = sitting.places.map((place) =>
    place.fate === 'skipped' ? { ...place, fate: 'waiting' as const } : place,
  )
  const acts = sitting.acts.filter((id) => isDecided(placeOf(sitting, id)!))
  const shown = sitting.shown ?? places.find(waits)?.image.id ?? null
  return { ...sitting, places, acts, shown, ended: false }
}

/** A decision did not arrive: its image is the next one. */
export function comeBack(sitting: Sitting, id: number): Sitting {
  const after = touch(sitting, id, { fate: 'waiting' })
  const back = placeOf(after, id)
  if (!back) return sitting
  const places = after.places.filter((place) => place !== back)
  const at = places.findIndex(({ image }) => image.id === sitting.shown)
  places.splice(at + 1, 0, back)
  const acts = sitting.acts.filter((one) => one !== id)
  return { ...after, places, acts, shown: sitting.shown ?? id, ended: false }
}

/** What is known of an image is not true any more. Where it still waits, the next reading brings it as it is now. */
export function forget(sitting: Sitting, id: number): Sitting {
  const next = ahead({ ...sitting, shown: id })
  const places = sitting.places.filter(({ image }) => image.id !== id)
  return {
    ...sitting,
    places,
    acts: sitting.acts.filter((one) => one !== id),
    shown: sitting.shown === id ? (next[0]?.image.id ?? null) : sitting.shown,
    total: sitting.total - 1,
    stale: true,
    ended: false,
    crowded: true,
  }
}

function touch(sitting: Sitting, id: number, change: Partial<Place>): Sitting {
  const steps = sitting.steps + 1
  const places = sitting.places.map((place) =>
    place.image.id === id ? { ...place, ...change, touched: steps } : place,
  )
  return { ...sitting, places, steps }
}
