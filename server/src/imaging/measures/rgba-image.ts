import type { Rectangle } from '@vitrine/contract/schemas/findings'

export type { Point, Rectangle } from '@vitrine/contract/schemas/findings'

/** RGBA, 8 bits each, not premultiplied. */
export interface RgbaImage {
  pixels: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** What lies inside of a picture between these columns and rows, of which the last two are outside. */
export function clipped(image: RgbaImage, left: number, top: number, right: number, bottom: number): Rectangle {
  const [x, y] = [Math.max(0, left), Math.max(0, top)]
  return { left: x, top: y, width: Math.min(image.width, right) - x, height: Math.min(image.height, bottom) - y }
}

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number]

/** Red, green, blue and alpha, 0 to 255 each. */
export type Rgba = readonly [number, number, number, number]

/** '#rrggbb' */
export const rgbToHex = (colour: Rgb): string =>
  `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

export function hexToRgb(hex: string): Rgb {
  const rgb = Number.parseInt(hex.slice(1), 16)
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255]
}

/** The Euclidean distance of two colours in RGB: 442 between black and white. */
export const colourDistance = (one: Rgb, other: Rgb): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])

/** The colour of the pixel whose red value lies at this index. */
export const colourAt = (pixels: RgbaImage['pixels'], at: number): Rgb => [
  pixels[at]!,
  pixels[at + 1]!,
  pixels[at + 2]!,
]

/** The middle value of a list that is not empty; the upper one of two. */
export const medianOf = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Of each channel by itself. */
export const medianColour = (colours: Rgb[]): Rgb => [
  medianOf(colours.map(([red]) => red)),
  medianOf(colours.map(([, green]) => green)),
  medianOf(colours.map(([, , blue]) => blue)),
]
