import { rgbToHex } from '#imaging/measures/rgba-image'
import { type Oklab, oklabDistance, oklabToRgb, rgbToOklab } from './oklab.ts'

export interface Swatch {
  /** '#rrggbb' */
  hex: string
  /** Share of all visible pixels, 0 to 1, weighted by alpha. */
  share: number
}

/** Of RGBA pixels every n-th of every n-th row, at most `side` each way: unlike resizing, this mixes no colours. */
export function subsample(pixels: Uint8Array, width: number, side: number): Uint8Array {
  const height = pixels.length / 4 / width
  const step = Math.ceil(Math.max(width, height) / side)
  const [across, down] = [Math.ceil(width / step), Math.ceil(height / step)]
  const sampled = new Uint8Array(across * down * 4)
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const from = (y * width + x) * step * 4
      sampled.set(pixels.subarray(from, from + 4), (y * across + x) * 4)
    }
  return sampled
}

/** At most five, largest share first, by k-means in OKLab weighted by alpha; for a small sample, deterministic. */
export function visibleColours(pixels: Uint8Array): Swatch[] {
  const shades = quantize(pixels)
  if (shades.length === 0) return []
  const { weight } = mean(shades)
  return mergeSimilar(kMeans(shades))
    .map((centre) => ({
      hex: rgbToHex(oklabToRgb(centre)),
      share: Math.round((centre.weight / weight) * 1000) / 1000,
    }))
    .filter((swatch) => swatch.share >= MIN_SHARE)
    .sort((one, two) => two.share - one.share || one.hex.localeCompare(two.hex))
}

const MAX_SWATCHES = 5
/** Of k-means; images converge within ten. */
const ITERATIONS = 12
const MIN_SHARE = 0.01
/** OKLab distance below which two clusters are merged; 0.02 is just noticeable. */
const MERGE_DISTANCE = 0.06

/** A colour in OKLab with its weight: 1 is one fully opaque pixel. */
interface WeightedColour extends Oklab {
  weight: number
}

/** The mean colour of each occupied OKLab cell 1/32 wide: some hundred points for k-means instead of thousands. */
function quantize(pixels: Uint8Array): WeightedColour[] {
  const boxes = new Map<number, WeightedColour[]>()
  for (let at = 0; at < pixels.length; at += 4) {
    const weight = pixels[at + 3]! / 255
    if (weight === 0) continue
    const colour = { ...rgbToOklab(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!), weight }
    boxes.getOrInsertComputed(boxIndex(colour), () => []).push(colour)
  }
  return [...boxes.values()].map(mean)
}

const boxIndex = ({ l, a, b }: Oklab): number =>
  (Math.floor(l * 32) * 32 + Math.floor((a + 0.5) * 32)) * 32 + Math.floor((b + 0.5) * 32)

function kMeans(shades: WeightedColour[]): WeightedColour[] {
  let centres = initialCentres(shades)
  for (let step = 0; step < ITERATIONS; step++) {
    const groups: WeightedColour[][] = centres.map(() => [])
    for (const colour of shades) groups[nearestCentre(centres, colour)]!.push(colour)
    centres = groups.filter((group) => group.length > 0).map(mean)
  }
  return centres
}

/** Farthest-point start of k-means: the commonest shade, then each time the one with the largest weighted error. */
function initialCentres(shades: WeightedColour[]): WeightedColour[] {
  const centres = [shades.reduce((most, shade) => (shade.weight > most.weight ? shade : most))]
  while (centres.length < Math.min(MAX_SWATCHES, shades.length)) {
    const missed = shades.map(
      (shade) => shade.weight * oklabDistance(centres[nearestCentre(centres, shade)]!, shade) ** 2,
    )
    centres.push(shades[missed.indexOf(Math.max(...missed))]!)
  }
  return centres
}

function nearestCentre(centres: WeightedColour[], colour: WeightedColour): number {
  let best = 0
  for (let other = 1; other < centres.length; other++)
    if (oklabDistance(centres[other]!, colour) < oklabDistance(centres[best]!, colour)) best = other
  return best
}

function mergeSimilar(centres: WeightedColour[]): WeightedColour[] {
  const merged: WeightedColour[] = []
  for (const centre of [...centres].sort((one, two) => two.weight - one.weight)) {
    const twin = merged.findIndex((other) => oklabDistance(other, centre) < MERGE_DISTANCE)
    if (twin < 0) merged.push(centre)
    else merged[twin] = mean([merged[twin]!, centre])
  }
  return merged
}

function mean(colours: WeightedColour[]): WeightedColour {
  const sum = { l: 0, a: 0, b: 0, weight: 0 }
  for (const { l, a, b, weight } of colours) {
    sum.l += l * weight
    sum.a += a * weight
    sum.b += b * weight
    sum.weight += weight
  }
  return { l: sum.l / sum.weight, a: sum.a / sum.weight, b: sum.b / sum.weight, weight: sum.weight }
}
