import { bitCount, type DctHash, hashDistance, orientHash } from './dct-hash.ts'
import type { Orientation } from './orientations.ts'

export interface HashMatch {
  id: number
  /** Bits in which the hashes differ. */
  distance: number
  /** The orientation of the hash that was searched for in which it is nearest. */
  orientation: Orientation
}

const wordsPerHash = 4

/**
 * Exact search for near hashes in memory, 20 bytes each, by comparing all: five indexed bands in PostgreSQL
 * (multi-index hashing) took 53 ms for one orientation at a million rows, this 100 ms for all eight, on a busy
 * machine. So a thread of its own should search.
 */
export class HashIndex {
  #words: Uint32Array
  #ids: Int32Array
  #size = 0

  constructor(capacity = 1024) {
    this.#words = new Uint32Array(capacity * wordsPerHash)
    this.#ids = new Int32Array(capacity)
  }

  get size(): number {
    return this.#size
  }

  /** Adds the hash of an id that has none. */
  add(id: number, hash: DctHash): void {
    if (this.#size === this.#ids.length) this.#grow()
    this.#ids[this.#size] = id
    this.#words.set(hash, this.#size * wordsPerHash)
    this.#size++
  }

  /** Removes the hash of an id; the last one takes its place. */
  delete(id: number): boolean {
    const at = this.#ids.subarray(0, this.#size).indexOf(id)
    if (at < 0) return false
    const last = --this.#size
    this.#ids[at] = this.#ids[last]!
    this.#words.copyWithin(at * wordsPerHash, last * wordsPerHash, (last + 1) * wordsPerHash)
    return true
  }

  /** All ids within the distance in one of the orientations, the nearest first. */
  search(hash: DctHash, orientations: readonly Orientation[], maxDistance: number): HashMatch[] {
    const matches: HashMatch[] = []
    // Upright and transposed: mirroring leaves the zeros where they are.
    for (const transposed of [0, 4])
      this.#searchGroup(
        hash,
        orientations.filter((one) => (one & 4) === transposed),
        maxDistance,
        matches,
      )
    const nearest = new Map<number, HashMatch>()
    for (const match of matches)
      if (match.distance < (nearest.get(match.id)?.distance ?? Number.POSITIVE_INFINITY)) nearest.set(match.id, match)
    return [...nearest.values()].sort((a, b) => a.distance - b.distance || a.id - b.id)
  }

  /** Orientations whose hashes have the same zeros, by which nearly all rows are told apart at once. */
  #searchGroup(hash: DctHash, orientations: Orientation[], maxDistance: number, matches: HashMatch[]): void {
    if (!orientations.length) return
    const oriented = orientations.map((orientation) => ({ orientation, hash: orientHash(hash, orientation) }))
    const [a, b, c, d] = oriented[0]!.hash
    const [low, high] = [a! ^ c!, b! ^ d!]
    const words = this.#words
    for (let at = 0, row = 0; row < this.#size; at += wordsPerHash, row++) {
      // A coefficient that is zero in one hash alone costs a bit at least.
      const zeros = bitCount(words[at]! ^ words[at + 2]! ^ low) + bitCount(words[at + 1]! ^ words[at + 3]! ^ high)
      if (zeros > maxDistance) continue
      for (const one of oriented) {
        const distance = hashDistance(one.hash, words, at)
        if (distance <= maxDistance) matches.push({ id: this.#ids[row]!, distance, orientation: one.orientation })
      }
    }
  }

  #grow(): void {
    const [words, ids] = [this.#words, this.#ids]
    this.#words = new Uint32Array(words.length * 2)
    this.#words.set(words)
    this.#ids = new Int32Array(ids.length * 2)
    this.#ids.set(ids)
  }
}
