import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPng, chunk, exifChunk, ihdr, type PngOptions, png } from '../../../../../../server/test/png.ts'
import { decodePixels } from './decode-pixels.ts'
import { parsePng } from './parse-png.ts'

const decode = async (file: Buffer) => (await decodePixels(parsePng(file)!)).pixels
const decodeBySharp = (file: Buffer) => sharp(file).autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer()

async function expectSamePixels(file: Buffer) {
  const [own, expected] = await Promise.all([decode(file), decodeBySharp(file)])
  expect(Buffer.from(own.buffer).equals(expected)).toBe(true)
}

const kinds: PngOptions[] = [
  ...([1, 2, 4, 8, 16] as const).map((bitDepth) => ({ colourType: 0 as const, bitDepth })),
  ...([2, 4, 6] as const).flatMap((colourType) => ([8, 16] as const).map((bitDepth) => ({ colourType, bitDepth }))),
  ...([1, 2, 4, 8] as const).map((bitDepth) => ({ colourType: 3 as const, bitDepth })),
]

test.each(kinds.flatMap((kind) => [kind, { ...kind, interlaced: true }]))(
  '%j decodes to the pixels that the server sees',
  async (kind) => {
    for (const size of [
      { width: 61, height: 43 },
      { width: 3, height: 2 },
      { width: 1, height: 1 },
    ])
      await expectSamePixels(aPng({ ...kind, ...size, alpha: 'soft' }))
  },
)

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a picture of orientation %i is turned as browsers turn it',
  async (orientation) => {
    for (const interlaced of [false, true]) {
      const file = aPng({ width: 61, height: 43, interlaced, colourChunks: [exifChunk(orientation)] })
      await expectSamePixels(file)
      const { width, height } = await decodePixels(parsePng(file)!)
      expect([width, height]).toEqual(orientation > 4 ? [43, 61] : [61, 43])
    }
  },
)

test('every filter is undone', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const create = { width: 61, height: 43, channels: 4, background: '#0000', noise } as const
  const { data, info } = await sharp({ create }).raw().toBuffer({ resolveWithObject: true })
  const rowBytes = info.width * info.channels
  // Noise is a valid stream under any filter: each row takes the next one of the five.
  const rows = Array.from({ length: info.height }, (_, y) =>
    Buffer.concat([Buffer.of(y % 5), data.subarray(y * rowBytes, (y + 1) * rowBytes)]),
  )
  const colourType = info.channels === 4 ? 6 : 2
  const header = ihdr({ width: info.width, height: info.height, colourType })
  await expectSamePixels(png(header, chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND')))
})

test.each([
  ['grey of 4 bits', { bitDepth: 4, colourType: 0 }, [0, 0x5, 0x6f], [0, 5], 2],
  ['grey of 16 bits', { bitDepth: 16, colourType: 0 }, [0, 1, 2, 1, 3], [1, 2], 2],
  ['colour of 8 bits', { bitDepth: 8, colourType: 2 }, [0, 1, 2, 3, 1, 2, 4], [0, 1, 0, 2, 0, 3], 2],
])('the one clear colour of a tRNS chunk is clear, %s', async (_, format, row, colour, width) => {
  const [header, clear] = [ihdr({ width, height: 1, ...format }), chunk('tRNS', Buffer.from(colour))]
  await expectSamePixels(png(header, clear, chunk('IDAT', deflateSync(Buffer.from(row))), chunk('IEND')))
})

test('colours of clear pixels are kept, which a canvas loses', async () => {
  const row = Buffer.from([0, 200, 100, 50, 0, 10, 20, 30, 1])
  const file = png(ihdr({ width: 2, height: 1 }), chunk('IDAT', deflateSync(row)), chunk('IEND'))
  expect([...(await decode(file))]).toEqual([200, 100, 50, 0, 10, 20, 30, 1])
})

test('pixel data that ends early or has an unknown filter is an error', async () => {
  const withData = (data: number[]) =>
    png(ihdr({ width: 2, height: 2 }), chunk('IDAT', deflateSync(Buffer.from(data))), chunk('IEND'))
  await expect(decode(withData([0, 1, 2, 3, 4, 5, 6, 7, 8]))).rejects.toThrow('ends too early')
  const row = [1, 2, 3, 4, 5, 6, 7, 8]
  await expect(decode(withData([7, ...row, 0, ...row]))).rejects.toThrow('unknown filter')
})
