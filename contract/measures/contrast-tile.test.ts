import { expect, test } from 'vitest'
import { contrastTile } from './contrast-tile.ts'
import { sampleEdges } from './edge-samples.ts'
import type { Rgba } from './rgba-image.ts'

/** The contrast tile of a disc whose pixels `colourAt` returns, of its softened edge and of the clear pixels around. */
function tileOfDisc(colourAt: (radius: number, x: number) => Rgba) {
  const pixels = new Uint8Array(240 * 240 * 4)
  for (let y = 0; y < 240; y++)
    for (let x = 0; x < 240; x++) {
      const radius = Math.hypot(x - 119.5, y - 119.5)
      const [red, green, blue, alpha] = colourAt(radius, x)
      const cover = Math.max(0, Math.min(1, 80.5 - radius))
      pixels.set([red, green, blue, Math.round(alpha * cover)], (y * 240 + x) * 4)
    }
  return contrastTile(sampleEdges({ pixels, width: 240, height: 240 }).outline)
}

const white: Rgba = [255, 255, 255, 255]
const black: Rgba = [0, 0, 0, 255]
/** Of the dark tile's own lightness. */
const charcoal: Rgba = [27, 30, 35, 255]

test.each<[string, Rgba, string | null]>([
  ['white', white, 'light'],
  ['pale grey', [240, 240, 238, 255], 'light'],
  ['pale yellow, as light as white but colourful', [255, 247, 190, 255], null],
  ['middle grey', [128, 128, 128, 255], null],
  ['red', [200, 30, 30, 255], null],
  ['charcoal', charcoal, 'dark'],
  ['midnight blue, as dark as charcoal but colourful', [5, 15, 90, 255], null],
  ['black, which is seen on a dark tile', black, null],
])('a drawing in %s', (_, colour, expected) => {
  expect(tileOfDisc(() => colour)).toBe(expected)
})

test('the outline alone counts: a white drawing with a dark line around it is seen on both tiles', () => {
  expect(tileOfDisc((radius) => (radius > 76 ? black : white))).toBeNull()
  expect(tileOfDisc((radius) => (radius > 76 ? white : black))).toBe('light')
})

test('a picture turns from a third of its outline on, in each theme by itself', () => {
  expect(tileOfDisc((_, x) => (x < 70 ? white : [200, 30, 30, 255]))).toBeNull()
  expect(tileOfDisc((_, x) => (x < 110 ? white : [200, 30, 30, 255]))).toBe('light')
  expect(tileOfDisc((_, x) => (x < 120 ? white : charcoal))).toBe('both')
})

test('a picture stays on the usual tile where the contrast tile hides as much of it', () => {
  const midTone: Rgba = [203, 202, 199, 255]
  expect(tileOfDisc((_, x) => (x < 110 ? white : midTone))).toBeNull()
  expect(tileOfDisc((_, x) => (x < 130 ? white : midTone))).toBe('light')
})

test('white smoke, which is nowhere half opaque, turns where the contrast tile shows more of it', () => {
  expect(tileOfDisc(() => [255, 255, 255, 120])).toBe('light')
  expect(tileOfDisc(() => [255, 255, 255, 30])).toBeNull()
})
