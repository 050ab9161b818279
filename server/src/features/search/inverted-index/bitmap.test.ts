import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cardinality,
  countAbove,
  decode,
  difference,
  encode,
  fromOffsets,
  has,
  intersect,
  lastN,
  segmentSize,
  union,
  withChanges,
} from './bitmap.ts'

/** Sparse sets are stored as arrays and dense ones as bitmaps; both occur. */
const offsets = fc
  .record({ step: fc.constantFrom(1, 3, 40, 900), seed: fc.nat(segmentSize), size: fc.nat(4_000) })
  .map(({ step, seed, size }) => {
    const distinct = new Set(Array.from({ length: size }, (_, index) => (seed + index * step) % segmentSize))
    return [...distinct].sort((one, other) => one - other)
  })
const ascending = (set: Parameters<typeof lastN>[0]) => lastN(set, 0, segmentSize).reverse()

test('a set has the offsets that it was made of, also after it was stored', () => {
  fc.assert(
    fc.property(offsets, (some) => {
      const set = decode(encode(fromOffsets(some)))
      expect([ascending(set), cardinality(set)]).toEqual([some, some.length])
      for (const offset of [...some.slice(0, 20), 0, 1, 777]) expect(has(set, offset)).toBe(some.includes(offset))
    }),
  )
})

test('intersection, difference and union are those of sets, of arrays and bitmaps alike', () => {
  fc.assert(
    fc.property(offsets, offsets, (some, others) => {
      const [one, other] = [fromOffsets(some), fromOffsets(others)]
      const [a, b] = [new Set(some), new Set(others)]
      expect(ascending(intersect(one, other))).toEqual([...a.intersection(b)].sort((x, y) => x - y))
      expect(ascending(difference(one, other))).toEqual([...a.difference(b)])
      expect(ascending(union([one, other]))).toEqual([...a.union(b)].sort((x, y) => x - y))
      const changed = withChanges(one, [...b.difference(a)], [...a.intersection(b)])
      expect(ascending(changed)).toEqual([...a.symmetricDifference(b)].sort((x, y) => x - y))
    }),
  )
})

test('the offsets above one are counted, and a part of a set is read from its largest offset down', () => {
  fc.assert(
    fc.property(offsets, fc.nat(segmentSize - 1), fc.nat(5_000), fc.nat(300), (some, offset, skip, limit) => {
      expect(countAbove(fromOffsets(some), offset)).toBe(some.filter((one) => one > offset).length)
      expect(lastN(fromOffsets(some), skip, limit)).toEqual(some.toReversed().slice(skip, skip + limit))
    }),
  )
})
