import type { RgbaImage } from '../../../server/src/imaging/measures/rgba-image.ts'
import type { Canvas } from '../../harness/pixels.ts'
import type { Random } from '../../harness/random.ts'
import { crop, drawSvg, element, pad, paintEach, resize, throughJpeg, withAlpha, withColours } from '../canvas.ts'
import { between, type Drawing, fakeOf, gaussian, type PictureKind } from '../picture-set.ts'
import type { Subjects } from '../subjects.ts'
import {
  type Board,
  colouredTones,
  darkTones,
  faintTones,
  lightTones,
  onBoard,
  randomBoard,
  type Tones,
  visibleCrossings,
} from './board.ts'

const manyTones = [...lightTones, ...darkTones, ...colouredTones]

/** Subjects on painted boards, as they are saved from previews and screenshots. */
export const checkerboards: PictureKind[] = [
  plain('board, light', 40, lightTones),
  plain('board, faint', 30, faintTones),
  plain('board, dark', 30, darkTones),
  plain('board, coloured', 30, colouredTones),
  changed('board, scaled', 40, scaled),
  changed('board, JPEG', 40, (image, random) => throughJpeg(image, between(random, 60, 95))),
  changed('board, JPEG and scaled', 40, async (image, random) =>
    scaled(await throughJpeg(image, between(random, 70, 95)), random),
  ),
  changed('board, gradient', 25, shaded),
  changed('board, clear margin', 30, (image, random) => pad(image, between(random, 10, 80))),
  changed('board, alpha 250 to 254', 25, (image, random) => withAlpha(image, () => between(random, 250, 254))),
  changed('board, noise', 25, noisy),
  kind('board in the holes', 30, inHoles),
  kind('board, cropped', 25, cropped),
  kind('board, a patch left over', 25, patch),
]

function kind(name: string, count: number, draw: PictureKind['draw']): PictureKind {
  return { name, count, expected: ['painted_checkerboard'], draw }
}

const isSeenThrough = (image: RgbaImage) => (x: number, y: number) => image.pixels[(y * image.width + x) * 4 + 3]! < 16

function plain(name: string, count: number, tones: Tones[]): PictureKind {
  return changed(name, count, (image) => image, tones)
}

type Change = (image: Canvas, random: Random) => Canvas | Promise<Canvas>

function changed(name: string, count: number, change: Change, tones = manyTones): PictureKind {
  return fakeOf(name, count, ['painted_checkerboard'], async (subject, random) => {
    const board = randomBoard(random, tones)
    const crossings = visibleCrossings(subject, board, isSeenThrough(subject))
    return { ...(await change(onBoard(subject, board), random)), crossings }
  })
}

/** To 0.8 to 1.7 of its size. */
function scaled(image: Canvas, random: Random): Promise<Canvas> {
  return resize(image, image.width * (0.8 + random.next() * 0.9), random.pick(['cubic', 'lanczos3', 'linear']))
}

/** Darker towards one side, by up to a fifth. */
function shaded(image: Canvas, random: Random): Canvas {
  const [byX, byY] = [random.next() * 0.2, random.next() * 0.2]
  return withColours(image, (value, x, y) => value * (1 - (byX * x) / image.width - (byY * y) / image.height))
}

/** Gaussian noise with a standard deviation of 1 to 4. */
function noisy(image: Canvas, random: Random): Canvas {
  const deviation = 1 + random.next() * 3
  return withColours(image, (value) => Math.round(value + gaussian(random) * deviation))
}

/** Rings whose inside was left on the board, while the outside is clear. */
async function inHoles(random: Random): Promise<Drawing> {
  const [width, height] = [between(random, 260, 800), between(random, 260, 800)]
  const count = between(random, 1, 4)
  const least = Math.min(width, height) / (count > 1 ? 4 : 3)
  const rings = Array.from({ length: count }, (_, at) => {
    const centreX = (width * (at + 1)) / (count + 1)
    return {
      x: centreX,
      y: height / 2,
      radius: Math.min(least, width / (count + 1) / 2.2) * (0.7 + random.next() * 0.3),
    }
  })
  const board = randomBoard(random, manyTones, [4, 16])
  const stroke = between(random, 4, 14)
  const circles = rings.map(({ x, y, radius }) =>
    element('circle', {
      cx: x,
      cy: y,
      r: radius,
      fill: 'none',
      stroke: `hsl(${between(random, 0, 359)} 60% 45%)`,
      'stroke-width': stroke,
    }),
  )
  const drawing = await drawSvg(width, height, circles.join(''))
  const isHole = (x: number, y: number) =>
    rings.some((ring) => Math.hypot(x - ring.x, y - ring.y) < ring.radius - stroke / 2 + 1)
  return keepBoard(drawing, board, isHole)
}

/** The subject with the board where `isBoard` says so, and clear elsewhere. */
function keepBoard(subject: Canvas, board: Board, isBoard: (x: number, y: number) => boolean): Drawing {
  const whole = onBoard(subject, board)
  const image = paintEach(subject, (pixels, at, x, y) => {
    pixels.set((isBoard(x, y) ? whole : subject).pixels.subarray(at, at + 4), at)
  })
  const isClear = isSeenThrough(subject)
  return { ...image, crossings: visibleCrossings(subject, board, (x, y) => isBoard(x, y) && isClear(x, y)) }
}

/** A part of a picture on a board, as of a screenshot. */
async function cropped(random: Random, subjects: Subjects): Promise<Drawing> {
  const subject = await subjects.next(between(random, 300, 900))
  const [width, height] = [subject.width, subject.height].map((side) => Math.round(side * (0.4 + random.next() * 0.3)))
  const left = between(random, 0, subject.width - width!)
  const top = between(random, 0, subject.height - height!)
  const part = crop(subject, left, top, width!, height!)
  const board = randomBoard(random, manyTones)
  return { ...onBoard(part, board), crossings: visibleCrossings(part, board, isSeenThrough(part)) }
}

/** A rectangle of the board that the eraser missed. */
async function patch(random: Random, subjects: Subjects): Promise<Drawing> {
  const subject = await subjects.next(between(random, 300, 900))
  const board = randomBoard(random, manyTones, [4, 20])
  const columns = between(random, 4, 10)
  const rows = between(random, 4, 10)
  const left = between(random, 0, Math.max(0, subject.width - columns * board.side))
  const top = between(random, 0, Math.max(0, subject.height - rows * board.side))
  const isInside = (x: number, y: number) =>
    x >= left && y >= top && x < left + columns * board.side && y < top + rows * board.side
  return keepBoard(subject, board, isInside)
}
