import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostilePngs } from '#test/hostile-pngs'
import { ADAM7, aPng, chunk, ihdr, png } from '#test/png'
import { seededRandom } from '../../../../bench/harness/random.ts'
import { findPixelDataProblem } from './pixel-data.ts'
import { PngValidator } from './png-validator.ts'

const depths = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const
for (const [type, bits] of Object.entries(depths))
  test.each(bits)(`a sound PNG of type ${type} with %i bits is accepted, interlaced or not`, async (bitDepth) => {
    for (const size of ['64x48', '1x1', '3x9', '9x3'])
      for (const interlaced of [false, true]) {
        const [width, height] = size.split('x').map(Number) as [number, number]
        const file = aPng({ colourType: Number(type) as 0, bitDepth, interlaced, width, height })
        const validator = new PngValidator()
        validator.push(file)
        expect(validator.end()).toMatchObject({ width, height })
        expect(await findPixelDataProblem(file)).toBeUndefined()
      }
  })

test.each([
  ['more rows than the picture has', 'more data follows its pixels'],
  ['a second deflate stream behind the pixels', 'more data follows its pixels'],
  ['a wrong checksum at the end of the deflate stream', 'the checksum of its pixels is wrong'],
  ['a wrong checksum in a chunk of its own', 'the checksum of its pixels is wrong'],
  ['a few bytes behind the deflate stream', undefined],
])('%s: %s', async (name, problem) => {
  const { make } = hostilePngs.find((hostile) => hostile.name === name)!
  expect(await findPixelDataProblem(make())).toBe(problem)
})

test('an index beyond the palette is found wherever it is, with any filter', async () => {
  const image = fc.record({
    width: fc.integer({ min: 1, max: 40 }),
    height: fc.integer({ min: 1, max: 12 }),
    bitDepth: fc.constantFrom(1, 2, 4, 8),
    interlaced: fc.boolean(),
    seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    hasBeyond: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(image, async ({ width, height, bitDepth, interlaced, seed, hasBeyond }) => {
      const { next } = seededRandom(seed)
      const random = (limit: number) => Math.floor(next() * limit)
      const entries = 1 + random(2 ** bitDepth - 1)
      const indices = Array.from({ length: height }, () => Array.from({ length: width }, () => random(entries)))
      if (hasBeyond) indices[random(height)]![random(width)] = entries
      const file = png(
        ihdr({ width, height, bitDepth, colourType: 3, interlaced }),
        chunk('PLTE', Buffer.alloc(entries * 3)),
        chunk('IDAT', deflateSync(filteredRows(indices, bitDepth, interlaced, random))),
        chunk('IEND'),
      )
      const problem = hasBeyond ? 'some pixels have a colour that its palette does not hold' : undefined
      expect(await findPixelDataProblem(file)).toBe(problem)
    }),
    { numRuns: 300 },
  )
})

/** The rows of all passes, each with a filter chosen at random; the bits behind the last pixel are random too. */
function filteredRows(indices: number[][], bitDepth: number, interlaced: boolean, random: (limit: number) => number) {
  const rows: Buffer[] = []
  for (const [left, top, right, down] of interlaced ? ADAM7 : ([[0, 0, 1, 1]] as const)) {
    let above: number[] = []
    for (let y = top; y < indices.length; y += down) {
      const ofPass = indices[y]!.filter((_, x) => x >= left && (x - left) % right === 0)
      const row = packIndices(ofPass, bitDepth, random)
      if (row.length === 0) continue
      const filter = random(5)
      const predicted = (at: number) => predict(filter, row[at - 1] ?? 0, above[at] ?? 0, above[at - 1] ?? 0)
      rows.push(Buffer.from([filter, ...row.map((byte, at) => byte - predicted(at))]))
      above = row
    }
  }
  return Buffer.concat(rows)
}

function packIndices(indices: number[], bitDepth: number, random: (limit: number) => number): number[] {
  const perByte = 8 / bitDepth
  return Array.from({ length: Math.ceil(indices.length / perByte) }, (_, byte) => {
    const ofByte = Array.from({ length: perByte }, (_, at) => indices[byte * perByte + at] ?? random(2 ** bitDepth))
    return ofByte.reduce((bits, index) => (bits << bitDepth) | index, 0)
  })
}

/** PNG third edition, 9.2, written as there. */
function predict(filter: number, a: number, b: number, c: number): number {
  if (filter < 4) return [0, a, b, Math.floor((a + b) / 2)][filter]!
  const p = a + b - c
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
  if (pa <= pb && pa <= pc) return a
  return pb <= pc ? b : c
}
