import type { Random } from '../../harness/random.ts'
import type { Library } from '../library.ts'

export const typingErrors = ['swap', 'drop', 'double', 'neighbour', 'phonetic'] as const
export type TypingError = (typeof typingErrors)[number]

const keyboard = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** Letters that are written for one another because they sound alike, longer ones first. */
const soundsLike = (
  'tion=shun ough=uf ight=ite ph=f ck=k ee=ea ea=ee ie=ei ei=ie oo=u ou=ow qu=kw wh=w kn=n x=ks c=k k=c f=ph z=s s=z ' +
  'y=i i=y er=ar or=er e=a a=e'
)
  .split(' ')
  .map((pair) => pair.split('=') as [written: string, heardAs: string])

/**
 * The text with an error in its longest word, which has at least five letters and keeps its first; undefined where no
 * try makes a word that the library does not know.
 */
export function makeTypingError(error: TypingError, text: string, { uses }: Library, random: Random) {
  const words = text.match(/[a-z]{5,}/gi) ?? []
  const longest = words.toSorted((a, b) => b.length - a.length)[0]
  if (!longest) return undefined
  for (let attempt = 0; attempt < 12; attempt++) {
    const wrong = editors[error](longest, random)
    if (wrong !== undefined && wrong !== longest && !uses.has(wrong.toLowerCase())) return text.replace(longest, wrong)
  }
  return undefined
}

const replaceAt = (word: string, at: number, length: number, by: string) =>
  word.slice(0, at) + by + word.slice(at + length)

/** A place after the first letter. */
const placeIn = (word: string, random: Random, end = word.length) => 1 + Math.floor(random.next() * (end - 1))

const editors: Record<TypingError, (word: string, random: Random) => string | undefined> = {
  swap(word, random) {
    const at = placeIn(word, random, word.length - 1)
    return replaceAt(word, at, 2, word[at + 1]! + word[at]!)
  },
  drop: (word, random) => replaceAt(word, placeIn(word, random), 1, ''),
  double(word, random) {
    const at = placeIn(word, random)
    return replaceAt(word, at, 1, word[at]! + word[at]!)
  },
  neighbour(word, random) {
    const at = placeIn(word, random)
    const row = keyboard.find((keys) => keys.includes(word[at]!.toLowerCase()))
    if (!row) return undefined
    const key = row.indexOf(word[at]!.toLowerCase())
    return replaceAt(word, at, 1, random.pick([...(row[key - 1] ?? ''), ...(row[key + 1] ?? '')]))
  },
  phonetic(word, random) {
    const fitting = soundsLike.filter(([written]) => word.slice(1).includes(written))
    if (!fitting.length) return undefined
    const [written, heardAs] = random.pick(fitting)
    return replaceAt(word, word.indexOf(written, 1), written.length, heardAs)
  },
}
