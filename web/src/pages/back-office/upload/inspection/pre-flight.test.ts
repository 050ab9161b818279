import { expect, test } from 'vitest'
import { parsePng } from './parse-png.ts'
import { refusalForSize, refusalForStructure } from './pre-flight.ts'

/** A chunk with a zero checksum: only the server verifies them. */
function chunk(type: string, data: number[] = []): number[] {
  return [...int(data.length), ...Array.from(type, (letter) => letter.charCodeAt(0)), ...data, 0, 0, 0, 0]
}
const int = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const ihdr = ({ width = 600, height = 400, bitDepth = 8, colourType = 6 } = {}) =>
  chunk('IHDR', [...int(width), ...int(height), bitDepth, colourType, 0, 0, 0])
const signature = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]
const png = (...chunks: number[][]) => parsePng(Uint8Array.from([...signature, ...chunks.flat()]))
const end = chunk('IEND')
const pixels = chunk('IDAT', [1, 2, 3])

test('a valid PNG is not refused', () => {
  expect(refusalForSize(60_000)).toBeNull()
  expect(refusalForStructure(png(ihdr(), pixels, end))).toBeNull()
})

test.each([
  ['is empty', refusalForSize(0), /empty/],
  ['is too large', refusalForSize(50_000_001), /larger than 50 MB/],
  ['is no PNG', refusalForStructure(parsePng(new TextEncoder().encode('GIF89a'.repeat(20)))), /not a PNG/],
  ['is animated', refusalForStructure(png(ihdr(), chunk('acTL'), pixels, end)), /animated/],
  ['was rewritten for iPhones', refusalForStructure(png(chunk('CgBI', [0, 0, 0, 0]), ihdr(), pixels, end)), /iPhone/],
  ['has too long a side', refusalForStructure(png(ihdr({ width: 12_001 }), pixels, end)), /12,001 × 400 .* 12,000/],
  ['has too many pixels', refusalForStructure(png(ihdr({ width: 8_000, height: 8_000 }), pixels, end)), /50 million/],
  [
    'would take too much memory',
    refusalForStructure(png(ihdr({ width: 7_000, height: 7_000, bitDepth: 16 }), pixels, end)),
    /374 MiB .* 256 MiB/,
  ],
  ['stops early', refusalForStructure(png(ihdr(), pixels)), /before the picture is complete/],
])('a file that %s is refused with the server’s message', (_, message, expected) => {
  expect(message).toMatch(expected)
})

test('a chunk longer than the file ends the parsing', () => {
  const chunks = png(ihdr(), [...int(0xffffffff), 0x74, 0x45, 0x58, 0x74, 1, 2, 3, 4, 5, 6, 7, 8])
  expect([...chunks!.chunkTypes]).toEqual(['IHDR', 'tEXt'])
  expect(chunks!.textChunks).toEqual([])
})
