export interface Random {
  /** 0 to 1, without 1. */
  next(): number
  pick<T>(all: readonly T[]): T
}

/** mulberry32: the same in every run. */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, pick: (all) => all[Math.floor(next() * all.length)]! }
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Random ranks from 0 with Zipf-Mandelbrot frequencies: 1 / (rank + 2.7). */
export function zipf(count: number, random: Random): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + 2.7)
  return () => {
    const target = random.next() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sums[middle]! < target) low = middle + 1
      else high = middle
    }
    return low
  }
}
