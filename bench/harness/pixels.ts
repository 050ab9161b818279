import sharp, { type Sharp } from 'sharp'
import type { RgbaImage } from '../../server/src/imaging/measures/rgba-image.ts'

export type Canvas = RgbaImage & { pixels: Uint8Array }

export const clear = { r: 0, g: 0, b: 0, alpha: 0 }

export const rawSharp = ({ pixels, width, height }: RgbaImage): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 4 } })

/** RGBA in sRGB, not premultiplied. */
export async function toCanvas(image: Sharp): Promise<Canvas> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
