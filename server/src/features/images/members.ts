/**
 * Publish numbers in segments, as sets of places 0 to 30,719: few as a sorted list of them, many as a bit for each. A
 * full segment has 3,840 bytes, two of which fit into a page of PostgreSQL's.
 */
export const segmentSize = 30_720

export type Members = Uint16Array | Uint32Array

const wordsOfSegment = segmentSize / 32
/** From so many on, bits take less room. */
const many = segmentSize / 16

export const segmentOf = (pub_no: number) => Math.floor(pub_no / segmentSize)
export const placeOf = (pub_no: number) => pub_no % segmentSize

const isBits = (members: Members): members is Uint32Array => members instanceof Uint32Array

/** Of sorted places, each once. */
export function membersOf(places: ArrayLike<number>): Members {
  return places.length < many ? Uint16Array.from(places) : bitsOf(places)
}

function bitsOf(places: ArrayLike<number>): Uint32Array {
  const bits = new Uint32Array(wordsOfSegment)
  for (let at = 0; at < places.length; at++) bits[places[at]! >>> 5]! |= 1 << (places[at]! & 31)
  return bits
}

/** As it is stored: little-endian, and told apart by its length. */
export const stored = (members: Members) => Buffer.from(members.buffer, members.byteOffset, members.byteLength)

export function read(bytes: Buffer): Members {
  const own = new Uint8Array(bytes).buffer // aligned, and holding on to no larger piece of memory
  return bytes.length === wordsOfSegment * 4 ? new Uint32Array(own) : new Uint16Array(own)
}

export function count(members: Members): number {
  if (!isBits(members)) return members.length
  let sum = 0
  for (let at = 0; at < members.length; at++) sum += ones(members[at]!)
  return sum
}

/** Of 32 bits (Hacker's Delight, 5-2). */
function ones(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export const has = (members: Members, place: number): boolean =>
  isBits(members) ? ((members[place >>> 5]! >>> (place & 31)) & 1) === 1 : found(members, place)

function found(places: Uint16Array, place: number): boolean {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (places[middle]! < place) low = middle + 1
    else high = middle
  }
  return places[low] === place
}

/** Those of the first that are (or with `false` are not) among the second. */
export function among(one: Members, other: Members | undefined, wanted = true): Members {
  if (!other?.length) return wanted ? none : one
  if (isBits(one)) return isBits(other) ? bitsAmong(one, other, wanted) : bitsAmongPlaces(one, other, wanted)
  // Of two sorted lists the shorter one is looked up in the longer one.
  const [few, many] = wanted && !isBits(other) && other.length < one.length ? [other, one] : [one, other]
  return placesAmong(few, many, wanted)
}

export const none: Members = new Uint16Array()

function placesAmong(places: Uint16Array, other: Members, wanted: boolean): Uint16Array {
  // Side by side unless the other list is so long that halving it is quicker.
  if (!isBits(other) && other.length < 16 * places.length) return sideBySide(places, other, wanted)
  const rest = new Uint16Array(places.length)
  let size = 0
  for (let at = 0; at < places.length; at++) {
    if (has(other, places[at]!) === wanted) rest[size++] = places[at]!
  }
  return rest.subarray(0, size)
}

function sideBySide(places: Uint16Array, other: Uint16Array, wanted: boolean): Uint16Array {
  const rest = new Uint16Array(places.length)
  let [size, next] = [0, 0]
  for (let at = 0; at < places.length; at++) {
    const place = places[at]!
    while (next < other.length && other[next]! < place) next++
    if ((other[next] === place) === wanted) rest[size++] = place
  }
  return rest.subarray(0, size)
}

function bitsAmongPlaces(bits: Uint32Array, places: Uint16Array, wanted: boolean): Members {
  if (wanted) return placesAmong(places, bits, true)
  const rest = bits.slice()
  for (let at = 0; at < places.length; at++) rest[places[at]! >>> 5]! &= ~(1 << (places[at]! & 31))
  return rest
}

function bitsAmong(one: Uint32Array, other: Uint32Array, wanted: boolean): Uint32Array {
  const both = new Uint32Array(wordsOfSegment)
  if (wanted) for (let at = 0; at < wordsOfSegment; at++) both[at] = one[at]! & other[at]!
  else for (let at = 0; at < wordsOfSegment; at++) both[at] = one[at]! & ~other[at]!
  return both
}

/** Those that are in any of them. */
export function together(all: Members[]): Members {
  if (all.length === 1) return all[0]!
  if (all.reduce((sum, one) => sum + (isBits(one) ? many : one.length), 0) < many) return placesTogether(all)
  const bits = new Uint32Array(wordsOfSegment)
  for (const members of all) {
    if (isBits(members)) for (let at = 0; at < wordsOfSegment; at++) bits[at]! |= members[at]!
    else for (const place of members) bits[place >>> 5]! |= 1 << (place & 31)
  }
  return bits
}

/** Few, and none of them bits. */
function placesTogether(all: Members[]): Uint16Array {
  const places = new Uint16Array(all.reduce((sum, one) => sum + one.length, 0))
  let size = 0
  for (const one of all) {
    places.set(one, size)
    size += one.length
  }
  return places.sort().filter((place, at) => at === 0 || place !== places[at - 1])
}

/** Places, the largest first, after skipping so many; no more than `most`. */
export function largest(members: Members, skip: number, most: number): number[] {
  if (!isBits(members)) {
    const end = Math.max(0, members.length - skip)
    return Array.from(members.subarray(Math.max(0, end - most), end)).reverse()
  }
  const places: number[] = []
  for (let at = wordsOfSegment - 1; at >= 0 && places.length < most; at--) {
    let word = members[at]!
    if (word === 0) continue
    const here = ones(word)
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
export function changed(members: Members | undefined, add: number[], remove: number[]): Members {
  const bits = members && isBits(members) ? members.slice() : bitsOf(members ?? none)
  for (const place of remove) bits[place >>> 5]! &= ~(1 << (place & 31))
  for (const place of add) bits[place >>> 5]! |= 1 << (place & 31)
  const size = count(bits)
  return size < many ? Uint16Array.from(largest(bits, 0, size).reverse()) : bits
}
