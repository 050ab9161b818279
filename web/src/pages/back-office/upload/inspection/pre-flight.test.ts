import { expect, test } from 'vitest'
import { chunk, ihdr, png } from '../../../../../../server/test/png.ts'
import { parsePng } from './parse-png.ts'
import { refusalForSize, refusalForStructure } from './pre-flight.ts'

const header = (changes: object = {}) => ihdr({ width: 600, height: 400, ...changes })
const deepHeader = header({ width: 7_000, height: 7_000, bitDepth: 16 })
const parse = (...chunks: Buffer[]) => parsePng(png(...chunks))
const end = chunk('IEND')
const pixels = chunk('IDAT', '123')

const refusalFor = (...chunks: Buffer[]) => refusalForStructure(parse(...chunks))

test('a valid PNG is not refused', () => {
  expect([refusalForSize(60_000), refusalFor(header(), pixels, end)]).toEqual([null, null])
})

test.each([
  ['is empty', refusalForSize(0), /empty/],
  ['is too large', refusalForSize(50_000_001), /larger than 50 MB/],
  ['is no PNG', refusalForStructure(parsePng(new TextEncoder().encode('GIF89a'.repeat(20)))), /not a PNG/],
  ['is animated', refusalFor(header(), chunk('acTL'), pixels, end), /animated/],
  ['was rewritten for iPhones', refusalFor(chunk('CgBI', '\0\0\0\0'), header(), pixels, end), /iPhone/],
  ['has too long a side', refusalFor(header({ width: 12_001 }), pixels, end), /12,001 × 400 .* 12,000/],
  ['has too many pixels', refusalFor(header({ width: 8_000, height: 8_000 }), pixels, end), /50 million/],
  ['would take too much memory', refusalFor(deepHeader, pixels, end), /374 MiB .* 256 MiB/],
  ['stops early', refusalFor(header(), pixels), /before the picture is complete/],
])('a file that %s is refused with the server’s message', (_, message, expected) => {
  expect(message).toMatch(expected)
})

test('a chunk longer than the file ends the parsing', () => {
  const chunks = parse(header(), Buffer.from('\xff\xff\xff\xfftEXt12345678', 'latin1'))
  expect([...chunks!.chunkTypes]).toEqual(['IHDR', 'tEXt'])
  expect(chunks!.textChunks).toEqual([])
})
