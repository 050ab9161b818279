import { planesLength } from '@vitrine/contract/calls/back-office/uploads'
import { expect, test } from 'vitest'
import type { RgbaImage } from '#imaging/measures/rgba-image'
import { candidateTest, hashDistance } from '#test/candidate-rows'
import { rgbaImage } from '#test/rgba-pictures'
import { compareRows } from './compare-rows.ts'
import { dctHash, hashBits, maxHashDistance, orientHash, zeroBits } from './dct-hash.ts'
import { orientations, orientPlane } from './orientations.ts'
import { coarseSide, perceptualRow, planesOf } from './perceptual-row.ts'

type Colour = readonly [red: number, green: number, blue: number, alpha: number]
/** The colour at a place of the drawing, both from 0 to 1. */
type Drawing = (x: number, y: number) => Colour

const clear: Colour = [0, 0, 0, 0]
const red: Colour = [200, 30, 40, 255]
const green: Colour = [30, 160, 60, 255]
const white: Colour = [255, 255, 255, 255]

const isInDisc = (x: number, y: number, [centreX, centreY, radius]: [number, number, number]) =>
  Math.hypot(x - centreX, y - centreY) < radius

/** A flag on a pole: neither axis is one of symmetry. */
const flag: Drawing = (x, y) => {
  if (x < 0.12) return [90, 60, 20, 255]
  if (y < 0.55) return isInDisc(x, y, [0.4, 0.25, 0.14]) ? white : red
  return isInDisc(x, y, [0.8, 0.85, 0.12]) ? green : clear
}

const roadSign =
  (sign: Drawing): Drawing =>
  (x, y) => {
    if (!isInDisc(x, y, [0.5, 0.5, 0.5])) return clear
    return isInDisc(x, y, [0.5, 0.5, 0.42]) ? sign(x, y) : red
  }
const bar = roadSign((x, y) => (Math.abs(y - 0.5) < 0.07 && Math.abs(x - 0.5) < 0.3 ? [0, 0, 0, 255] : white))
const arrow = roadSign((x, y) => (Math.abs(x - 0.6) < 0.1 && y > 0.2 && y < 0.75 ? [0, 0, 0, 255] : white))

interface Canvas {
  width?: number
  height?: number
  margin?: number
  shadow?: boolean
}

/** Draws with four samples a pixel, so that edges are soft. */
function draw(drawing: Drawing, { width = 120, height = 120, margin = 0, shadow = false }: Canvas = {}): RgbaImage {
  const [outerWidth, outerHeight] = [width + 2 * margin, height + 2 * margin]
  const inside = (x: number, y: number): Colour => (x < 0 || y < 0 || x >= 1 || y >= 1 ? clear : drawing(x, y))
  const at = (x: number, y: number): Colour => {
    const colour = inside(x, y)
    return shadow && colour[3] === 0 && inside(x - 0.05, y - 0.05)[3] ? [0, 0, 0, 90] : colour
  }
  return rgbaImage(outerWidth, outerHeight, (x, y) => {
    const places = [0.25, 0.75].flatMap((v) => [0.25, 0.75].map((u) => [x + u - margin, y + v - margin] as const))
    return meanOf(places.map(([left, top]) => at(left / width, top / height)))
  })
}

function meanOf(samples: Colour[]): number[] {
  const alpha = samples.reduce((sum, one) => sum + one[3], 0)
  const channel = (c: 0 | 1 | 2) => samples.reduce((sum, one) => sum + one[c] * one[3], 0) / (alpha || 1)
  return [channel(0), channel(1), channel(2), alpha / samples.length]
}

const rowOf = (image: RgbaImage) => perceptualRow(image)!
const original = rowOf(draw(flag))
const comparison = (image: RgbaImage) => compareRows(rowOf(image), original)

const mirrored: Drawing = (x, y) => flag(1 - x, y)
const turned: Drawing = (x, y) => flag(y, 1 - x)
const recoloured: Drawing = (x, y) => {
  const [r, g, b, alpha] = flag(x, y)
  return [b, r, g, alpha]
}

const samePicture = { kind: 'same_picture', orientation: 0, hasOtherColours: false }
const sameDrawing = { kind: 'same_drawing', hasOtherColours: false }

test.each<[string, RgbaImage, object | null]>([
  ['in another size is the same picture', draw(flag, { width: 300, height: 300 }), samePicture],
  ['at a third of the size is the same picture', draw(flag, { width: 40, height: 40 }), samePicture],
  ['with a clear margin is the same picture', draw(flag, { margin: 45 }), samePicture],
  ['in another size with a margin is the same picture', draw(flag, { width: 77, height: 77, margin: 13 }), samePicture],
  ['in other colours is the same drawing', draw(recoloured), { kind: 'same_drawing', hasOtherColours: true }],
  ['mirrored is the same drawing', draw(mirrored), { ...sameDrawing, orientation: 1 }],
  ['turned by a quarter is the same drawing', draw(turned), { ...sameDrawing, orientation: expect.toBeOneOf([5, 6]) }],
  ['with a shadow is the same', draw(flag, { shadow: true }), { kind: expect.stringMatching(/^same/) }],
  ['of another shape is another', draw(bar), null],
  ['of another aspect ratio is another', draw(flag, { width: 180 }), null],
])('a drawing %s', (_, image, expected) => {
  expect(comparison(image)).toEqual(expected && expect.objectContaining(expected))
})

test('another sign on the same frame is not the same picture', () => {
  expect(compareRows(rowOf(draw(bar)), rowOf(draw(arrow)))?.kind).not.toBe('same_picture')
})

test('a perceptual row is missing where nothing is visible, and has 2,304 bytes of planes', () => {
  expect(perceptualRow({ pixels: new Uint8Array(400), width: 10, height: 10 })).toBeNull()
  expect(original.planes).toHaveLength(planesLength)
  expect(planesLength).toBe(2304)
})

test('a perceptual row does not change with faint specks and haze outside of what is solid', () => {
  const image = draw(flag, { margin: 30 })
  for (let at = 3; at < image.pixels.length; at += 4) image.pixels[at] = Math.max(9, image.pixels[at]!)
  expect(hashDistance(rowOf(image).hash, original.hash)).toBeLessThanOrEqual(2)
  expect(comparison(image)?.kind).toBe('same_picture')
})

test('a perceptual row of a single pixel is measured like any other', () => {
  expect(rowOf({ pixels: new Uint8Array([9, 9, 9, 255]), width: 1, height: 1 }).aspect).toBe(0)
})

test('candidates are copies in every orientation and colour, and no other drawings', () => {
  const isCandidate = candidateTest(original)
  for (const drawing of [flag, mirrored, turned, recoloured]) expect(isCandidate(rowOf(draw(drawing)))).toBe(true)
  expect(isCandidate(rowOf(draw(arrow)))).toBe(false)
})

const { edges } = planesOf(original)

test.each(orientations)('the hash of orientation %i follows from the stored one', (orientation) => {
  const measured = dctHash(orientPlane(edges, coarseSide, orientation))
  expect(hashDistance(orientHash(original.hash, orientation), measured)).toBe(0)
})

test('the hash of copies is within the distance of candidates, of other drawings beyond it', () => {
  const distanceOf = (image: RgbaImage) => hashDistance(rowOf(image).hash, original.hash)
  expect(distanceOf(draw(flag, { width: 50, height: 50 }))).toBeLessThanOrEqual(maxHashDistance)
  expect(distanceOf(draw(arrow))).toBeGreaterThan(maxHashDistance)
})

test('the hash has zeros that no mirroring changes', () => {
  for (const mirroring of [1, 2, 3] as const)
    expect(zeroBits(orientHash(original.hash, mirroring))).toBe(zeroBits(original.hash))
  expect(zeroBits(original.hash)).toMatch(/^[01]{64}$/)
  expect(hashBits(original.hash)).toMatch(/^[01]{128}$/)
})
