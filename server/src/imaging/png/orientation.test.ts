import { expect, test } from 'vitest'
import { aPng, chunk, exifChunk } from '#test/png'
import { decodePng } from '../decode.ts'
import { stripMetadata } from './png-chunks.ts'

const size = { width: 13, height: 7 }
const withChunks = (...chunks: Buffer[]) => aPng({ ...size, chunks })
const decode = (png: Buffer) => decodePng(stripMetadata(Buffer.from(png)))
const isTurned = async (png: Buffer) => (await decode(png)).width === size.height

/** Where a pixel of the picture that is shown is stored (Exif 2.32, 4.6.4). */
const sources: Record<number, (x: number, y: number) => [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y) => [size.width - 1 - x, y],
  3: (x, y) => [size.width - 1 - x, size.height - 1 - y],
  4: (x, y) => [x, size.height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [y, size.height - 1 - x],
  7: (x, y) => [size.width - 1 - y, size.height - 1 - x],
  8: (x, y) => [size.width - 1 - y, x],
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture is decoded as browsers turn it: orientation %i', async (orientation) => {
  const stored = await decode(aPng(size))
  for (const isLittleEndian of [false, true]) {
    const { pixels, width, height } = await decode(withChunks(exifChunk(orientation, isLittleEndian)))
    expect([width, height]).toEqual(orientation > 4 ? [size.height, size.width] : [size.width, size.height])
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const [left, top] = sources[orientation]!(x, y)
        expect(pixels.readUInt32BE((y * width + x) * 4)).toBe(stored.pixels.readUInt32BE((top * size.width + left) * 4))
      }
  }
})

test('a picture is turned at 16 bits, and with colours that are converted', async () => {
  const gama = chunk('gAMA', Buffer.from('0000c350', 'hex'))
  for (const bitDepth of [8, 16] as const)
    expect(await isTurned(aPng({ ...size, bitDepth, chunks: [gama, exifChunk(6)] }))).toBe(true)
})

// As Chromium 156 does.
test('a picture is turned by the first intact eXIf before the pixels alone', async () => {
  const broken = Buffer.from(exifChunk(6))
  broken[broken.length - 1]! ^= 0xff
  const afterPixels = Buffer.concat([withChunks().subarray(0, -12), exifChunk(6), withChunks().subarray(-12)])
  const long = chunk('eXIf', Buffer.from('4d4d002a0000000800010112000400000001000000060000', 'hex'))
  for (const chunks of [
    [exifChunk(6), exifChunk(1)],
    [broken, exifChunk(8)],
  ])
    expect(await isTurned(withChunks(...chunks))).toBe(true)
  for (const chunks of [[exifChunk(1), exifChunk(6)], [broken], [exifChunk(9)], [long], [chunk('eXIf', 'MM')]])
    expect(await isTurned(withChunks(...chunks))).toBe(false)
  expect(await isTurned(afterPixels)).toBe(false)
})

test('nothing of eXIf but the orientation is left beside the pixels', () => {
  const described = chunk('eXIf', Buffer.concat([exifChunk(6).subarray(8, -4), Buffer.from('48.8584 N')]))
  const left = stripMetadata(withChunks(described))
  expect(left.includes('48.8584')).toBe(false)
  expect(left.includes('eXIf')).toBe(true)
  expect(stripMetadata(withChunks(exifChunk(1))).includes('eXIf')).toBe(false)
})
