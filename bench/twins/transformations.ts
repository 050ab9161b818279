// What happens to pictures on their way, seeded, on decoded pixels.

import sharp, { type Sharp } from 'sharp'
import type { RgbaImage } from '../../server/src/imaging/measures/rgba-image.ts'
import type { Resemblance } from '../../server/src/imaging/measures/similarity/compare-rows.ts'
import { clear, rawSharp as from, toCanvas as toImage } from '../harness/pixels.ts'
import type { Random } from '../harness/random.ts'

/** What the product should say of the changed picture. */
export type Expected = Resemblance['kind'] | 'another_picture' | 'not_solved'

export interface Transformation {
  name: string
  expected: Expected
  apply(image: RgbaImage, random: Random): Promise<RgbaImage>
}

const between = (random: Random, least: number, most: number) => least + random.next() * (most - least)

/** Clear margins of up to 60 % of a side, each different. */
function pad({ width, height }: RgbaImage, random: Random) {
  const margin = (side: number) => Math.round(side * between(random, 0, 0.6))
  return { left: margin(width), right: margin(width), top: margin(height), bottom: margin(height), background: clear }
}

/** Below this there is little left to recognise, in pixels of the shorter side. */
const minScaledSide = 64

function scaled(image: RgbaImage, factor: number): Sharp {
  const least = Math.min(1, minScaledSide / Math.min(image.width, image.height))
  return from(image).resize({ width: Math.round(image.width * Math.max(least, factor)) })
}

/** Through a file of another kind and back. */
const reencoded = async (file: Sharp) => toImage(sharp(await file.toBuffer()))

async function trim(image: RgbaImage): Promise<RgbaImage> {
  const { data, info } = await from(image)
    .trim({ background: clear, threshold: 0 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/** Colours as JPEG, on white; opacity stays. */
async function throughJpeg(image: RgbaImage, random: Random): Promise<RgbaImage> {
  const quality = Math.round(between(random, 60, 90))
  const flat = await from(image).flatten({ background: '#fff' }).jpeg({ quality }).toBuffer()
  const { pixels, width, height } = await toImage(sharp(flat))
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = image.pixels[at]!
  return { pixels, width, height }
}

/** A drop shadow of a third of the opacity, a few per cent of the side away and blurred. */
async function withShadow(image: RgbaImage, random: Random): Promise<RgbaImage> {
  const side = Math.max(image.width, image.height)
  const offset = Math.max(2, Math.round(side * between(random, 0.02, 0.06)))
  const black = new Uint8Array(image.pixels.length)
  for (let at = 3; at < black.length; at += 4) black[at] = image.pixels[at]! * 0.4
  const margin = 3 * offset
  const around = { top: margin, bottom: margin, left: margin, right: margin, background: clear }
  const picture = await from(image).png().toBuffer()
  const wide = await toImage(from({ ...image, pixels: black }).extend(around))
  const shadow = await toImage(from(wide).blur(Math.max(0.5, offset / 3)))
  return toImage(from(shadow).composite([{ input: picture, left: margin - offset, top: margin - offset }]))
}

function greyscale({ pixels, width, height }: RgbaImage): RgbaImage {
  const grey = Uint8Array.from(pixels)
  for (let at = 0; at < grey.length; at += 4)
    grey.fill(0.299 * grey[at]! + 0.587 * grey[at + 1]! + 0.114 * grey[at + 2]!, at, at + 3)
  return { pixels: grey, width, height }
}

async function withWatermark(image: RgbaImage): Promise<RgbaImage> {
  const { width, height } = image
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="50%" y="55%" ` +
    `text-anchor="middle" font-family="sans-serif" font-weight="bold" font-size="${Math.round(width / 7)}" ` +
    `fill="#fff" fill-opacity=".5" stroke="#000" stroke-opacity=".5" textLength="${Math.round(width * 0.9)}" ` +
    `transform="rotate(-25 ${width / 2} ${height / 2})">example.com</text></svg>`
  return toImage(from(image).composite([{ input: Buffer.from(text) }]))
}

/** Cuts a share off the sides of the visible box. */
async function cropped(image: RgbaImage, share: number): Promise<RgbaImage> {
  const visible = await trim(image)
  const [left, top] = [Math.round(visible.width * share), Math.round(visible.height * share)]
  const [width, height] = [Math.max(1, visible.width - 2 * left), Math.max(1, visible.height - 2 * top)]
  return toImage(from(visible).extract({ left, top, width, height }))
}

const expecting =
  (expected: Expected) =>
  (name: string, apply: Transformation['apply']): Transformation => ({ name, expected, apply })
const picture = expecting('same_picture')
const drawing = expecting('same_drawing')
const unsolved = expecting('not_solved')

export const transformations: Transformation[] = [
  picture('margins', (image, random) => toImage(from(image).extend(pad(image, random)))),
  picture('trimmed', trim),
  picture('scaled to 30–90 %', (image, random) => toImage(scaled(image, between(random, 0.3, 0.9)))),
  picture('scaled to 120–300 %', (image, random) => toImage(scaled(image, between(random, 1.2, 3)))),
  picture('palette of 64 colours', (image) => reencoded(from(image).png({ palette: true, colours: 64 }))),
  picture('WebP', (image, random) => reencoded(from(image).webp({ quality: Math.round(between(random, 60, 90)) }))),
  picture('JPEG and back', throughJpeg),
  picture('margins, scaled and WebP', async (image, random) => {
    const padded = await toImage(from(image).extend(pad(image, random)))
    return reencoded(scaled(padded, between(random, 0.4, 1.6)).webp({ quality: 75 }))
  }),
  drawing('mirrored', (image) => toImage(from(image).flop())),
  drawing('upside down', (image) => toImage(from(image).flip())),
  drawing('turned by a quarter', (image, random) => toImage(from(image).rotate(random.next() < 0.5 ? 90 : 270))),
  drawing('hue by 20–180°', (image, random) =>
    toImage(from(image).modulate({ hue: Math.round(between(random, 20, 180)) })),
  ),
  drawing('brightness ±25 %', (image, random) =>
    toImage(from(image).modulate({ brightness: random.next() < 0.5 ? 0.75 : 1.25 })),
  ),
  drawing('greyscale', async (image) => greyscale(image)),
  drawing('shadow', withShadow),
  unsolved('rotated by 3°', (image) => toImage(from(image).rotate(3, { background: clear }))),
  unsolved('cropped by 5 %', (image) => cropped(image, 0.05)),
  unsolved('cropped by 10 %', (image) => cropped(image, 0.1)),
  unsolved('watermark', withWatermark),
]
