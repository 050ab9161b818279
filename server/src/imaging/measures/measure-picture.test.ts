import { type FindingKind, findingKinds, isVerified } from '@vitrine/contract/measures/findings'
import type { Finding } from '@vitrine/contract/schemas/findings'
import { expect, test } from 'vitest'
import { rgbaImage } from '#test/rgba-pictures'
import { measurePicture, measuresVersion } from './measure-picture.ts'
import type { Rgb } from './rgba-image.ts'

type Pixel = readonly [...Rgb, alpha: number]

const measure = (width: number, height: number, pixelAt: (x: number, y: number) => Pixel) =>
  measurePicture(rgbaImage(width, height, pixelAt))

const clear: Pixel = [0, 0, 0, 0]
const red: Rgb = [190, 30, 40]
const white: Rgb = [255, 255, 255]
const grey: Rgb = [204, 204, 204]

/** How much of a pixel a disc of radius 80 in the middle of 240 x 240 px covers, 0 to 1. */
const cover = (x: number, y: number, radius = 80) =>
  Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x - 119.5, y - 119.5)))

const mix = (one: Rgb, other: Rgb, share: number): Rgb => [
  Math.round(one[0] * share + other[0] * (1 - share)),
  Math.round(one[1] * share + other[1] * (1 - share)),
  Math.round(one[2] * share + other[2] * (1 - share)),
]

const board = (side: number, tones: readonly [Rgb, Rgb]) => (x: number, y: number) =>
  tones[(Math.floor((x + 3) / side) + Math.floor((y + 5) / side)) & 1]!

const measureDisc = (pixelAt: (x: number, y: number, share: number) => Pixel) =>
  measure(240, 240, (x, y) => pixelAt(x, y, cover(x, y)))

const kindsOf = ({ findings }: { findings: Finding[] }) => findings.map(({ kind }) => kind)
const find = <K extends FindingKind>({ findings }: { findings: Finding[] }, kind: K) =>
  findings.find((one): one is Extract<Finding, { kind: K }> => one.kind === kind)

const cleanDisc = () => measureDisc((_, __, share) => [...red, Math.round(share * 255)])

test('a clean cut-out has no findings, a full edge score, and its shares; in white it has a contrast tile', () => {
  const measures = cleanDisc()
  expect(measures).toMatchObject({ version: measuresVersion, edge_score: 100, findings: [], contrast_tile: null })
  expect(measures.clear_share).toBeCloseTo(1 - (Math.PI * 80 ** 2) / 240 ** 2, 2)
  expect(isVerified(measures)).toBe(true)
  expect(measureDisc((_, __, share) => [...white, Math.round(share * 255)]).contrast_tile).toBe('light')
})

test.each([6, 8, 13, 24, 40])('a painted checkerboard of squares of %d px is found, with side and colours', (side) => {
  const toneAt = board(side, [white, grey])
  const measures = measureDisc((x, y, share) => [...mix(red, toneAt(x, y), share), 255])
  const found = find(measures, 'painted_checkerboard')
  expect(found).toMatchObject({ light: '#ffffff', dark: '#cccccc' })
  expect(found!.square_width).toBeCloseTo(side, 0)
  expect(found!.box.width).toBeGreaterThan(160)
  // The origin is a corner of the squares.
  const offset = (((found!.origin.x + 3) / side) % 1) + 1
  expect(Math.min(offset % 1, 1 - (offset % 1))).toBeLessThan(0.15)
  expect(isVerified(measures)).toBe(false)
})

test('a painted checkerboard is found amid a clear margin, and where alpha is just below opaque', () => {
  const toneAt = board(10, [white, [239, 239, 239]])
  const isInside = (x: number, y: number) => x >= 40 && y >= 40 && x < 200 && y < 200
  const measures = measure(240, 240, (x, y) => (isInside(x, y) ? [...toneAt(x, y), 252] : clear))
  expect(kindsOf(measures)).toContain('painted_checkerboard')
  const { box } = find(measures, 'painted_checkerboard')!
  expect(box.left).toBeGreaterThanOrEqual(30)
  expect(box.left + box.width).toBeLessThanOrEqual(210)
})

/** Of a pseudo-random shade for each square of 24 px. */
const tiles = (x: number, y: number): Rgb => {
  const value = Math.sin(Math.floor(x / 24) * 12.9898 + Math.floor(y / 24) * 78.233 + 23) * 43_758.5453
  const shade = 190 + Math.floor(65 * (value - Math.floor(value)))
  return [shade, shade, shade]
}
const halftone = (x: number, y: number) => {
  const [u, v] = [(x + y) / Math.SQRT2 / 11, (x - y) / Math.SQRT2 / 11]
  return Math.hypot(u - Math.round(u), v - Math.round(v)) < 0.15 + (0.5 * x) / 400 ? grey : white
}

test.each<[string, (x: number, y: number) => Rgb]>([
  ['a chess board in black and white', board(30, [white, [20, 20, 20]])],
  ['gingham', (x, y) => mix(white, [160, 190, 220], ((Math.floor(x / 12) & 1) + (Math.floor(y / 12) & 1)) / 2)],
  ['stripes', (x) => (Math.floor(x / 8) & 1 ? white : grey)],
  ['tiles in many tones, of which some corners look like one', tiles],
  ['a halftone whose dots just touch', halftone],
])('no painted checkerboard is %s', (_, colourAt) => {
  expect(kindsOf(measure(400, 300, (x, y) => [...colourAt(x, y), 255]))).not.toContain('painted_checkerboard')
})

test('a patch of a painted checkerboard that the eraser missed is found in a large picture', () => {
  const toneAt = board(5, [white, grey])
  const isPatch = (x: number, y: number) => x >= 30 && y >= 20 && x < 60 && y < 50
  const measures = measure(600, 500, (x, y) => (isPatch(x, y) ? [...toneAt(x, y), 255] : clear))
  expect(find(measures, 'painted_checkerboard')!.square_width).toBeCloseTo(5, 0)
})

test('in an empty picture, in a ghost and in a single pixel there is nothing to see', () => {
  const pictures = [
    measure(60, 60, () => clear),
    measureDisc((_, __, share) => [...red, Math.round(share * 12)]),
    measure(60, 60, (x, y) => (x === 20 && y === 30 ? [...red, 255] : clear)),
  ]
  for (const measures of pictures) {
    expect(kindsOf(measures)).toEqual(['nothing_to_see'])
    expect(isVerified(measures)).toBe(false)
  }
  expect(pictures[2]!.findings).toEqual([{ kind: 'nothing_to_see', visible_pixels: 1, highest_alpha: 255 }])
})

test('an opaque picture has nothing clear, also where a few pixels are, and is not verified', () => {
  const measures = measureDisc((x, y, share) => [...mix(red, white, share), x === 9 && y < 5 ? 0 : 255])
  expect(kindsOf(measures)).toEqual(['nothing_clear', 'solid_background'])
  expect(find(measures, 'solid_background')!.colour).toBe('#ffffff')
  expect(isVerified(measures)).toBe(false)
})

test('a filled rectangle is named, with round or cut corners too; discs, octagons and tinted glass are none', () => {
  /** A rectangle of 160 x 120 px whose colour changes, with corners of `size`. */
  const rectangle = (isCorner: (fromSide: number, fromEnd: number) => boolean, alpha = 255) =>
    measure(240, 200, (x, y) => {
      const [fromSide, fromEnd] = [Math.min(x - 40, 199 - x), Math.min(y - 40, 159 - y)]
      return fromSide < 0 || fromEnd < 0 || isCorner(fromSide, fromEnd) ? clear : [x, y, 90, alpha]
    })
  const round = (size: number) => (x: number, y: number) =>
    x < size && y < size && Math.hypot(size - x - 0.5, size - y - 0.5) > size
  const cut = (size: number) => (x: number, y: number) => x + y < size
  for (const isCorner of [round(0), round(12), round(30), cut(20)])
    expect(kindsOf(rectangle(isCorner))).toContain('solid_rectangle')
  const box = { left: 40, top: 40, width: 160, height: 120 }
  expect(find(rectangle(round(0)), 'solid_rectangle')).toEqual({ kind: 'solid_rectangle', box })
  for (const measures of [rectangle(round(60)), rectangle(cut(36)), rectangle(round(0), 120), cleanDisc()])
    expect(kindsOf(measures)).not.toContain('solid_rectangle')
})

test('one alpha value all over the picture is named with its value', () => {
  const measures = measureDisc((_, __, share) => [...mix(red, white, share), 90])
  expect(find(measures, 'constant_alpha')).toEqual({ kind: 'constant_alpha', alpha: 90, share: 1 })
  expect(isVerified(measures)).toBe(false)
})

test('a background that is nearly clear is haze, with the share of the picture that it covers', () => {
  const measures = measureDisc((_, __, share) => (share > 0 ? [...red, Math.round(share * 255)] : [230, 230, 230, 3]))
  expect(kindsOf(measures)).toEqual(['haze'])
  expect(find(measures, 'haze')!.share).toBeCloseTo(1 - (Math.PI * 80 ** 2) / 240 ** 2, 1)
})

test('an edge that is cut without softness is jagged, with places on the edge', () => {
  const measures = measureDisc((_, __, share) => (share > 0.5 ? [...red, 255] : clear))
  expect(kindsOf(measures)).toEqual(['jagged_edge'])
  for (const { x, y } of find(measures, 'jagged_edge')!.places)
    expect(Math.abs(Math.hypot(x - 119.5, y - 119.5) - 80)).toBeLessThan(2)
  expect(measures.edge_score).toBeLessThan(20)
})

test.each([
  ['#ffffff', white],
  ['#00ff00', [0, 255, 0] as Rgb],
])('a jagged edge with the old background %s mixed in is a halo of that colour', (colour, background) => {
  const measures = measureDisc((_, __, share) => (share > 0.05 ? [...mix(red, background, share), 255] : clear))
  expect(kindsOf(measures)).toEqual(['halo', 'jagged_edge'])
  expect(find(measures, 'halo')!.colour).toBe(colour)
})

test('white mixed into a soft edge is a light rim, which is a remark', () => {
  const measures = measureDisc((_, __, share) => [...mix(red, white, share), Math.round(share * 255)])
  expect(kindsOf(measures)).toEqual(['light_rim'])
  expect(findingKinds.light_rim).toBe('remark')
  expect(isVerified(measures)).toBe(true)
})

const black: Rgb = [0, 0, 0]
const isDot = (x: number, y: number) => x === y && x % 8 === 0 && x > 4 && x < 50

test.each<[string, (x: number, y: number, share: number) => Pixel]>([
  ['a soft shadow', (x, y, share) => [...red, Math.round(Math.max(share, 0.5 * cover(x, y, 95)) * 255)]],
  ['an outline in white', (x, y, share) => [...mix(red, white, cover(x, y, 74)), Math.round(share * 255)]],
  ['an outline in black', (x, y, share) => [...mix(red, black, cover(x, y, 74)), Math.round(share * 255)]],
  [
    'a dark fringe, which may be a thin outline',
    (_, __, share) => [...mix(red, black, share), Math.round(share * 255)],
  ],
  [
    'large pixels',
    (x, y) => (Math.hypot(Math.floor(x / 20) - 5.5, Math.floor(y / 20) - 5.5) < 4 ? [...red, 255] : clear),
  ],
  ['dots in a line', (x, y, share) => (isDot(x, y) ? [9, 9, 9, 200] : [...red, Math.round(share * 255)])],
])('no fault is found in %s', (_, pixelAt) => {
  expect(kindsOf(measureDisc(pixelAt))).toEqual([])
})

test('tiny remnants far from all else are specks, with their places', () => {
  const at = (x: number, y: number) => ({ x, y })
  const specks = [at(12, 15), at(220, 14), at(16, 200), at(215, 222), at(120, 10)]
  const isSpeck = (x: number, y: number) => specks.some((one) => one.x === x && one.y === y)
  const measures = measureDisc((x, y, share) => (isSpeck(x, y) ? [9, 9, 9, 200] : [...red, Math.round(share * 255)]))
  expect(kindsOf(measures)).toEqual(['specks'])
  const found = find(measures, 'specks')!
  expect(found.count).toBe(5)
  expect(found.places).toEqual(expect.arrayContaining(specks))
})

test("groups of tiny remnants are specks too, those in the picture's own colour or too faint are not", () => {
  const isSpeck = (x: number, y: number) => y > 10 && y < 23 && y % 4 === 0 && x > 10 && x < 23 && x % 4 === 0
  const withSpecks = (speck: Pixel) =>
    measureDisc((x, y, share) => (isSpeck(x, y) ? speck : [...red, Math.round(share * 255)]))
  expect(kindsOf(withSpecks([9, 9, 9, 200]))).toEqual(['specks'])
  expect(kindsOf(withSpecks([...red, 200]))).toEqual([])
  expect(kindsOf(withSpecks([9, 9, 9, 60]))).toEqual([])
})

test('specks of a small drawing are found, although they are more than 2 % of what is visible', () => {
  const isNear = (place: number) => place < 70 && place % 20 > 7 && place % 20 < 11
  const drawn = (x: number, y: number): Pixel => {
    if (isNear(x) && isNear(y)) return [9, 9, 9, 200]
    return [...red, Math.round(255 * Math.max(0, Math.min(1, 40.5 - Math.hypot(x - 140, y - 140))))]
  }
  expect(kindsOf(measure(240, 240, drawn))).toEqual(['specks'])
})

test('a subject that is cut off names the sides that it touches', () => {
  const measures = measure(240, 240, (x, y) => [...red, Math.round(cover(x + 70, y) * 255)])
  expect(find(measures, 'touches_border')).toEqual({ kind: 'touches_border', sides: ['left'] })
  expect(isVerified(measures)).toBe(true)
})

test('findings come worst first, and the smallest pictures are measured as well', () => {
  const order = Object.keys(findingKinds)
  const measures = measureDisc((_, __, share) => (share > 0.05 ? [...mix(red, white, share), 255] : clear))
  const places = kindsOf(measures).map((kind) => order.indexOf(kind))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  for (const side of [1, 2, 5, 12]) expect(kindsOf(measure(side, 1, () => [...red, 255]))).toContain('nothing_clear')
})
