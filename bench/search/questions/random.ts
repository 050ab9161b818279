export interface Random {
  /** 0 to 1, without 1. */
  next(): number
  pick<T>(all: readonly T[]): T
}

/** mulberry32: the same questions in every run. */
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
