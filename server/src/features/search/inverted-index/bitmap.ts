/**
 * Publish numbers in segments, as sets of places 0 to 30,719: few as a sorted list of them, many as a bit for each. A
 * full segment has 3,840 bytes, two of which fit into a page of PostgreSQL's.
 */
export const segmentSize = 30_720

export type PostingSet = Uint16Array | Uint32Array

const wordsPerSegment = segmentSize / 32
/** From so many on, bits take less room. */
const bitmapThreshold = segmentSize / 16

export const segmentOf = (pub_no: number) => Math.floor(pub_no / segmentSize)
export const offsetOf = (pub_no: number) => pub_no % segmentSize

const isBitmap = (members: PostingSet): members is Uint32Array => members instanceof Uint32Array

/** Of sorted places, each once. */
export function fromOffsets(places: ArrayLike<number>): PostingSet {
  return places.length < bitmapThreshold ? Uint16Array.from(places) : bitmapOf(places)
}

function bitmapOf(places: ArrayLike<number>): Uint32Array {
  const bits = new Uint32Array(wordsPerSegment)
  for (let at = 0; at < places.length; at++) bits[places[at]! >>> 5]! |= 1 << (places[at]! & 31)
  return bits
}

/** As it is stored: little-endian, and told apart by its length. */
export const encode = (members: PostingSet) => Buffer.from(members.buffer, members.byteOffset, members.byteLength)

export function decode(bytes: Buffer): PostingSet {
  const own = new Uint8Array(bytes).buffer // aligned, and holding on to no larger piece of memory
  return bytes.length === wordsPerSegment * 4 ? new Uint32Array(own) : new Uint16Array(own)
}

export function cardinality(members: PostingSet): number {
  if (!isBitmap(members)) return members.length
  let sum = 0
  for (let at = 0; at < members.length; at++) sum += popcount(members[at]!)
  return sum
}

/** Of 32 bits (Hacker's Delight, 5-2). */
function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const has = (members: PostingSet, place: number): boolean =>
  isBitmap(members) ? ((members[place >>> 5]! >>> (place & 31)) & 1) === 1 : binarySearch(members, place)

function binarySearch(places: Uint16Array, place: number): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (places[middle]! < place) low = middle + 1
    else high = middle
  }
  return places[low] === place
}

/** Those of the first that are (or with `false` are not) among the second. */
export function intersect(one: PostingSet, other: PostingSet | undefined, wanted = true): PostingSet {
  if (!other?.length) return wanted ? emptySet : one
  if (isBitmap(one))
    return isBitmap(other) ? filterBitmaps(one, other, wanted) : filterBitmapByOffsets(one, other, wanted)
  // Of two sorted lists the shorter one is looked up in the longer one.
  const [few, many] = wanted && !isBitmap(other) && other.length < one.length ? [other, one] : [one, other]
  return filterOffsets(few, many, wanted)
}

export const emptySet: PostingSet = new Uint16Array()

function filterOffsets(places: Uint16Array, other: PostingSet, wanted: boolean): Uint16Array {
  // Side by side unless the other list is so long that halving it is quicker.
  if (!isBitmap(other) && other.length < 16 * places.length) return mergeFilter(places, other, wanted)
  const rest = new Uint16Array(places.length)
  let size = 0
  for (let at = 0; at < places.length; at++) {
    if (has(other, places[at]!) === wanted) rest[size++] = places[at]!
  }
  return rest.subarray(0, size)
}

function mergeFilter(places: Uint16Array, other: Uint16Array, wanted: boolean): Uint16Array {
  const rest = new Uint16Array(places.length)
  let [size, next] = [0, 0]
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!
    while (next < other.length && other[next]! < place) next++
    if ((other[next] === place) === wanted) rest[size++] = place
  }
  return rest.subarray(0, size)
}

function filterBitmapByOffsets(bits: Uint32Array, places: Uint16Array, wanted: boolean): PostingSet {
  if (wanted) return filterOffsets(places, bits, true)
  const rest = bits.slice()
  for (let at = 0; at < places.length; at++) rest[places[at]! >>> 5]! &= ~(1 << (places[at]! & 31))
  return rest
}

function filterBitmaps(one: Uint32Array, other: Uint32Array, wanted: boolean): Uint32Array {
  const both = new Uint32Array(wordsPerSegment)
  if (wanted) for (let at = 0; at < wordsPerSegment; at++) both[at] = one[at]! & other[at]!
  else for (let at = 0; at < wordsPerSegment; at++) both[at] = one[at]! & ~other[at]!
  return both
}

/** Those that are in any of them. */
export function union(all: PostingSet[]): PostingSet {
  if (all.length === 1) return all[0]!
  if (all.reduce((sum, one) => sum + (isBitmap(one) ? bitmapThreshold : one.length), 0) < bitmapThreshold)
    return unionOffsets(all)
  const bits = new Uint32Array(wordsPerSegment)
  for (const members of all) {
    if (isBitmap(members)) for (let at = 0; at < wordsPerSegment; at++) bits[at]! |= members[at]!
    else for (const place of members) bits[place >>> 5]! |= 1 << (place & 31)
  }
  return bits
}

/** Few, and none of them bits. */
function unionOffsets(all: PostingSet[]): Uint16Array {
  const places = new Uint16Array(all.reduce((sum, one) => sum + one.length, 0))
  let size = 0
  for (const one of all) {
    places.set(one, size)
    size += one.length
  }
  return places.sort().filter((place, at) => at === 0 || place !== places[at - 1])
}

/** Places, the largest first, after skipping so many; no more than `most`. */
export function lastN(members: PostingSet, skip: number, most: number): number[] {
  if (!isBitmap(members)) {
    const end = Math.max(0, members.length - skip)
    return Array.from(members.subarray(Math.max(0, end - most), end)).reverse()
  }
  const places: number[] = []
  for (let at = wordsPerSegment - 1; at >= 0 && places.length < most; at--) {
    let word = members[at]!
    if (word === 0) continue
    const here = popcount(word)
    if (skip >= here) {
      skip -= here
      continue
    }
    while (word !== 0 && places.length < most) {
      const bit = 31 - Math.clz32(word)
      word &= ~(1 << bit)
      if (skip > 0) skip--
      else places.push(at * 32 + bit)
    }
  }
  return places
}

/** With some more, and without others; a place may be in neither. */
export function withChanges(members: PostingSet | undefined, add: number[], remove: number[]): PostingSet {
  const bits = members && isBitmap(members) ? members.slice() : bitmapOf(members ?? emptySet)
  for (const place of remove) bits[place >>> 5]! &= ~(1 << (place & 31))
  for (const place of add) bits[place >>> 5]! |= 1 << (place & 31)
  const size = cardinality(bits)
  return size < bitmapThreshold ? Uint16Array.from(lastN(bits, 0, size).reverse()) : bits
}
