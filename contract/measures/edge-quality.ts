import type { EdgeProfile, EdgeSamples } from './edge-samples.ts'
import type { Point, Rgb } from './rgba-image.ts'

/** How clean the edge of a cut-out is; shares are 0 to 1. */
export interface EdgeQuality {
  /** Of slanting places, those that are cut without softness; 0 where too few slant. */
  jaggedShare: number
  jaggedPlaces: Point[]
  /** The old background's colour that is left in the edge most often. */
  fringe: Fringe
}

export interface Fringe {
  colour: Rgb
  /** Of the places at which this colour could be told from the inside, those where it is left. */
  share: number
  places: Point[]
}

/** Fewer slanting places or profiles than these say nothing. */
const minSlanting = 12
const minProfiles = 20

/**
 * Dark colours are missing on purpose: a dark fringe cannot be told from a thin outline, which clean drawings have.
 * The saturated ones are those that people film and photograph against.
 */
const fringeColours: Rgb[] = [
  [255, 255, 255],
  [0, 255, 0],
  [0, 0, 255],
  [255, 0, 0],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
]

export function edgeQuality({ slanting, jagged, profiles }: EdgeSamples): EdgeQuality {
  const isJudged = slanting >= minSlanting
  const fringes = fringeColours.map((colour) => fringeOf(profiles, colour))
  return {
    jaggedShare: isJudged ? jagged.length / slanting : 0,
    jaggedPlaces: isJudged ? jagged : [],
    // White first: a stable sort keeps it before others with the same share.
    fringe: fringes.sort((a, b) => b.share - a.share)[0]!,
  }
}

/**
 * The share of places whose outermost pixel is a mixture of the inside with a foreign colour that is gone further in.
 * A drawn outline is no mixture: its outermost pixel has the outline's colour to the full.
 */
function fringeOf(profiles: EdgeProfile[], colour: Rgb): Fringe {
  const places: Point[] = []
  let judged = 0
  for (const profile of profiles) {
    const mixture = mixtureOf(profile, colour)
    if (mixture === null) continue
    judged++
    if (mixture) places.push({ x: profile.x, y: profile.y })
  }
  return { colour, share: judged >= minProfiles ? places.length / judged : 0, places }
}

/** RGB distance, squared, below which the inside is too near to the foreign colour to tell. */
const minDistance = 60 ** 2
/** How far the outermost pixel leans from the inside (0) towards the foreign colour (1). */
const minLean = 0.1
const maxLean = 0.93

/** Whether the outermost pixel is such a mixture; null where it cannot be told. */
function mixtureOf({ outer, middle, inner }: EdgeProfile, colour: Rgb): boolean | null {
  const axis = subtract(colour, inner)
  const length = dot(axis, axis)
  if (length < minDistance) return null
  const lean = dot(subtract(outer, inner), axis) / length
  const leanFurtherIn = dot(subtract(middle, inner), axis) / length
  if (lean <= minLean || lean >= maxLean || leanFurtherIn >= lean * 0.75 + 0.02) return false
  const aside = subtract(subtract(outer, inner), [axis[0] * lean, axis[1] * lean, axis[2] * lean])
  return dot(aside, aside) < 0.02 * length + 60
}

const subtract = (one: Rgb, other: Rgb): Rgb => [one[0] - other[0], one[1] - other[1], one[2] - other[2]]
const dot = (one: Rgb, other: Rgb) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
