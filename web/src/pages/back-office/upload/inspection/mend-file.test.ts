import { deflateSync } from 'node:zlib'
import { measurePicture } from '@vitrine/contract/measures/measure-picture'
import { expect, test } from 'vitest'
import { chunk, ihdr, png } from '../../../../../../server/test/png.ts'
import { decodePixels } from './decode-pixels.ts'
import { mendFile } from './mend-file.ts'
import { parsePng } from './parse-png.ts'

const side = 240

interface Form {
  colourType?: 4 | 6
  bitDepth?: 8 | 16
  radius?: number
  /** Of a pixel that the disc does not cover. */
  around?: (x: number, y: number) => readonly [value: number, alpha: number]
}

/** A disc in grey with a soft edge. */
function disc({ colourType = 6, bitDepth = 8, radius = 100, around = () => [0, 0] }: Form): Buffer {
  const bytes: number[] = []
  for (let y = 0; y < side; y++) {
    bytes.push(0)
    for (let x = 0; x < side; x++) {
      const share = Math.max(0, Math.min(1, radius + 0.5 - Math.hypot(x - 119.5, y - 119.5)))
      const [value, alpha] = share > 0 ? [90, Math.round(share * 255)] : around(x, y)
      const samples = colourType === 4 ? [value, alpha] : [value, value, value, alpha]
      bytes.push(...(bitDepth === 16 ? samples.flatMap((one) => [one, one]) : samples))
    }
  }
  const header = ihdr({ width: side, height: side, colourType, bitDepth })
  return png(header, chunk('IDAT', deflateSync(Buffer.from(bytes), { level: 9 })), chunk('IEND'))
}

async function mend(file: Buffer, size = file.length) {
  const structure = parsePng(file)!
  const image = await decodePixels(structure)
  return mendFile(structure, image, measurePicture(image.pixels, side, side), size)
}

const haze = () => [250, 6] as const

test('a picture of 16 bits is not mended, since it would lose depth', async () => {
  expect(await mend(disc({ around: haze }))).toMatchObject({ mended: [{ kind: 'haze' }] })
  expect(await mend(disc({ around: haze, bitDepth: 16 }))).toBe(null)
})

test('a grey picture stays grey, as its colour profile wants', async () => {
  const mended = (await mend(disc({ around: haze, colourType: 4 })))!
  const { header } = parsePng(new Uint8Array(await mended.bytes.arrayBuffer()))!
  expect(header).toMatchObject({ colourType: 4, bitDepth: 8, width: side, height: side })
})

test('a fault is mended at any size; margins and hidden colours only where that saves bytes', async () => {
  expect(await mend(disc({ around: haze }), 1)).not.toBe(null)

  const margins = disc({ radius: 60 })
  const trimmed = (await mend(margins, 1e6))!
  expect(trimmed.mended).toEqual([{ kind: 'clear_margins' }])
  expect(await mend(margins, trimmed.bytes.size)).not.toBe(null)
  expect(await mend(margins, trimmed.bytes.size - 1)).toBe(null)

  const hidden = disc({ around: (x, y) => [(x * 37 + y * 91 + x * y) % 256, 0] })
  const { bytes, mended } = (await mend(hidden, 1e6))!
  expect(mended).toEqual([{ kind: 'hidden_colours' }])
  expect(await mend(hidden, Math.ceil(bytes.size / 0.9))).not.toBe(null)
  expect(await mend(hidden, Math.floor(bytes.size / 0.9))).toBe(null)
})
