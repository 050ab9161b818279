import { maxClearAlpha } from '@vitrine/contract/measures/findings'
import { expect, test } from 'vitest'
import { rgbaImage } from '#test/rgba-pictures'
import { measurePicture } from './measure-picture.ts'
import { type MendedPicture, mendPicture } from './mend-picture.ts'
import type { RgbaImage } from './rgba-image.ts'

type Pixel = readonly [red: number, green: number, blue: number, alpha: number]

interface Disc {
  side?: number
  radius?: number
  /** Of its middle, from the top left corner. */
  middle?: number
  /** A pixel that the disc does not cover. */
  around?: (x: number, y: number) => Pixel
  /** Places of black spots of 2 x 2 px. */
  spots?: readonly (readonly [x: number, y: number])[]
}

/** A red disc with a soft edge, and what is wrong around it. */
const disc = ({ side = 240, radius = 100, middle = side / 2, around = () => [0, 0, 0, 0], spots = [] }: Disc = {}) =>
  rgbaImage(side, side, (x, y) => {
    const share = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x + 0.5 - middle, y + 0.5 - middle)))
    const isSpot = spots.some(([left, top]) => x - left >= 0 && x - left < 2 && y - top >= 0 && y - top < 2)
    if (isSpot) return [0, 0, 0, 255]
    return share > 0 ? [190, 30, 40, Math.round(share * 255)] : around(x, y)
  })

const spot = (x: number, y: number) => [x, y] as const
const corners = (side: number) => {
  const far = side - 8
  return [spot(6, 6), spot(far, 6), spot(6, far), spot(far, far), spot(20, 8)]
}
const haze = (): Pixel => [250, 250, 250, 6]
const noise = (x: number, y: number): Pixel => [(x * 37 + y * 91) % 256, (x * y) % 256, (x * 13 + y * 7) % 256, 0]

const mend = (image: RgbaImage) => mendPicture(image, measurePicture(image))
const findingsOf = (image: RgbaImage) => measurePicture(image).findings.map(({ kind }) => kind)

/** Every pixel of the mended picture beside that of a clean one, at the place where it was. */
function expectSamePixels(mended: MendedPicture, clean: RgbaImage, left = 0, top = 0) {
  const differing: string[] = []
  for (let y = 0; y < mended.height; y++)
    for (let x = 0; x < mended.width; x++) {
      const at = (y * mended.width + x) * 4
      const from = ((y + top) * clean.width + x + left) * 4
      const [own, expected] = [mended.pixels.slice(at, at + 4), clean.pixels.slice(from, from + 4)]
      const areClear = own[3]! <= maxClearAlpha && expected[3]! <= maxClearAlpha
      if (!areClear && own.join() !== expected.join()) differing.push(`${x} ${y}: ${own} instead of ${expected}`)
    }
  expect(differing).toEqual([])
}

test('a clean picture is left alone, also where a faint shadow lies in its margin', () => {
  expect(mend(disc())).toBe(null)
  const shadow = (x: number, y: number): Pixel => [0, 0, 0, x > 300 && y > 300 ? 14 : 0]
  expect(mend(disc({ side: 400, radius: 50, middle: 120, around: shadow }))).toBe(null)
})

test('haze and specks are removed, and every other pixel stays as it is', () => {
  const image = disc({ around: haze, spots: corners(240) })
  const before = image.pixels.slice()
  expect(findingsOf(image)).toEqual(['haze', 'specks'])
  const mended = mend(image)!
  expect(mended.mended).toEqual(['haze', 'specks'])
  expectSamePixels(mended, disc())
  expect(findingsOf(mended)).toEqual([])
  expect(image.pixels).toEqual(before)
})

test('specks of a large picture, which is judged in blocks, are removed whole with their soft edges', () => {
  const side = 700
  const spots = [spot(61, 63), spot(640, 50), spot(55, 642), spot(651, 667), spot(121, 57)]
  const image = disc({ side, radius: 290, spots })
  for (const [x, y] of spots) image.pixels.set([9, 9, 9, 20], ((y - 1) * side + x - 1) * 4)
  const mended = mend(image)!
  expect(mended.mended).toEqual(['specks'])
  expectSamePixels(mended, disc({ side, radius: 290 }))
  expect(findingsOf(mended)).toEqual([])
})

test('huge clear margins are trimmed to what is visible and a small rest of them', () => {
  const clean = disc({ side: 400, radius: 50, middle: 120 })
  const mended = mend(clean)!
  expect(mended).toMatchObject({ width: 104, height: 104, mended: ['clear_margins'] })
  expectSamePixels(mended, clean, 68, 68)
  expect(findingsOf(mended)).toEqual([])
})

test('margins are trimmed to the subject, not to the specks and the haze that are removed', () => {
  const mended = mend(disc({ side: 400, radius: 50, middle: 120, around: haze, spots: corners(400) }))!
  expect(mended.mended).toEqual(['haze', 'specks', 'clear_margins'])
  expect(mended).toMatchObject({ width: 104, height: 104 })
  expect(findingsOf(mended)).toEqual([])
})

test('nothing is added at a side that the subject touches', () => {
  const cutOff = disc({ side: 400, radius: 100, middle: 60 })
  const mended = mend(cutOff)!
  expect(mended).toMatchObject({ width: 164, height: 164 })
  expectSamePixels(mended, cutOff)
  expect(findingsOf(mended)).toEqual(['touches_border'])
})

test('colours of clear pixels are removed with anything else, and alone where they differ from pixel to pixel', () => {
  const hidden = disc({ around: noise })
  const mended = mend(hidden)!
  expect(mended.mended).toEqual(['hidden_colours'])
  expectSamePixels(mended, disc())
  expect(mended.pixels.filter((_, at) => mended.pixels[at | 3] === 0 && (at & 3) < 3).some(Boolean)).toBe(false)
  const around = (): Pixel => [190, 30, 40, 0]
  expect(mend(disc({ around }))).toBe(null)
  expect(mend(disc({ around, spots: corners(240) }))?.mended).toEqual(['specks', 'hidden_colours'])
})

test('what cannot be removed exactly is left, also beside what can', () => {
  const squares = (x: number, y: number): Pixel =>
    ((x >> 4) + (y >> 4)) & 1 ? [255, 255, 255, 255] : [204, 204, 204, 255]
  expect(mend(disc({ around: squares }))).toBe(null)
  const halfHazy = disc({ side: 400, around: (x, y) => (x < 200 ? squares(x, y) : haze()) })
  expect(findingsOf(halfHazy)).toEqual(expect.arrayContaining(['painted_checkerboard', 'haze']))
  const mended = mend(halfHazy)!
  expect(mended.mended).toEqual(['haze'])
  expect(findingsOf(mended)).toEqual(findingsOf(halfHazy).filter((kind) => kind !== 'haze'))
})

test('margins are left where trimming them would only give a picture with another finding', () => {
  // A thin bar at the border: too little of its width to say so, until the rest of the width is gone.
  const isBar = (x: number, y: number) => x >= 100 && x < 106 && y < 150
  const around = (x: number, y: number): Pixel => (isBar(x, y) ? [20, 90, 40, 255] : haze())
  const mended = mend(disc({ side: 400, radius: 0, around }))!
  expect(mended).toMatchObject({ width: 400, height: 400, mended: ['haze'] })
})

test('a remark that only the specks concealed does not prevent mending', () => {
  // A card: its specks stretched the box that it fills.
  const isCard = (x: number, y: number) => x >= 20 && x < 380 && y >= 20 && y < 380
  const colour = (x: number, y: number): Pixel =>
    x > 150 && y > 150 && x < 250 ? [20, 90, 40, 255] : [230, 200, 90, 255]
  const around = (x: number, y: number): Pixel => (isCard(x, y) ? colour(x, y) : [0, 0, 0, 0])
  const mended = mend(disc({ side: 400, radius: 0, around, spots: corners(400) }))!
  expect(mended.mended).toEqual(['specks'])
  expect(findingsOf(mended)).toEqual(['solid_background'])
})
