import { expect, test } from 'vitest'
import { contrastTile, sampleInk } from './contrast-tile.ts'
import { sampleEdges } from './edge-quality.ts'
import type { Rgba } from './rgba-image.ts'

/** The contrast tile of a disc whose pixels `colourAt` returns, of its softened edge and of the clear pixels around. */
function tileOfDisc(colourAt: (radius: number, x: number) => Rgba, side = 240) {
  const pixels = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const radius = Math.hypot(x - (side - 1) / 2, y - (side - 1) / 2)
      const [red, green, blue, alpha] = colourAt(radius, x)
      const cover = Math.max(0, Math.min(1, 80.5 - radius))
      pixels.set([red, green, blue, Math.round(alpha * cover)], (y * side + x) * 4)
    }
  const image = { pixels, width: side, height: side }
  return contrastTile(sampleEdges(image).outline, sampleInk(image))
}

const white: Rgba = [255, 255, 255, 255]
const black: Rgba = [0, 0, 0, 255]
/** Of the dark tile's own lightness. */
const charcoal: Rgba = [51, 53, 59, 255]

test.each<[string, Rgba, string | null]>([
  ['white', white, 'light'],
  ['pale grey', [240, 240, 238, 255], 'light'],
  ['pale yellow, as light as white but colourful', [255, 247, 190, 255], null],
  ['middle grey', [128, 128, 128, 255], null],
  ['red', [200, 30, 30, 255], null],
  ['charcoal', charcoal, 'dark'],
  ['midnight blue, as dark as charcoal but colourful', [5, 15, 90, 255], null],
  ['black alone, which is hard to see on a dark tile', black, 'dark'],
  ['black smoke', [0, 0, 0, 120], 'dark'],
])('a drawing in %s', (_, colour, expected) => {
  expect(tileOfDisc(() => colour)).toBe(expected)
})

test('a white drawing with a dark line around it is seen on both tiles, and so is a dark one with a white line', () => {
  expect(tileOfDisc((radius) => (radius > 76 ? black : white))).toBeNull()
  expect(tileOfDisc((radius) => (radius > 76 ? white : black))).toBe('light')
})

test('a thin line around it is enough, however large what it encloses is', () => {
  expect(tileOfDisc((radius) => (radius > 78 ? black : white), 166)).toBeNull()
  expect(tileOfDisc((radius) => (radius > 78 ? [200, 30, 30, 255] : black), 166)).toBeNull()
})

test('a picture turns where less than four fifths of its outline stand out, in each theme by itself', () => {
  expect(tileOfDisc((_, x) => (x < 50 ? white : [200, 30, 30, 255]))).toBeNull()
  expect(tileOfDisc((_, x) => (x < 110 ? white : [200, 30, 30, 255]))).toBe('light')
  expect(tileOfDisc((_, x) => (x < 110 ? white : charcoal))).toBe('both')
})

test('a picture stays on the usual tile where the contrast tile hides as much of it', () => {
  const midTone: Rgba = [173, 172, 169, 255]
  expect(tileOfDisc((_, x) => (x < 110 ? white : midTone))).toBeNull()
  expect(tileOfDisc((_, x) => (x < 130 ? white : midTone))).toBe('light')
})

test('white smoke, which is nowhere half opaque, turns where the contrast tile shows more of it', () => {
  expect(tileOfDisc(() => [255, 255, 255, 120])).toBe('light')
  expect(tileOfDisc(() => [255, 255, 255, 30])).toBeNull()
})
