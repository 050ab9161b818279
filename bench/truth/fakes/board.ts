import type { Rgb, RgbaImage } from '../../../server/src/imaging/measures/rgba-image.ts'
import type { Canvas } from '../../harness/pixels.ts'
import type { Random } from '../../harness/random.ts'
import { composite } from '../canvas.ts'
import { between, rgb } from '../picture-set.ts'

/** A checkerboard as editors show it behind a picture. */
export interface Board {
  side: number
  left: number
  top: number
  tones: Tones
}

export type Tones = readonly [Rgb, Rgb]

/** Each two values are the greys of a board. */
const greys = (values: number[]): Tones[] =>
  values.flatMap((value, at) => (at % 2 ? [[rgb(values[at - 1]! * 0x10101), rgb(value * 0x10101)]] : []))

export const lightTones = greys([255, 204, 255, 191, 255, 239, 255, 229, 254, 220, 240, 200, 255, 238, 253, 205])
export const faintTones = greys([255, 247, 255, 245, 250, 240, 243, 235, 253, 244])
export const darkTones = greys([60, 43, 102, 153, 34, 51, 68, 85, 26, 45, 110, 84])
export const colouredTones: Tones[] = [
  [rgb(0xfff0f5), rgb(0xffcddc)],
  [rgb(0xe6f0ff), rgb(0xbed4f5)],
  [rgb(0xeefae8), rgb(0xcbe8be)],
  [rgb(0xfaf0dc), rgb(0xe6d0aa)],
  [rgb(0x3a405a), rgb(0x2c3046)],
]

export function randomBoard(random: Random, tones: Tones[], sides: [number, number] = [4, 32]): Board {
  const side = between(random, ...sides)
  return { side, left: between(random, 0, side * 2), top: between(random, 0, side * 2), tones: random.pick(tones) }
}

export const onBoard = (image: RgbaImage, { side, left, top, tones }: Board): Canvas =>
  composite(image, (x, y) => tones[(Math.floor((x + left) / side) + Math.floor((y + top) / side)) & 1]!)

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
