import type { Dimensions } from '@vitrine/contract/measures/dimensions'
import { maxClearAlpha } from '@vitrine/contract/measures/findings'
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

/** Beyond this the previews of 640 pixels, which have the clear margins too, would blur. */
const maxZoom = 4
/** CSS pixels of the largest box of a card: a picture is not drawn beyond its own size in it. */
const largestBox = 256
/** What differs by less is not seen: a share of the size, and per cent of the box. */
const [leastZoom, leastShift] = [1.04, 1]

/** The box is null until it is measured, and where nothing is visible. */
type MeasuredPicture = Dimensions & { visible_box: Rectangle | null }

/** How much the picture is enlarged, and moved right and down in per cent of the square, such as `2.00 25.0 -25.0`. */
export function visibleFit({ width, height, visible_box: box }: MeasuredPicture): string | null {
  const longer = Math.max(width, height)
  if (!box || longer < largestBox / 2) return null
  const zoom = Math.min(longer / Math.max(box.width, box.height), Math.max(1, longer / largestBox), maxZoom)
  const shift = (size: number, start: number, visible: number) => (100 * (size / 2 - start - visible / 2)) / longer
  const x = shift(width, box.left, box.width)
  const y = shift(height, box.top, box.height)
  if (zoom < leastZoom && Math.max(Math.abs(x), Math.abs(y)) < leastShift) return null
  return [zoom.toFixed(2), x.toFixed(1), y.toFixed(1)].join(' ')
}
