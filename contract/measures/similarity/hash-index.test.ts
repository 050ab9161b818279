import { expect, test } from 'vitest'
import { dctHash, hashDistance, orientHash } from './dct-hash.ts'
import { HashIndex } from './hash-index.ts'
import { orientations } from './orientations.ts'

/** A seeded plane of 16 x 16, of which a share is that of another plane. */
function plane(seed: number, base?: Uint8Array, share = 0): Uint8Array {
  let state = seed * 7919 + 1
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Uint8Array.from({ length: 256 }, (_, at) => (1 - share) * 255 * random() + share * (base?.[at] ?? 0))
}

const original = plane(0)
const hashes = Array.from({ length: 80 }, (_, id) =>
  orientHash(dctHash(plane(id + 1, original, 0.6 + id / 200)), orientations[id % 8]!),
)

test('a search finds exactly what is near in one of the orientations, the nearest first', () => {
  const sought = dctHash(original)
  const index = new HashIndex(4)
  hashes.forEach((hash, id) => {
    index.add(id, hash)
  })
  const distanceOf = (hash: Uint32Array) =>
    Math.min(...orientations.map((orientation) => hashDistance(orientHash(sought, orientation), hash)))
  const expected = hashes
    .map((hash, id) => ({ id, distance: distanceOf(hash) }))
    .filter(({ distance }) => distance <= 16)
    .sort((a, b) => a.distance - b.distance || a.id - b.id)
  const matches = index.search(sought, orientations, 16)
  expect(expected.length).toBeGreaterThan(10)
  expect(expected.length).toBeLessThan(hashes.length)
  expect(matches.map(({ id, distance }) => ({ id, distance }))).toEqual(expected)
  for (const { id, distance, orientation } of matches)
    expect(hashDistance(orientHash(sought, orientation), hashes[id]!)).toBe(distance)
})

test('a deleted hash is not found any more, and all others still are', () => {
  const index = new HashIndex(1)
  for (const id of [7, 8, 9]) index.add(id, hashes[0]!)
  expect(index.delete(7)).toBe(true)
  expect(index.delete(7)).toBe(false)
  expect(index.search(hashes[0]!, [0], 16).map(({ id }) => id)).toEqual([8, 9])
  expect(index.size).toBe(2)
})
