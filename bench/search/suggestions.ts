import type { Library } from './library.ts'
import { mean, percentile } from './metrics.ts'
import { pickPicture, tagsBesideTitle, usualTitleWords } from './questions/ingredients.ts'
import { type Half, halfOf } from './questions/question.ts'
import { hashOf, seededRandom } from './questions/random.ts'
import { lemmaOf, wordsOf } from './words.ts'

export interface SuggestionResults {
  wanted: number
  /** Share of wanted words among the suggestions after 1, 2, … 5 letters. */
  among: number[]
  /** Share that is the first suggestion after three letters. */
  onTop: number
  /** After a word, a blank and two letters, a suggestion has both words. */
  twoWords: number
  /** Share of suggestions that say the same as one above: in capitals, with underscores, or in the plural. */
  doubles: number
  /** Share of beginnings without any suggestion. */
  empty: number
  p50: number
  p99: number
}

const WANTED = 200
const LETTERS = [1, 2, 3, 4, 5]

/** Asks for the beginnings of words that pictures bear; the more pictures a word has, the likelier it is wanted. */
export async function measureSuggestions(
  suggestionsFor: (text: string) => Promise<string[]>,
  library: Library,
  half: Half,
): Promise<SuggestionResults> {
  const { words, pairs } = wantedWords(library, half)
  const times: number[] = []
  const lines: string[][] = []
  const suggest = async (text: string) => {
    const began = performance.now()
    const texts = await suggestionsFor(text)
    times.push(performance.now() - began)
    lines.push(texts)
    return texts
  }
  const among = LETTERS.map(() => 0)
  let onTop = 0
  for (const word of words)
    for (const [at, letters] of LETTERS.entries()) {
      const keys = (await suggest(word.slice(0, letters))).map(keyOf)
      if (keys.includes(keyOf(word))) among[at]! += 1 / words.length
      if (letters === 3 && keys[0] === keyOf(word)) onTop += 1 / words.length
    }
  const both: number[] = []
  for (const [first, second] of pairs) {
    const texts = await suggest(`${first} ${second.slice(0, 2)}`)
    both.push(texts.some((text) => [first, second].every((word) => hasWord(text, word))) ? 1 : 0)
  }
  const keys = lines.map((texts) => texts.map(keyOf))
  return {
    wanted: words.length,
    among,
    onTop,
    twoWords: mean(both),
    doubles: mean(keys.flatMap((all) => all.map((key, at) => (all.indexOf(key) < at ? 1 : 0)))),
    empty: mean(keys.map((all) => (all.length ? 0 : 1))),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }
}

function wantedWords(library: Library, half: Half) {
  const random = seededRandom(hashOf(`suggestions ${half}`))
  const words = new Set<string>()
  const pairs = new Map<string, [string, string]>()
  for (let attempt = 0; attempt < WANTED * 40 && words.size < WANTED; attempt++) {
    const picture = pickPicture(library, random)
    const all = [...usualTitleWords(picture), ...tagsBesideTitle(picture)].filter((word) => word.length >= 4)
    if (!all.length) continue
    const word = lemmaOf(random.pick(all))
    if (halfOf(word) === half) words.add(word)
    // The next word of the title, or a tag in its place.
    const [first, next = ''] = usualTitleWords(picture)
    const second = attempt % 2 ? next : (tagsBesideTitle(picture)[0] ?? '')
    if (first !== undefined && second.length > 3 && halfOf(first) === half) pairs.set(first, [first, second])
  }
  return { words: [...words], pairs: [...pairs.values()].slice(0, WANTED) }
}

const keyOf = (text: string) => wordsOf(text).map(lemmaOf).join(' ')
const hasWord = (text: string, word: string) => wordsOf(text).some((one) => lemmaOf(one) === lemmaOf(word))
