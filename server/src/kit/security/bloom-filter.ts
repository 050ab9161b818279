import { createHmac, randomBytes } from 'node:crypto'

const hashCount = 4

/** A set of hashes that never forgets one, and rarely takes another for one of them. */
export type BloomFilter = ReturnType<typeof createBloomFilter>

/** `bitCount` is a power of two. */
export function createBloomFilter(bitCount: number) {
  const bits = new Uint8Array(bitCount / 8)
  const positions = (hash: Buffer) =>
    Array.from({ length: hashCount }, (_, index) => hash.readUInt32LE(index * 4) % bitCount)
  const isSet = (position: number) => (bits[position >> 3]! & (1 << (position & 7))) !== 0
  const has = (hash: Buffer) => positions(hash).every(isSet)
  return {
    has,
    /** Adds a hash of at least 16 random bytes; false where it was added before, or, rarely, seems so. */
    add(hash: Buffer) {
      if (has(hash)) return false
      for (const position of positions(hash)) bits[position >> 3]! |= 1 << (position & 7)
      return true
    },
  }
}

/** 4 MiB: of a million texts a day one in 6,000 is taken for one that was added before. */
const dailyBitCount = 2 ** 25

/** Its bits come from HMACs under a random key that is dropped with them each day: what was added cannot be told. */
export function createDailyBloomFilter() {
  let filter: { day: string; key: Buffer; texts: BloomFilter } | undefined
  return {
    /** Adds the text; false where it was added before on this day, or, rarely, seems so. */
    add(text: string, day: string): boolean {
      if (filter?.day !== day) filter = { day, key: randomBytes(32), texts: createBloomFilter(dailyBitCount) }
      return filter.texts.add(createHmac('sha256', filter.key).update(text).digest())
    },
  }
}
