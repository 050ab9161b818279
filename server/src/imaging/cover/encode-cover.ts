import { coverSize } from '@vitrine/contract/media-files'
import sharp, { type OverlayOptions } from 'sharp'
import { fromPixels, picturesIn } from '../decode.ts'
import { visibleBox } from '../measures/visible-fit.ts'
import type { PicturesJob } from '../worker-protocol.ts'

/** The pictures side by side on a checkerboard, each with a soft shadow, as a JPEG. */
export async function encodeCover(file: Buffer, { lengths }: PicturesJob): Promise<Buffer> {
  const places = placesOf(lengths.length)
  const layers = await Array.fromAsync(picturesIn(file, lengths), (picture, at) => layersOf(picture, places[at]!))
  const { width, height } = coverSize
  const board = sharp(checkerboard(), { raw: { width, height, channels: 3 } })
  return board.composite(layers.flat()).jpeg({ quality: 84, chromaSubsampling: '4:4:4', mozjpeg: true }).toBuffer()
}

/** Pixels around a picture that its shadow fades out in, how far it falls, and its opacity. */
const shadow = { margin: 32, offset: 10, opacity: 0.24 } as const

async function layersOf(webp: Buffer, { centre, box }: Place): Promise<OverlayOptions[]> {
  const { data, info } = await sharp(webp, { failOn: 'error' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const image = { pixels: data, width: info.width, height: info.height }
  const { margin } = shadow
  const visible = visibleBox(image)
  const picture = await (visible ? fromPixels(image).extract(visible) : fromPixels(image))
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = picture.info
  const raw = { width, height, channels: 4 } as const
  const [left, top] = [Math.round(centre.x - width / 2), Math.round(centre.y - height / 2)]
  return [
    { input: await shadowOf(picture.data, raw), raw, left, top: top + shadow.offset },
    { input: picture.data, raw, left, top },
  ]
}

/** Black, with the blurred alpha of the picture. */
async function shadowOf(pixels: Buffer, raw: { width: number; height: number; channels: 4 }): Promise<Buffer> {
  const alpha = await sharp(pixels, { raw })
    .extractChannel(3)
    .blur(shadow.margin / 2.5)
    .raw()
    .toBuffer()
  const black = Buffer.alloc(pixels.length)
  for (const [at, value] of alpha.entries()) black[at * 4 + 3] = value * shadow.opacity
  return black
}

/** Pixels of the side of a square: a common divisor of both sides of the cover. */
const square = 30
/** The tones of the light page and of its checkerboard. */
const [paper, check] = [
  [251, 250, 247],
  [233, 231, 226],
]

/** It fades out towards the middle, as on the home page. */
function checkerboard(): Buffer {
  const { width, height } = coverSize
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isCheck = (Math.floor(x / square) + Math.floor(y / square)) % 2 === 0
      const away = Math.hypot((2 * x) / width - 1, (2 * y) / height - 1)
      const strength = isCheck ? Math.min(0.35 + 0.6 * away, 1) : 0
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * width + x) * 3 + channel] = paper![channel]! + (check![channel]! - paper![channel]!) * strength
    }
  return pixels
}

const rowLength = 3
/** Pixels between pictures, and around all of them. */
const gap = 90

type Place = ReturnType<typeof placesOf>[number]

/** Where each picture stands, and what it is fitted into, in pixels: one row of up to three pictures, or two rows. */
function placesOf(count: number) {
  const rows = Math.max(1, Math.ceil(count / rowLength))
  const columns = Math.ceil(count / rows)
  const height = coverSize.height / rows
  return Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / columns)
    const width = coverSize.width / Math.min(columns, count - row * columns)
    const side = Math.min(width, height) === width ? width - gap : height - gap
    return {
      centre: { x: Math.round(width * ((at % columns) + 0.5)), y: Math.round(height * (row + 0.5)) },
      box: { width: Math.round(Math.min(width - gap, side * 1.4)), height: Math.round(height - gap) },
    }
  })
}
