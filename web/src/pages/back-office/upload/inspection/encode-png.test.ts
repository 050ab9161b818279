import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPng, chunk, type PngOptions, png } from '../../../../../../server/test/png.ts'
import { decodePixels } from './decode-pixels.ts'
import { encodePng } from './encode-png.ts'
import { parsePng } from './parse-png.ts'

const decode = (file: Uint8Array) => decodePixels(parsePng(file)!)
const encode = async (file: Uint8Array, isGrey = false) => {
  const blob = await encodePng(await decode(file), { isGrey, chunks: parsePng(file)!.keptChunks })
  return new Uint8Array(await blob.arrayBuffer())
}

test.each<[PngOptions, boolean]>([
  [{ colourType: 6, width: 301, height: 203, alpha: 'soft' }, false],
  [{ colourType: 6, width: 1, height: 1 }, false],
  [{ colourType: 3, width: 61, height: 43 }, false],
  [{ colourType: 4, width: 61, height: 43, alpha: 'soft' }, true],
])('%j is encoded so that every decoder sees the same pixels', async (kind, isGrey) => {
  const file = aPng(kind)
  const encoded = await encode(file, isGrey)
  expect((await decode(encoded)).pixels).toEqual((await decode(file)).pixels)
  const bySharp = await sharp(encoded).toColourspace('srgb').ensureAlpha().raw().toBuffer()
  expect(bySharp.equals(Buffer.from((await decode(file)).pixels.buffer))).toBe(true)
})

test('a smooth picture becomes about as small as other encoders make it', async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><defs><radialGradient id="g">
    <stop stop-color="#fc3"/><stop offset="1" stop-color="#06c"/></radialGradient></defs>
    <ellipse cx="300" cy="200" rx="280" ry="180" fill="url(#g)"/></svg>`
  const file = await sharp(Buffer.from(svg)).png({ adaptiveFiltering: true, compressionLevel: 6 }).toBuffer()
  expect((await encode(file)).length).toBeLessThan(1.15 * file.length)
})

test('texts, colour space and resolution are kept, and nothing else', async () => {
  const whole = aPng({ text: { Title: 'A disc' }, xmp: '<x:xmpmeta/>' })
  const [signatureAndHeader, rest] = [whole.subarray(8, 33), whole.subarray(33)]
  const gamma = chunk('gAMA', Buffer.of(0, 0, 0xb1, 0x8f))
  const resolution = chunk('pHYs', Buffer.of(0, 0, 11, 19, 0, 0, 11, 19, 1))
  const file = png(signatureAndHeader, gamma, resolution, chunk('bKGD', Buffer.alloc(6)), rest)
  const encoded = await encode(file)
  expect([...parsePng(encoded)!.chunkTypes]).toEqual(['IHDR', 'gAMA', 'pHYs', 'tEXt', 'iTXt', 'IDAT', 'IEND'])
  const keptBytes = (one: Uint8Array) => parsePng(one)!.keptChunks.map((part) => [...part])
  expect(keptBytes(encoded)).toEqual(keptBytes(file))
})
