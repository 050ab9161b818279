import sharp from 'sharp'
import { drawingSvg, drawings } from '../src/features/demo/demo-drawings.ts'
import { aNewPng } from './png.ts'

/** The n-th of some 240 drawings, as a PNG; no two are alike. */
export const drawing = (n: number, side = 400): Promise<Buffer> =>
  sharp(Buffer.from(drawingSvg(drawings()[n]!, side)))
    .png()
    .toBuffer()

/** In them something is found: they fill a square with round corners. */
const solid = new Set(['desert', 'cityscape', 'sunset', 'menorah'])
/** Neither grey nor pale when turned, so that a copy in other colours is recognised, and far enough from each other. */
const recognisable = Array.from({ length: 54 }, (_, at) => at + 124).filter((n) => !solid.has(drawings()[n]!.name))
/** A picture whose margins can be trimmed, of bytes that no other one has. */
export const withMargins = () =>
  sharp(aNewPng()).extend({ top: 99, bottom: 99, left: 99, right: 99, background: '#0000' }).png().toBuffer()

let drawn = 0
/**
 * A drawing that no other image of this test file shows: a copy of one that was taken down is refused. From 200 pixels
 * on, smaller copies of each are recognised; of 64 pixels, those of some are not.
 */
export const nextDrawing = (side = 200) => drawing(recognisable[drawn++ % recognisable.length]!, side)

let discs = 0
/** A disc on a clear canvas of 520 by 500 pixels, each time of another size. */
export function drawDisc(): Promise<Buffer> {
  const disc = `<circle cx="50%" cy="50%" r="${200 - ++discs / 10}" fill="#e4572e"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="500">${disc}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
