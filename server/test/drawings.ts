import { createRequire } from 'node:module'
import sharp from 'sharp'
import { drawings } from '../src/features/demo/demo-drawings.ts'

const { icons } = createRequire(import.meta.url)('@iconify-json/noto/icons.json')
const names = Object.values(drawings).flat()

/** The n-th of some 240 drawings, as a PNG; no two are alike. */
export function drawing(n: number, side = 400): Promise<Buffer> {
  const frame = `xmlns="http://www.w3.org/2000/svg" viewBox="-8 -8 144 144" width="${side}" height="${side}"`
  const svg = Buffer.from(`<svg ${frame}>${icons[names[n]!].body}</svg>`)
  return sharp(svg).png().toBuffer()
}

/** Neither grey nor in colours that fade when they are turned, so that a copy in other colours is recognised. */
const [firstOfNext, countOfNext] = [124, 55]
let drawn = 0
/** A drawing that no other image of this test file shows: a copy of one that was taken down is refused. */
export const nextDrawing = (side?: number) => drawing(firstOfNext + (drawn++ % countOfNext), side)
