import { LRUCache } from 'lru-cache'

interface Weights<V> {
  /** Bytes of all values. */
  maxSize: number
  sizeCalculation(value: V, key: string): number
}

/**
 * A segmented LRU cache: a value is stored in a small probationary segment and moves to the large one when it is read.
 * So a flood of keys that are never repeated neither fills the memory nor evicts popular values.
 */
export function createSegmentedLru<V extends object>({ maxSize, sizeCalculation }: Weights<V>) {
  const probationarySize = Math.floor(maxSize / 8)
  const probationary = new LRUCache<string, V>({ maxSize: probationarySize, sizeCalculation })
  const repeated = new LRUCache<string, V>({ maxSize: maxSize - probationarySize, sizeCalculation })

  return {
    get(key: string): V | undefined {
      const popular = repeated.get(key)
      if (popular) return popular
      const value = probationary.get(key)
      if (value) {
        probationary.delete(key)
        repeated.set(key, value)
      }
      return value
    },
    peek: (key: string): V | undefined => repeated.peek(key) ?? probationary.peek(key),
    set(key: string, value: V) {
      const segment = repeated.has(key) ? repeated : probationary
      segment.set(key, value)
    },
    statistics: () => ({
      entries: probationary.size + repeated.size,
      bytes: probationary.calculatedSize + repeated.calculatedSize,
      maxBytes: maxSize,
    }),
    clear() {
      probationary.clear()
      repeated.clear()
    },
  }
}

/** The same bytes in memory of their own: a short Buffer lies in a pool of 64 KiB, which it would keep alive. */
export function withoutSlack(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
