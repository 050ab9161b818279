import { colourAt, colourDistance, type Rgb, type RgbaImage } from '../../../server/src/imaging/measures/rgba-image.ts'
import type { Canvas } from '../../harness/pixels.ts'
import type { Random } from '../../harness/random.ts'
import { composite, paintEach, withAlpha } from '../canvas.ts'
import { between, type Drawing, fakeOf, type PictureKind, rgb } from '../picture-set.ts'

const darkRim = 'A dark rim cannot be told from a thin dark outline, which clean drawings have.'
const lightRim = 'A light rim without jags may be drawn; it is a remark.'
const straightOutline =
  'A straight outline has no softness in honest pictures either: only slanting edges tell a hard cut.'
const ownColour = "Specks in a colour of the picture's own are sparks, dots and crumbs in honest ones."
const fewSpecks = 'Three specks or fewer may be meant.'
const mixedRim = 'A rim of many colours leads to none of them; only its jags could tell it.'

const [white, black] = [rgb(0xffffff), rgb(0)]
const studioColours = [0x00b140, 0x0047bb, 0xdc2828, 0xf0dc3c].map(rgb)
const darkColours = [black, rgb(0x28282e)]

/** Subjects that were cut out of their background badly. */
export const badCutOuts: PictureKind[] = [
  fakeOf('halo, white', 25, ['halo', 'light_rim'], (subject) => hardCut(subject, white)),
  fakeOf('halo, black', 25, ['jagged_edge'], (subject) => hardCut(subject, black)),
  fakeOf('halo, coloured', 25, ['halo', 'jagged_edge'], (subject, random) =>
    hardCut(subject, random.pick(studioColours)),
  ),
  fakeOf('matte, white', 20, ['light_rim'], (subject) => matte(subject, white), lightRim),
  fakeOf('matte, dark', 20, [], (subject, random) => matte(subject, random.pick(darkColours)), darkRim),
  fakeOf('jagged', 30, ['jagged_edge'], (subject, random) => thresholded(subject, between(random, 64, 192))),
  fakeOf('colour bleeding', 20, ['light_rim'], bleeding, mixedRim),
  fakeOf('specks', 20, ['specks'], specked),
  fakeOf('haze', 20, ['haze'], hazy),
]

/** Composited on one colour and cut out without softness, a little outside of the subject. */
const hardCut = (subject: Canvas, colour: Rgb) => thresholded(matte(subject, colour), 21)

/** Composited on one colour, with the alpha of the subject: its soft edge has the colour mixed in. */
const matte = (subject: Canvas, colour: Rgb) =>
  withAlpha(
    composite(subject, () => colour),
    (at) => subject.pixels[at + 3]!,
  )

/** Each pixel is either clear or opaque. */
function thresholded(subject: Canvas, threshold: number): Drawing {
  const drawing = withAlpha(subject, (at) => (subject.pixels[at + 3]! >= threshold ? 255 : 0))
  return outlineCorners(drawing) < minOutlineCorners ? { ...drawing, untellable: straightOutline } : drawing
}

/** A rectangle has four; each step of a slanting edge has two. */
const minOutlineCorners = 60

/** The corners of the outline: places where one or three of four neighbouring pixels are visible. */
function outlineCorners({ pixels, width, height }: RgbaImage): number {
  let count = 0
  const isVisible = (x: number, y: number) => (pixels[(y * width + x) * 4 + 3]! ? 1 : 0)
  for (let y = 0; y < height - 1; y++)
    for (let x = 0; x < width - 1; x++)
      count += (isVisible(x, y) + isVisible(x + 1, y) + isVisible(x, y + 1) + isVisible(x + 1, y + 1)) & 1
  return count
}

/** As a matte, of a background with slowly changing colours. */
function bleeding(subject: Canvas, random: Random): Canvas {
  const [scale, turn] = [40 + random.next() * 80, random.next() * 6]
  const wave = (value: number) => Math.round(140 + 100 * Math.sin(value))
  const opaque = composite(subject, (x, y) => [
    wave(x / scale + turn),
    wave(y / scale + turn * 2),
    wave((x + y) / scale + turn * 3),
  ])
  return withAlpha(opaque, (at) => subject.pixels[at + 3]!)
}

/** Small remnants of a background in the clear part, one to three px wide. */
function specked(subject: Canvas, random: Random): Drawing {
  const canvas = withAlpha(subject, (at) => subject.pixels[at + 3]!)
  const isClear = (x: number, y: number) => (canvas.pixels[(y * canvas.width + x) * 4 + 3] ?? 255) < 8
  const wanted = between(random, 8, 40)
  let left = wanted
  for (let attempt = 0; attempt < 20_000 && left > 0; attempt++) {
    const [x, y] = [between(random, 10, canvas.width - 11), between(random, 10, canvas.height - 11)]
    const isAlone = [-8, -4, 0, 4, 8].every((down) =>
      [-8, -4, 0, 4, 8].every((across) => isClear(x + across, y + down)),
    )
    if (!isAlone) continue
    left--
    const [wide, high] = [between(random, 1, 3), between(random, 1, 3)]
    for (let row = 0; row < high; row++)
      for (let column = 0; column < wide; column++)
        canvas.pixels.set([...speckColour, between(random, 120, 255)], ((y + row) * canvas.width + x + column) * 4)
  }
  if (wanted - left < 4) return { ...canvas, untellable: fewSpecks }
  return shareOf(subject, speckColour) > 0.015 ? { ...canvas, untellable: ownColour } : canvas
}

const speckColour: Rgb = [225, 225, 220]

/** The share of the opaque pixels that have a colour or one near it. */
function shareOf({ pixels }: RgbaImage, colour: Rgb): number {
  let [count, opaque] = [0, 0]
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels[at + 3]! < 200) continue
    opaque++
    if (colourDistance(colourAt(pixels, at), colour) < 24) count++
  }
  return count / Math.max(1, opaque)
}

/** A background that was faded and not removed: alpha 1 to 5 where it should be 0. */
function hazy(subject: Canvas, random: Random): Canvas {
  const most = between(random, 1, 5)
  return paintEach(subject, (pixels, at) => {
    const alpha = subject.pixels[at + 3]!
    if (alpha > most) return void pixels.set(subject.pixels.subarray(at, at + 4), at)
    pixels.set([240, 240, 240, between(random, 1, most)], at)
  })
}
