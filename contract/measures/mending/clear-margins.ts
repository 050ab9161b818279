import type { Rectangle, RgbaImage } from '../rgba-image.ts'
import { visibleBox } from '../visible-box.ts'

/** Clear margins are huge where the visible part's box covers less than this share of the picture. */
const maxBoxShare = 0.5
/** What is left of the margins: a share of the box's longer side, and at least some pixels. */
const padding = { share: 0.02, pixels: 2 }

/** The part of a picture that is left when its clear margins are trimmed; null where they are not huge. */
export function marginBox(image: RgbaImage): Rectangle | null {
  const box = visibleBox(image)
  if (!box || box.width * box.height >= maxBoxShare * image.width * image.height) return null
  const pad = Math.max(padding.pixels, Math.ceil(Math.max(box.width, box.height) * padding.share))
  const [left, top] = [Math.max(0, box.left - pad), Math.max(0, box.top - pad)]
  return {
    left,
    top,
    width: Math.min(image.width, box.left + box.width + pad) - left,
    height: Math.min(image.height, box.top + box.height + pad) - top,
  }
}

export function cropped({ pixels, width }: RgbaImage, box: Rectangle): RgbaImage {
  const copy = new Uint8Array(box.width * box.height * 4)
  for (let row = 0; row < box.height; row++) {
    const from = ((box.top + row) * width + box.left) * 4
    copy.set(pixels.subarray(from, from + box.width * 4), row * box.width * 4)
  }
  return { pixels: copy, width: box.width, height: box.height }
}
