import type { Rgb, RgbaImage } from '@vitrine/contract/measures/rgba-image'
import type { Random } from '../../search/questions/random.ts'
import { type Canvas, composite } from '../canvas.ts'
import { between } from '../picture-set.ts'

/** A checkerboard as editors show it behind a picture. */
export interface Board {
  side: number
  left: number
  top: number
  tones: readonly [Rgb, Rgb]
}

export const grey = (value: number): Rgb => [value, value, value]

export const lightTones = [
  [255, 204],
  [255, 191],
  [255, 239],
  [255, 229],
  [254, 220],
  [240, 200],
  [255, 238],
  [253, 205],
].map(([one, other]) => [grey(one!), grey(other!)] as const)

export const faintTones = [
  [255, 247],
  [255, 245],
  [250, 240],
  [243, 235],
  [253, 244],
].map(([one, other]) => [grey(one!), grey(other!)] as const)

export const darkTones = [
  [60, 43],
  [102, 153],
  [34, 51],
  [68, 85],
  [26, 45],
  [110, 84],
].map(([one, other]) => [grey(one!), grey(other!)] as const)

export const colouredTones: (readonly [Rgb, Rgb])[] = [
  [
    [255, 240, 245],
    [255, 205, 220],
  ],
  [
    [230, 240, 255],
    [190, 212, 245],
  ],
  [
    [238, 250, 232],
    [203, 232, 190],
  ],
  [
    [250, 240, 220],
    [230, 208, 170],
  ],
  [
    [58, 64, 90],
    [44, 48, 70],
  ],
]

export function randomBoard(random: Random, tones: Board['tones'][], sides: [number, number] = [4, 32]): Board {
  const side = between(random, ...sides)
  return { side, left: between(random, 0, side * 2), top: between(random, 0, side * 2), tones: random.pick(tones) }
}

const isOdd = ({ side, left, top }: Board, x: number, y: number) =>
  (Math.floor((x + left) / side) + Math.floor((y + top) / side)) & 1

export const toneAt = (board: Board, x: number, y: number): Rgb => board.tones[isOdd(board, x, y)]!

export const onBoard = (image: RgbaImage, board: Board): Canvas => composite(image, (x, y) => toneAt(board, x, y))

/**
 * Corners of squares that can be seen: where the four pixels around them, and those 0.4 of a side (at least 2 px) away
 * on both diagonals, show the board.
 */
export function visibleCrossings(
  { width, height }: { width: number; height: number },
  { side, left, top }: Board,
  isBoard: (x: number, y: number) => boolean,
): number {
  const reach = Math.max(2, Math.round(side * 0.4))
  let count = 0
  for (let y = side - (top % side); y < height; y += side)
    for (let x = side - (left % side); x < width; x += side) {
      const isVisible = [-reach, -1, 0, reach - 1].every((offset) =>
        [offset, -1 - offset].every((down) => {
          const [atX, atY] = [x + offset, y + down]
          return atX >= 0 && atY >= 0 && atX < width && atY < height && isBoard(atX, atY)
        }),
      )
      if (isVisible) count++
    }
  return count
}
