import type { Oklch } from '../colour/oklab.ts'

/** The themes in which a picture lies on the contrast tile instead of the usual one. */
export const contrastTiles = ['light', 'dark', 'both'] as const
export type ContrastTile = (typeof contrastTiles)[number]

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
export type Tile = (typeof tiles)['light' | 'dark']

function oklch(l: number, chroma: number, hue: number): Oklch {
  return { l, chroma, hue }
}
