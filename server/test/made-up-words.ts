import type { Database } from '#kit/database/pool'

const syllables = ['ka', 'to', 'mi', 'ra', 'lo', 'ben', 'sur', 'ti', 'gal', 'po', 'ven', 'du']
export const word = (number: number) =>
  syllables[number % 12]! + syllables[Math.floor(number / 12) % 12]! + (number > 80 ? syllables[number % 7]! : '')

export type MadeUpWords = ReturnType<typeof madeUpWords>

/** Made-up words, the same in every run: the numbers that choose them are a seeded sequence (mulberry32). */
export function madeUpWords(seed = 20261121) {
  let state = seed
  function random(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** Skewed towards the small numbers. */
  const skewed = (below: number) => Math.floor(random() ** 3 * below)
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  return {
    /** A number from 0 to below 1. */
    random,
    skewed,
    oneOf,
    title: () => Array.from({ length: 1 + skewed(7) }, () => word(skewed(400))).join(' '),
    keyword: () => `tag ${skewed(60)}`,
    /** A word of descriptions alone. */
    described: () => `lit${syllables[skewed(12)]!}`,
    /** Two letters swapped, a letter left out, or all words written as one. */
    mistyped: (text: string) =>
      oneOf([
        (at: number) => text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2),
        (at: number) => text.slice(0, at) + text.slice(at + 1),
        () => text.replaceAll(' ', ''),
      ])(1 + Math.floor(random() * text.length)),
  }
}

/** Made-up words of near meaning and of other languages, so that the widening of words has something to read. */
export async function addMeanings(db: Database) {
  const meanings = [
    { word: 'autoo', targets: `${word(3)}:10,${word(9)}:25,${word(20)} ${word(1)}:30,${word(50)}:40`, frequency: 3 },
    { word: word(30), targets: `${word(2)}:10,${word(5)}:31`, noun_share: 20 },
    { word: word(40), targets: 'red:50', noun_share: 0 },
    { word: 'katos', targets: `nowhere:10` },
    { word: 'nowhere', targets: `${word(7)}:12` },
  ]
  const translations = [
    { word: 'vogel', targets: `${word(4)}:0,${word(8)} ${word(0)}:3,nowhere:4,${word(11)}:15` },
    { word: word(60), targets: `${word(6)}:2` },
    { word: '🦊', targets: `nowhere:0,${word(12)}:4,${word(13)}:18` },
  ]
  await db.insertInto('meaning').values(meanings).execute()
  await db.insertInto('translation').values(translations).execute()
}

/** What a question may end with. */
export const endings = [' png', ' tag 007', ' 🦊']
