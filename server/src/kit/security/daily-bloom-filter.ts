import { createHmac, randomBytes } from 'node:crypto'

/** 4 MiB: of a million texts a day one in 6,000 is taken for one that was added before. */
const bitCount = 2 ** 25
const hashCount = 4

export interface DailyBloomFilter {
  /** Adds the text; false where it was added before on this day, or, rarely, seems so. */
  add(text: string, day: string): boolean
}

/**
 * A Bloom filter that is emptied each day. Its bits come from keyed hashes (HMAC-SHA256) under a random key that lives
 * in memory and is dropped with the bits: what was added cannot be told afterwards.
 */
export function createDailyBloomFilter(): DailyBloomFilter {
  let filter: { day: string; key: Buffer; bits: Uint8Array } | undefined
  return {
    add(text, day) {
      if (filter?.day !== day) filter = { day, key: randomBytes(32), bits: new Uint8Array(bitCount / 8) }
      const { key, bits } = filter
      const hash = createHmac('sha256', key).update(text).digest()
      let isNew = false
      for (let index = 0; index < hashCount; index++) {
        const position = hash.readUInt32LE(index * 4) % bitCount
        const [byte, mask] = [position >> 3, 1 << (position & 7)]
        if ((bits[byte]! & mask) === 0) isNew = true
        bits[byte]! |= mask
      }
      return isNew
    },
  }
}
