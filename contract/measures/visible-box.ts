import { maxClearAlpha } from './alpha-histogram.ts'
import type { Rectangle, RgbaImage } from './rgba-image.ts'

/** The box of all pixels that can be seen at all, so that not even the end of a shadow is cut off. */
export function visibleBox({ pixels, width, height }: RgbaImage): Rectangle | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = 3; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      if (pixels[at]! <= maxClearAlpha) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 }
}
