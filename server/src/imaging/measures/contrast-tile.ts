import type { ContrastTile } from '@vitrine/contract/schemas/image'
import { type Oklab, type Oklch, oklabDistance, oklabToRgb, oklchToOklab, rgbToOklab } from '#imaging/colour/oklab'
import { colourAt, type Rgb, type Rgba, type RgbaImage } from './rgba-image.ts'

/**
 * The tones of the checkerboard on each tile, as the tokens in tokens.css (compared by a test), and the contrast from
 * which on a colour stands out. It is lower on white, where pastel colours are seen well. Black stands out from the
 * dark tile as the outline of something lighter, but a drawing in black alone does not
 * (`minInkContrast`, decision 0079).
 */
export const tiles = {
  light: {
    usual: [oklch(1, 0, 0), oklch(0.956, 0.004, 95)],
    contrast: [oklch(0.75, 0.006, 95), oklch(0.725, 0.006, 95)],
    minContrast: 1.15,
    minInkContrast: 1.15,
  },
  dark: {
    usual: [oklch(0.33, 0.01, 265), oklch(0.36, 0.01, 265)],
    contrast: [oklch(0.95, 0.004, 95), oklch(0.92, 0.004, 95)],
    minContrast: 1.6,
    minInkContrast: 1.75,
  },
} as const
type Tile = (typeof tiles)['light' | 'dark']

function oklch(l: number, chroma: number, hue: number): Oklch {
  return { l, chroma, hue }
}

/** Shares of an outline, and of outline or ink, that stand out where the usual tile is good enough. */
export const minVisibleShare = 0.8
const minVisibleInk = 0.2
/** The number of places from which an outline says anything. */
const minOutlineLength = 20

/** Where a picture needs the contrast tile; null where the usual one shows outline and ink, or the other no more. */
export function contrastTile(outline: Rgba[], ink: Rgba[]): ContrastTile | null {
  if (outline.length < minOutlineLength) return null
  const isBetter = (tile: Tile) => {
    const isMoreSeen = (colours: Rgba[], minShare: number, minContrast: number) => {
      const share = visibleShare(colours, tile.usual, minContrast)
      return share < minShare && visibleShare(colours, tile.contrast, minContrast) > share
    }
    return (
      isMoreSeen(outline, minVisibleShare, tile.minContrast) ||
      [outline, ink].every((colours) => isMoreSeen(colours, minVisibleInk, tile.minInkContrast))
    )
  }
  const [light, dark] = [isBetter(tiles.light), isBetter(tiles.dark)]
  if (light) return dark ? 'both' : 'light'
  return dark ? 'dark' : null
}

/** Pixels that are looked at, spread over the picture, and the alpha of 255 from which one counts as ink. */
const inkPlaces = 10_000
const minInkAlpha = 128

/** The colours of pixels that are at least half opaque. */
export function sampleInk({ pixels, width, height }: RgbaImage): Rgba[] {
  const ink: Rgba[] = []
  // An odd step falls into other columns in each row.
  const step = 4 * (Math.ceil((width * height) / inkPlaces) | 1)
  for (let at = 0; at < pixels.length; at += step)
    if (pixels[at + 3]! >= minInkAlpha) ink.push([...colourAt(pixels, at), 255])
  return ink
}

/** The share of colours, 0 to 1, that stand out from both tones of a tile. */
export function visibleShare(colours: Rgba[], tones: Tile['usual' | 'contrast'], minContrast: number): number {
  const backdrops = tones.map((tone) => {
    const rgb = oklabToRgb(oklchToOklab(tone))
    return { rgb, seen: onScreen(rgb) }
  })
  const standsOut = (colour: Rgba) =>
    backdrops.every(({ rgb, seen }) => contrast(onScreen(blend(rgb, colour)), seen) >= minContrast)
  return colours.filter(standsOut).length / colours.length
}

/** From 1: of greys the contrast ratio of WCAG 2.2, and of other colours more, by their distance in OKLab. */
const contrast = (one: Oklab, other: Oklab) =>
  (1 - Math.min(1, oklabDistance(one, other) / Math.max(one.l, other.l))) ** -3

/** Stray light that a screen adds, as WCAG 2.2 reckons it. */
const flare = 0.05
const onScreen = ([red, green, blue]: Rgb) => rgbToOklab(red, green, blue, flare)

/** A translucent colour on an opaque one: browsers blend in sRGB. */
function blend(backdrop: Rgb, [red, green, blue, alpha]: Rgba): Rgb {
  const channel = (above: number, below: number) => below + ((above - below) * alpha) / 255
  return [channel(red, backdrop[0]), channel(green, backdrop[1]), channel(blue, backdrop[2])]
}
