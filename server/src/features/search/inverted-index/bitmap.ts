/** Publish numbers of a segment of a posting list: its bitmap has 3,840 bytes, so two fit into a page of PostgreSQL. */
export const segmentSize = 30_720

/** Sorted offsets (Uint16Array) or a bitmap (Uint32Array). */
export type PostingSet = Uint16Array | Uint32Array

const wordsPerSegment = segmentSize / 32
/** From this many offsets on a bitmap is smaller than the array. */
const bitmapThreshold = segmentSize / 16

export const segmentOf = (pub_no: number) => Math.floor(pub_no / segmentSize)
export const offsetOf = (pub_no: number) => pub_no % segmentSize

const isBitmap = (set: PostingSet): set is Uint32Array => set instanceof Uint32Array

export const emptySet: PostingSet = new Uint16Array()

/** From distinct offsets in ascending order. */
export const fromOffsets = (offsets: ArrayLike<number>): PostingSet =>
  offsets.length < bitmapThreshold ? Uint16Array.from(offsets) : bitmapOf(offsets)

function bitmapOf(offsets: ArrayLike<number>): Uint32Array {
  const bitmap = new Uint32Array(wordsPerSegment)
  for (let i = 0; i < offsets.length; i++) bitmap[offsets[i]! >>> 5]! |= 1 << (offsets[i]! & 31)
  return bitmap
}

/** The stored form: little-endian; arrays and bitmaps differ by their length. */
export const encode = (set: PostingSet) => Buffer.from(set.buffer, set.byteOffset, set.byteLength)

export function decode(bytes: Buffer): PostingSet {
  const copy = new Uint8Array(bytes).buffer // aligned, and no reference to the larger buffer of the result
  return bytes.length === wordsPerSegment * 4 ? new Uint32Array(copy) : new Uint16Array(copy)
}

export function cardinality(set: PostingSet): number {
  if (!isBitmap(set)) return set.length
  let sum = 0
  for (let i = 0; i < set.length; i++) sum += popcount(set[i]!)
  return sum
}

/** The number of ones in 32 bits (Hacker's Delight, 5-2). */
function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const has = (set: PostingSet, offset: number): boolean =>
  isBitmap(set) ? ((set[offset >>> 5]! >>> (offset & 31)) & 1) === 1 : binarySearch(set, offset)

function binarySearch(offsets: Uint16Array, offset: number): boolean {
  let [low, high] = [0, offsets.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (offsets[middle]! < offset) low = middle + 1
    else high = middle
  }
  return offsets[low] === offset
}

export function intersect(one: PostingSet, other: PostingSet | undefined): PostingSet {
  if (!other?.length) return emptySet
  if (isBitmap(one)) return isBitmap(other) ? intersectBitmaps(one, other) : filterOffsets(other, one, true)
  // Of two arrays the shorter one is looked up in the longer one.
  return !isBitmap(other) && other.length < one.length
    ? filterOffsets(other, one, true)
    : filterOffsets(one, other, true)
}

export function difference(one: PostingSet, other: PostingSet | undefined): PostingSet {
  if (!other?.length) return one
  if (!isBitmap(one)) return filterOffsets(one, other, false)
  return isBitmap(other) ? subtractBitmaps(one, other) : subtractOffsets(one, other)
}

/** The offsets that are (or with `isIncluded` false are not) in the other set. */
function filterOffsets(offsets: Uint16Array, other: PostingSet, isIncluded: boolean): Uint16Array {
  // A merge, unless the other array is so much longer that binary search is quicker.
  if (!isBitmap(other) && other.length < 16 * offsets.length) return mergeFilter(offsets, other, isIncluded)
  const result = new Uint16Array(offsets.length)
  let size = 0
  for (let i = 0; i < offsets.length; i++) {
    if (has(other, offsets[i]!) === isIncluded) result[size++] = offsets[i]!
  }
  return result.subarray(0, size)
}

function mergeFilter(offsets: Uint16Array, other: Uint16Array, isIncluded: boolean): Uint16Array {
  const result = new Uint16Array(offsets.length)
  let [size, next] = [0, 0]
  for (let i = 0; i < offsets.length; i++) {
    const offset = offsets[i]!
    while (next < other.length && other[next]! < offset) next++
    if ((other[next] === offset) === isIncluded) result[size++] = offset
  }
  return result.subarray(0, size)
}

function intersectBitmaps(one: Uint32Array, other: Uint32Array): Uint32Array {
  const result = new Uint32Array(wordsPerSegment)
  for (let i = 0; i < wordsPerSegment; i++) result[i] = one[i]! & other[i]!
  return result
}

function subtractBitmaps(one: Uint32Array, other: Uint32Array): Uint32Array {
  const result = new Uint32Array(wordsPerSegment)
  for (let i = 0; i < wordsPerSegment; i++) result[i] = one[i]! & ~other[i]!
  return result
}

function subtractOffsets(bitmap: Uint32Array, offsets: Uint16Array): Uint32Array {
  const result = bitmap.slice()
  for (let i = 0; i < offsets.length; i++) result[offsets[i]! >>> 5]! &= ~(1 << (offsets[i]! & 31))
  return result
}

export function union(sets: PostingSet[]): PostingSet {
  if (sets.length === 1) return sets[0]!
  const isSparse = sets.reduce((sum, set) => sum + (isBitmap(set) ? bitmapThreshold : set.length), 0) < bitmapThreshold
  if (isSparse) return unionOffsets(sets)
  const bitmap = new Uint32Array(wordsPerSegment)
  for (const set of sets) {
    if (isBitmap(set)) for (let i = 0; i < wordsPerSegment; i++) bitmap[i]! |= set[i]!
    else for (const offset of set) bitmap[offset >>> 5]! |= 1 << (offset & 31)
  }
  return bitmap
}

/** The union of arrays that are together shorter than a bitmap. */
function unionOffsets(arrays: PostingSet[]): Uint16Array {
  const offsets = new Uint16Array(arrays.reduce((sum, array) => sum + array.length, 0))
  let size = 0
  for (const array of arrays) {
    offsets.set(array, size)
    size += array.length
  }
  offsets.sort()
  let distinct = 0
  for (let i = 0; i < size; i++) if (i === 0 || offsets[i] !== offsets[i - 1]) offsets[distinct++] = offsets[i]!
  return offsets.subarray(0, distinct)
}

export function countAbove(set: PostingSet, offset: number): number {
  if (!isBitmap(set)) return set.length - set.findLastIndex((one) => one <= offset) - 1
  const at = offset >>> 5
  let count = popcount(set[at]! & ~((2 << (offset & 31)) - 1))
  for (let i = at + 1; i < wordsPerSegment; i++) count += popcount(set[i]!)
  return count
}

/** Up to `limit` offsets in descending order, after skipping the `skip` largest. */
export function lastN(set: PostingSet, skip: number, limit: number): number[] {
  if (!isBitmap(set)) {
    const end = Math.max(0, set.length - skip)
    return Array.from(set.subarray(Math.max(0, end - limit), end)).reverse()
  }
  const offsets: number[] = []
  for (let i = wordsPerSegment - 1; i >= 0 && offsets.length < limit; i--) {
    let word = set[i]!
    if (word === 0) continue
    const ones = popcount(word)
    if (skip >= ones) {
      skip -= ones
      continue
    }
    while (word !== 0 && offsets.length < limit) {
      const bit = 31 - Math.clz32(word)
      word &= ~(1 << bit)
      if (skip > 0) skip--
      else offsets.push(i * 32 + bit)
    }
  }
  return offsets
}

export function withChanges(set: PostingSet | undefined, add: number[], remove: number[]): PostingSet {
  const bitmap = set && isBitmap(set) ? set.slice() : bitmapOf(set ?? emptySet)
  for (const offset of remove) bitmap[offset >>> 5]! &= ~(1 << (offset & 31))
  for (const offset of add) bitmap[offset >>> 5]! |= 1 << (offset & 31)
  const size = cardinality(bitmap)
  return size < bitmapThreshold ? Uint16Array.from(lastN(bitmap, 0, size).reverse()) : bitmap
}
