import { expect, test } from 'vitest'
import { chunk, ihdr, png } from '../../../../../../server/test/png.ts'
import { parsePng } from './parse-png.ts'
import { refusalForSize, refusalForStructure } from './pre-flight.ts'

const header = (changes: object = {}) => ihdr({ width: 600, height: 400, ...changes })
const parse = (...chunks: Buffer[]) => parsePng(png(...chunks))
const end = chunk('IEND')
const pixels = chunk('IDAT', '123')

test('a valid PNG is not refused', () => {
  expect(refusalForSize(60_000)).toBeNull()
  expect(refusalForStructure(parse(header(), pixels, end))).toBeNull()
})

test.each([
  ['is empty', refusalForSize(0), /empty/],
  ['is too large', refusalForSize(50_000_001), /larger than 50 MB/],
  ['is no PNG', refusalForStructure(parsePng(new TextEncoder().encode('GIF89a'.repeat(20)))), /not a PNG/],
  ['is animated', refusalForStructure(parse(header(), chunk('acTL'), pixels, end)), /animated/],
  ['was rewritten for iPhones', refusalForStructure(parse(chunk('CgBI', '\0\0\0\0'), header(), pixels, end)), /iPhone/],
  ['has too long a side', refusalForStructure(parse(header({ width: 12_001 }), pixels, end)), /12,001 × 400 .* 12,000/],
  [
    'has too many pixels',
    refusalForStructure(parse(header({ width: 8_000, height: 8_000 }), pixels, end)),
    /50 million/,
  ],
  [
    'would take too much memory',
    refusalForStructure(parse(header({ width: 7_000, height: 7_000, bitDepth: 16 }), pixels, end)),
    /374 MiB .* 256 MiB/,
  ],
  ['stops early', refusalForStructure(parse(header(), pixels)), /before the picture is complete/],
])('a file that %s is refused with the server’s message', (_, message, expected) => {
  expect(message).toMatch(expected)
})

test('a chunk longer than the file ends the parsing', () => {
  const chunks = parse(header(), Buffer.from('\xff\xff\xff\xfftEXt12345678', 'latin1'))
  expect([...chunks!.chunkTypes]).toEqual(['IHDR', 'tEXt'])
  expect(chunks!.textChunks).toEqual([])
})
