import { expect, test } from 'vitest'
import { rgbaImage } from '#test/rgba-pictures'
import { contrastTile, sampleInk } from './contrast-tile.ts'
import { sampleEdges } from './edge-quality.ts'
import type { Rgba } from './rgba-image.ts'

/** The contrast tile of a disc whose pixels `colourAt` returns, of its softened edge and of the clear pixels around. */
function tileOfDisc(colourAt: (radius: number, x: number) => Rgba, side = 240) {
  const image = rgbaImage(side, side, (x, y) => {
    const radius = Math.hypot(x - (side - 1) / 2, y - (side - 1) / 2)
    const [red, green, blue, alpha] = colourAt(radius, x)
    const cover = Math.max(0, Math.min(1, 80.5 - radius))
    return [red, green, blue, Math.round(alpha * cover)]
  })
  return contrastTile(sampleEdges(image).outline, sampleInk(image))
}

const white: Rgba = [255, 255, 255, 255]
const black: Rgba = [0, 0, 0, 255]
/** Of the dark tile's own lightness. */
const charcoal: Rgba = [51, 53, 59, 255]

const red: Rgba = [200, 30, 30, 255]
const midTone: Rgba = [173, 172, 169, 255]

test.each<[string, Rgba, string | null]>([
  ['white', white, 'light'],
  ['pale grey', [240, 240, 238, 255], 'light'],
  ['pale yellow, as light as white but colourful', [255, 247, 190, 255], null],
  ['middle grey', [128, 128, 128, 255], null],
  ['red', red, null],
  ['charcoal', charcoal, 'dark'],
  ['midnight blue, as dark as charcoal but colourful', [5, 15, 90, 255], null],
  ['black alone, which is hard to see on a dark tile', black, 'dark'],
  ['black smoke', [0, 0, 0, 120], 'dark'],
  ['white smoke, which is nowhere half opaque', [255, 255, 255, 120], 'light'],
  ['white smoke of which the contrast tile shows no more', [255, 255, 255, 30], null],
])('a drawing in %s', (_, colour, expected) => {
  expect(tileOfDisc(() => colour)).toBe(expected)
})

const outlined =
  (line: Rgba, inside: Rgba, from = 76) =>
  (radius: number) =>
    radius > from ? line : inside
const halfWhite = (columns: number, rest: Rgba) => (_: number, x: number) => (x < columns ? white : rest)

test.each<[string, (radius: number, x: number) => Rgba, string | null, side?: number]>([
  ['white with a dark line around it', outlined(black, white), null],
  ['black with a white line around it', outlined(white, black), 'light'],
  ['white that fills the picture, with a thin dark line', outlined(black, white, 78), null, 166],
  ['black that fills the picture, with a thin red line', outlined(red, black, 78), null, 166],
  ['white on less than a fifth of its outline', halfWhite(50, red), null],
  ['white on more than a fifth of its outline', halfWhite(110, red), 'light'],
  ['white there and charcoal elsewhere, in each theme by itself', halfWhite(110, charcoal), 'both'],
  ['what the contrast tile would hide as much of', halfWhite(110, midTone), null],
  ['what the contrast tile hides less of', halfWhite(130, midTone), 'light'],
])('a drawing in %s', (_, colourAt, expected, side) => {
  expect(tileOfDisc(colourAt, side)).toBe(expected)
})
