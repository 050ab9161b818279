import type { Drawing } from './browser.ts'

/** Of 255, over the channels red, green and blue. */
export interface Difference {
  mean: number
  /** The mean of the pixels beside which alpha changes. */
  edges: number
  /** Edge pixels of a colour that the original has nowhere near. */
  fringes: number
}

/** The indexes of the pixels beside which alpha differs by more than 8 of 255. */
export function findEdges(onWhite: Drawing, onBlack: Drawing): number[] {
  const { width, height } = onWhite
  const alpha = Array.from({ length: width * height }, (_, at) => alphaAt(onWhite, onBlack, at * 4))
  const differs = (at: number, other: number) => Math.abs(alpha[at]! - (alpha[other] ?? alpha[at]!)) > 8
  const steps = [1, width - 1, width, width + 1].flatMap((step) => [step, -step])
  return alpha.flatMap((_, at) => (steps.some((step) => differs(at, at + step)) ? [at] : []))
}

/** On white a clear pixel is 255 brighter than on black, an opaque one as bright. */
const alphaAt = (onWhite: Drawing, onBlack: Drawing, at: number) => 255 - (onWhite.pixels[at]! - onBlack.pixels[at]!)

/** The pixels of both drawings as RGBA, not premultiplied. */
export function removeBackground(onWhite: Drawing, onBlack: Drawing): Buffer {
  const pixels = Buffer.from(onBlack.pixels)
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = alphaAt(onWhite, onBlack, at)
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.min(255, Math.round((pixels[channel]! * 255) / Math.max(alpha, 1)))
    pixels[at + 3] = alpha
  }
  return pixels
}

export function compareDrawings(original: Drawing, preview: Drawing, edges: number[]): Difference {
  if (original.width !== preview.width || original.height !== preview.height)
    throw new Error(
      `A preview has ${preview.width} x ${preview.height} pixels, not ${original.width} x ${original.height}.`,
    )
  const count = original.width * original.height
  let sum = 0
  for (let at = 0; at < count; at++) sum += pixelDifference(original, preview, at)
  const ofEdges = edges.reduce((total, at) => total + pixelDifference(original, preview, at), 0)
  return {
    mean: sum / count,
    edges: edges.length ? ofEdges / edges.length : 0,
    fringes: edges.filter((at) => isFringe(original, preview, at)).length,
  }
}

function pixelDifference(one: Drawing, other: Drawing, pixel: number): number {
  let sum = 0
  for (let at = pixel * 4; at < pixel * 4 + 3; at++) sum += Math.abs(one.pixels[at]! - other.pixels[at]!)
  return sum / 3
}

/** Of 255: how far a channel may lie outside of what the original has within two pixels. */
const FRINGE = 24

function isFringe(original: Drawing, preview: Drawing, pixel: number): boolean {
  const near = neighbours(pixel, 2, original.width, original.height)
  return [0, 1, 2].some((channel) => {
    const levels = near.map((other) => original.pixels[other * 4 + channel]!)
    const level = preview.pixels[pixel * 4 + channel]!
    return level < Math.min(...levels) - FRINGE || level > Math.max(...levels) + FRINGE
  })
}

/** The indexes of the pixels within `radius` of one, itself included. */
function neighbours(pixel: number, radius: number, width: number, height: number): number[] {
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  const near: number[] = []
  for (let row = Math.max(y - radius, 0); row <= Math.min(y + radius, height - 1); row++)
    for (let column = Math.max(x - radius, 0); column <= Math.min(x + radius, width - 1); column++)
      near.push(row * width + column)
  return near
}
