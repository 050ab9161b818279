import { type Oklab, type Oklch, oklabDistance, oklabToRgb, oklchToOklab, rgbToOklab } from '../colour/oklab.ts'
import type { Rgb, Rgba } from './rgba-image.ts'

/** The themes in which a picture lies on the contrast tile instead of the usual one. */
export const contrastTiles = ['light', 'dark', 'both'] as const
export type ContrastTile = (typeof contrastTiles)[number]

/** The two tones of the checkerboard on each tile, as the tokens in tokens.css (compared by a test). */
export const tileTones = {
  light: {
    usual: [oklch(1, 0, 0), oklch(0.956, 0.004, 95)],
    contrast: [oklch(0.84, 0.006, 95), oklch(0.815, 0.006, 95)],
  },
  dark: {
    usual: [oklch(0.21, 0.01, 265), oklch(0.246, 0.01, 265)],
    contrast: [oklch(0.36, 0.01, 265), oklch(0.385, 0.01, 265)],
  },
} as const

/** OKLab distance below which a colour cannot be told from a tone of its tile. */
const minDistance = 0.06
/** The share of the outline that may vanish on the usual tile. */
const maxVanishingShare = 1 / 3
/** Places of which an outline has at least so many; fewer say nothing. */
const minOutlineLength = 20

/** Where a picture needs the contrast tile; null where the usual one shows it, or the other shows no more of it. */
export function contrastTile(outline: Rgba[]): ContrastTile | null {
  if (outline.length < minOutlineLength) return null
  const isBetter = ({ usual, contrast }: (typeof tileTones)['light' | 'dark']) => {
    const share = vanishingShare(outline, usual)
    return share >= maxVanishingShare && vanishingShare(outline, contrast) < share
  }
  const [light, dark] = [isBetter(tileTones.light), isBetter(tileTones.dark)]
  if (light) return dark ? 'both' : 'light'
  return dark ? 'dark' : null
}

/** The share of an outline, 0 to 1, that cannot be told from one of the tile's tones. */
export function vanishingShare(outline: Rgba[], tones: readonly Oklch[]): number {
  const backdrops = tones.map(oklchToOklab).map((oklab) => ({ oklab, rgb: oklabToRgb(oklab) }))
  const isVanishing = (colour: Rgba) =>
    backdrops.some(({ oklab, rgb }) => oklabDistance(oklab, colourOn(rgb, colour)) < minDistance)
  return outline.filter(isVanishing).length / outline.length
}

/** What is seen of a translucent colour on an opaque one: browsers blend in sRGB. */
function colourOn(backdrop: Rgb, [red, green, blue, alpha]: Rgba): Oklab {
  const blend = (above: number, below: number) => below + ((above - below) * alpha) / 255
  return rgbToOklab(blend(red, backdrop[0]), blend(green, backdrop[1]), blend(blue, backdrop[2]))
}

function oklch(l: number, chroma: number, hue: number): Oklch {
  return { l, chroma, hue }
}
