// Pairs of different signs on one frame, as road signs, badges and buttons are: never the same picture.

import sharp from 'sharp'
import type { RgbaImage } from '../../server/src/imaging/measures/rgba-image.ts'
import { clear, rawSharp, toCanvas } from '../harness/pixels.ts'
import type { Random } from '../harness/random.ts'

const side = 300

const shapes: ((fill: string, rim: string) => string)[] = [
  (fill, rim) => `<circle cx="150" cy="150" r="138" fill="${fill}" stroke="${rim}" stroke-width="22"/>`,
  (fill, rim) =>
    `<rect x="12" y="12" width="276" height="276" rx="40" fill="${fill}" stroke="${rim}" stroke-width="16"/>`,
  (fill, rim) => `<path d="M150 12 288 150 150 288 12 150Z" fill="${fill}" stroke="${rim}" stroke-width="18"/>`,
  (fill, rim) => `<path d="M150 14 290 276H10Z" fill="${fill}" stroke="${rim}" stroke-width="24"/>`,
  (fill, rim) =>
    `<path d="M20 20H280V150C280 230 210 270 150 290 90 270 20 230 20 150Z" fill="${fill}" ` +
    `stroke="${rim}" stroke-width="14"/>`,
]

const colour = (random: Random) => `hsl(${Math.floor(random.next() * 360)} 70% ${Math.floor(30 + random.next() * 30)}%)`

/** Two pictures' silhouettes on the same frame. */
export async function signsOnOneFrame(signs: [RgbaImage, RgbaImage], random: Random): Promise<[RgbaImage, RgbaImage]> {
  const shape = random.pick(shapes)
  const [fill, ink] = random.next() < 0.5 ? ['#fff', '#111'] : [colour(random), '#fff']
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300">${shape(fill, colour(random))}</svg>`
  const share = 0.3 + random.next() * 0.15
  const [one, other] = signs.map((sign) => withSign(frame, sign, { ink, share }))
  return [await one!, await other!]
}

/** The sign in one colour, within a share of the frame's side. */
async function withSign(frame: string, sign: RgbaImage, { ink, share }: { ink: string; share: number }) {
  const size = Math.round(side * share)
  const shape = await rawSharp(sign)
    .trim({ background: clear, threshold: 0 })
    .resize({ width: size, height: size, fit: 'contain', background: clear })
    .png()
    .toBuffer()
  const silhouette = await sharp({ create: { width: size, height: size, channels: 4, background: ink } })
    .composite([{ input: shape, blend: 'dest-in' }])
    .png()
    .toBuffer()
  return toCanvas(sharp(Buffer.from(frame)).composite([{ input: silhouette }]))
}
