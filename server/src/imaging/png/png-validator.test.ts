import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostilePngs } from '#test/hostile-pngs'
import { aPng, chunk, ihdr, png, xmpChunk } from '#test/png'
import { RefusedFile } from '../refused-file.ts'
import { readTextChunks } from './png-text-chunks.ts'
import { PngValidator } from './png-validator.ts'

/** The facts of a file fed in pieces of this size, or its refusal; anything else that is thrown fails the test. */
function walk(file: Buffer, piece = file.length || 1) {
  const validator = new PngValidator()
  try {
    for (let at = 0; at < file.length; at += piece) validator.push(file.subarray(at, at + piece))
    return validator.end()
  } catch (error) {
    if (error instanceof RefusedFile) return error
    throw error
  }
}

const verdict = (file: Buffer, piece?: number) => {
  const outcome = walk(file, piece)
  return outcome instanceof RefusedFile ? outcome.code : 'accepted'
}

function chunkStarts(file: Buffer): number[] {
  const starts: number[] = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) starts.push(at)
  return starts
}

const texts = { text: { Title: 'A fox' }, xmp: '<rdf:RDF/>' }
const withEverything = aPng({ colourType: 3, bitDepth: 4, interlaced: true, ...texts })

test('a valid PNG may reach the limits of length and size', () => {
  const facts = [
    { width: 12_000, height: 1 },
    { width: 1, height: 12_000 },
  ].map((size) => walk(aPng({ ...size, colourType: 0, bitDepth: 1 })))
  expect(facts).toMatchObject([{ width: 12_000 }, { height: 12_000 }])
})

test('a valid PNG is read from a buffer that its caller uses again', () => {
  const file = aPng({ width: 90, height: 60 })
  const validator = new PngValidator()
  const reused = Buffer.alloc(7)
  for (let at = 0; at < file.length; at += 7) validator.push(reused.subarray(0, file.copy(reused, 0, at)))
  expect(validator.end()).toEqual({ width: 90, height: 60 })
})

test.each(hostilePngs)(
  'a hostile file is refused, or left to the worker, also in pieces: $name',
  ({ make, outcome, decidedBy }) => {
    const [file, expected] = [make(), decidedBy === 'validator' ? outcome : 'accepted']
    expect(verdict(file)).toBe(expected)
    if (file.length < 1e5) expect(verdict(file, 1)).toBe(expected)
  },
)

test('a file of another format is named by its format', () => {
  const messageFor = (bytes: string) => (walk(Buffer.from(bytes, 'latin1')) as RefusedFile).message
  expect(messageFor('\xff\xd8\xff\xe0')).toMatch(/^This is a JPEG picture, whatever its name says\./)
  expect(messageFor('<svg/>')).toMatch(/^This is an SVG drawing,/)
  expect(messageFor('\xef\xbb\xbf <?xml version="1.0"?><!-- drawn --><svg/>')).toMatch(/^This is an SVG drawing,/)
  expect(messageFor('<HTML>')).toMatch(/^This is a web page/)
})

test('a hostile file is rejected at its header, or at the head of its metadata, before more arrives', () => {
  const bomb = png(ihdr({ width: 9_999_999, height: 10 }))
  expect(() => new PngValidator().push(bomb)).toThrow('9,999,999 × 10 pixels')
  const announced = chunk('iTXt', Buffer.alloc(2 ** 20 + 1)).subarray(0, 8)
  expect(() => new PngValidator().push(png(ihdr({ width: 8, height: 8 }), announced))).toThrow(/more than 1 MiB/)
})

test('a hostile file is not read beyond the size limit', () => {
  const validator = new PngValidator()
  validator.push(png(ihdr({ width: 8, height: 8 })))
  const pixels = chunk('IDAT', Buffer.alloc(24_000_000))
  validator.push(pixels)
  validator.push(pixels)
  expect(() => validator.push(pixels)).toThrow('larger than 50 MB')
})

test('a file cut at any chunk, or anywhere else, is incomplete', () => {
  const spread = Array.from({ length: 100 }, (_, at) => 1 + Math.floor((at * (withEverything.length - 1)) / 100))
  for (const at of [...chunkStarts(withEverything), ...spread])
    expect([at, verdict(withEverything.subarray(0, at))]).toEqual([at, 'truncated'])
})

test('one wrong bit in any critical chunk is detected, and in the head of any other', () => {
  for (const start of chunkStarts(withEverything)) {
    const isCritical = withEverything.toString('latin1', start + 4, start + 5) < 'a'
    const length = 12 + withEverything.readUInt32BE(start)
    for (const at of [0, 3, 4, 5, 6, 7, 8, Math.floor(length / 2), length - 4, length - 1].filter(
      (at) => at < (isCritical ? length : 4),
    )) {
      const file = Buffer.from(withEverything)
      file[start + at]! ^= 1 << (start % 8)
      expect([start, at, verdict(file)]).not.toContain('accepted')
    }
  }
})

test('an ancillary chunk with a wrong bit is ignored, as browsers ignore it', () => {
  const file = aPng({ text: { Title: 'A fox' } })
  const other = Buffer.from(file)
  other[chunkStarts(file).at(1)! + 9]! ^= 1
  expect(walk(other)).toEqual({ width: 64, height: 48 })
  expect([file, other].map((one) => readTextChunks(one).byKeyword.get('title'))).toEqual(['A fox', undefined])
})

test('any mutated file is accepted or rejected, and the same in other pieces', () => {
  const original = aPng({ text: { Title: 'A fox' }, xmp: '<rdf:RDF/>' })
  const change = fc.record({
    at: fc.nat(original.length - 1),
    removed: fc.nat(40),
    put: fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.constantFrom(...SPLICES)),
  })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 99 }), (changes, piece) => {
      let file = original
      for (const { at, removed, put } of changes)
        file = Buffer.concat([file.subarray(0, at), put, file.subarray(at + removed)])
      expect(verdict(file, piece)).toBe(verdict(file))
    }),
    { numRuns: 500 },
  )
})

const chunks = [chunk('IEND'), chunk('IDAT', 'x'), chunk('PLTE', 'abc'), chunk('tRNS', 'abcdef'), xmpChunk('x')]
const SPLICES = [...chunks, ihdr({ width: 1, height: 1 }), Buffer.alloc(40, 255)]
