import { medianOf, type Point, type RgbaImage } from '../rgba-image.ts'

/** Corners that are looked at. */
const maxCorners = 150
/** Fewer corners than these tell nothing of the balance. */
const minCorners = 20
/** How far the mean around a corner may lie from the middle of both tones: the median of all corners, 0 to 0.5. */
const maxImbalance = 0.12

/**
 * Whether both tones cover the same area around most corners, as squares do. Dots of a halftone whose corners just
 * touch look like squares on its lattice, but they are too small on one side of the picture and too large on the other.
 */
export function isBalanced(image: RgbaImage, corners: Point[], side: number): boolean {
  const step = Math.ceil(corners.length / maxCorners)
  const imbalances = corners
    .filter((_, at) => at % step === 0)
    .map((corner) => imbalanceAt(image, corner, side))
    .filter((one) => one !== null)
  return imbalances.length < minCorners || medianOf(imbalances) <= maxImbalance
}

/** Null where the window around the corner shows anything but two tones, or does not lie inside of the picture. */
function imbalanceAt({ pixels, width, height }: RgbaImage, { x, y }: Point, side: number): number | null {
  const reach = Math.max(2, side * 0.3)
  const [left, right, top, bottom] = [x - reach, x + reach, y - reach, y + reach]
  if (left < 0 || top < 0 || right > width - 1 || bottom > height - 1) return null
  const brightness = (column: number, row: number) => {
    const at = (row * width + column) * 4
    return pixels[at]! + pixels[at + 1]! + pixels[at + 2]!
  }
  const apart = Math.max(1.5, Math.min(side / 2, 4))
  const at = (across: number, down: number) => brightness(Math.round(x + across * apart), Math.round(y + down * apart))
  const [rising, falling] = [(at(1, -1) + at(-1, 1)) / 2, (at(1, 1) + at(-1, -1)) / 2]
  if (rising === falling) return null
  let [sum, count] = [0, 0]
  for (let row = Math.ceil(top); row <= bottom; row++)
    for (let column = Math.ceil(left); column <= right; column++) {
      // From one tone (0) to the other (1).
      const position = (brightness(column, row) - falling) / (rising - falling)
      if (position < -0.5 || position > 1.5) return null
      sum += position
      count++
    }
  return Math.abs(sum / count - 0.5)
}
