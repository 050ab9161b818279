import type { Replacement } from '@vitrine/contract/schemas/search-words'
import type { Reading } from '../planner.ts'
import { partsOf, stemOf } from '../words/word-forms.ts'
import { inflectionsOf } from '../words/word-variants.ts'
import { correctedReadings, correctionCost, corrections, isCorrectable, isMistypedFiller } from './corrections.ts'
import type { Dictionary } from './dictionary.ts'
import type { Question, QuestionWord } from './question.ts'
import {
  compounds,
  costs,
  descriptions,
  enoughImages,
  farDistance,
  meanings,
  nearDistance,
  nearMeanings,
  plainReadings,
  reading,
  splitsOf,
  translations,
  usesOf,
  variantForms,
  variants,
} from './readings.ts'
import { typingCost } from './spelling.ts'

/** The readings of a question's groups, and what was made of its words. */
export interface Understanding {
  groups: UnderstoodGroup[]
  meant: Replacement[]
  /** Whether images have every word as it was meant, so that few matches are no reason to widen it. */
  isSure: boolean
}

export interface UnderstoodGroup {
  readings: Reading[]
  /** Published images that the words are in, about: the rarer a group, the more it says. */
  uses: number
  said: string
}

/**
 * How far the words that images have are widened: not at all; by other languages and words that mean the same; or by
 * all near words and typing errors.
 */
export type Width = 'none' | 'near' | 'far'

/** Tells whether an image has all of these words. */
export type IsFound = (words: string[]) => Promise<boolean>

/**
 * Reads every word of a question by the dictionary. A word that no image has is replaced by what it may mean: its
 * parts, its translation, words of near meaning, longer words, and, unless the dictionary knows it, likely spellings.
 */
export async function understand(
  dictionary: Dictionary,
  { groups }: Question,
  width: Width,
  isFound: IsFound,
): Promise<Understanding> {
  const words = groups.flat()
  await dictionary.load([
    ...words.flatMap(({ text }) => [text, ...inflectionsOf(text), ...variantForms(text), ...splitsOf(text).flat()]),
    ...words.flatMap(({ synonyms = [] }) => synonyms.flatMap((one) => one.words)),
  ])
  const interpreter = new Interpreter(dictionary, width, isFound)
  const understood: (UnderstoodGroup | null)[] = []
  for (const group of groups) understood.push(await interpreter.readGroup(group))
  if (groups.length > 1) await interpreter.joinNeighbours(groups, understood)
  return {
    groups: understood.filter((group) => group !== null),
    meant: interpreter.meant,
    isSure: words.every((word) => hasSynonyms(word, dictionary) || isSure(word, dictionary)),
  }
}

/** Whether images have one of the word's own synonyms, so that it is as good as known. */
const hasSynonyms = ({ synonyms = [] }: QuestionWord, dictionary: Dictionary) => usesOf(synonyms, dictionary) > 0

/** An English word in this or an inflected form, or a word that is in no other language. */
function isSure({ text: word, isAccented }: QuestionWord, dictionary: Dictionary): boolean {
  const isEnglish = !isAccented && dictionary.isEnglish(word)
  if (dictionary.entryOf(word).uses && (isEnglish || !dictionary.entryOf(word).translations)) return true
  return isEnglish && inflectionsOf(word).some((form) => dictionary.entryOf(form).uses > 0)
}

/** At most so many of a word's readings go into the sentence for the visitor. */
const maxTold = 3

class Interpreter {
  readonly meant: Replacement[] = []
  readonly #dictionary: Dictionary
  readonly #width: Width
  readonly #isFound: IsFound

  constructor(dictionary: Dictionary, width: Width, isFound: IsFound) {
    this.#dictionary = dictionary
    this.#width = width
    this.#isFound = isFound
  }

  /** Null where all of its words are mistyped fillers. */
  async readGroup(group: QuestionWord[]): Promise<UnderstoodGroup | null> {
    const understood: UnderstoodGroup = { readings: [], uses: 0, said: group.map(({ text }) => text).join(' ') }
    let isFiller = true
    for (const word of group) {
      const readings = await this.#readWord(word)
      if (!readings) continue
      isFiller = false
      understood.readings.push(...readings)
      understood.uses += this.#dictionary.usesOf(word.text) || Math.min(1, readings.length)
    }
    if (!isFiller) return understood
    for (const { text } of group) this.#tell(text, [], 'left out')
    return null
  }

  /** Forms of a word are told once. */
  #tell(said: string, readings: Reading[], why: Replacement['why']) {
    const byStems = Map.groupBy(readings, ({ words }) => words.map(stemOf).join(' '))
    const forms = Array.from(byStems.values(), ([first]) => first!.words.join(' '))
    this.meant.push({ said, as: forms.slice(0, maxTold).join(', '), why })
  }

  async #readWord(word: QuestionWord): Promise<Reading[] | null> {
    const plain = plainReadings(word)
    if (word.isLiteral) return plain
    const { text } = word
    const forms = [...variants(text, this.#dictionary), ...descriptions(text, this.#dictionary)]
    const isKnown = this.#dictionary.usesOf(text) || forms.length || partsOf(text).length > 1
    if (!isKnown && !hasSynonyms(word, this.#dictionary)) return this.#replace(word)
    return [...plain, ...forms, ...(await this.#widen(word))]
  }

  /** More readings of a word that images have. */
  async #widen({ text: word, isAccented }: QuestionWord): Promise<Reading[]> {
    if (this.#width === 'none') return []
    const isFar = this.#width === 'far'
    const isEnglish = !isAccented && this.#dictionary.isEnglish(word)
    const foreign = isFar || !isEnglish ? await translations(word, this.#dictionary) : []
    const near = isFar
      ? await meanings(word, this.#dictionary, farDistance)
      : await nearMeanings(word, this.#dictionary)
    if (foreign.length || near.length) this.#tell(word, [...foreign, ...near], foreign.length ? 'language' : 'meaning')
    const corrected = isFar && word.length >= 4 ? await corrections(word, this.#dictionary) : []
    return [...foreign, ...near, ...(await correctedReadings(corrected, this.#dictionary, costs.meaning))]
  }

  /** Readings of a word that no image has, null for a mistyped filler. */
  async #replace({ text: word, isAccented }: QuestionWord): Promise<Reading[] | null> {
    const parts = await compounds(word, this.#dictionary, this.#isFound)
    if (parts.length) {
      this.#tell(word, parts, 'spelling')
      return parts
    }
    const isEnglish = !isAccented && this.#dictionary.isEnglish(word)
    const known = await this.#known(word, isEnglish)
    const longer = isEnglish && known.length ? [] : await this.#continuations(word, known.length > 0)
    const others = [...known, ...longer]
    const isEnough =
      longer.length > 0 || usesOf(known, this.#dictionary) >= enoughImages || (isEnglish && known.length > 0)
    const found = isEnough ? [] : await corrections(word, this.#dictionary)
    if (!others.length && isMistypedFiller(word, found)) return null
    const corrected = await correctedReadings(found, this.#dictionary, correctionCost(others.length > 0))
    const readings = [...others, ...corrected]
    if (readings.length) this.#tell(word, readings, known.length ? this.#whyKnown(word, isEnglish) : 'spelling')
    return readings
  }

  /** What a word means that is in a table: an English one rather by its meanings, others by their translations. */
  async #known(word: string, isEnglish: boolean): Promise<Reading[]> {
    const near = isEnglish ? await nearMeanings(word, this.#dictionary) : []
    const isEnough = isEnglish && usesOf(near, this.#dictionary) >= enoughImages
    const foreign = isEnough ? [] : await translations(word, this.#dictionary)
    const further = isEnglish ? costs.meaning - costs.translation : 0
    const others = isEnglish ? near : await meanings(word, this.#dictionary, farDistance)
    return [...foreign.map((one) => ({ ...one, cost: one.cost + further })), ...others].sort(
      (one, other) => one.cost - other.cost,
    )
  }

  #whyKnown(word: string, isEnglish: boolean): Replacement['why'] {
    return !isEnglish && this.#dictionary.entryOf(word).translations !== null ? 'language' : 'meaning'
  }

  async #continuations(word: string, hasOthers: boolean): Promise<Reading[]> {
    if (word.length < (hasOthers ? 4 : 2)) return []
    const longer = await this.#dictionary.continuationsOf(word)
    return longer.map((one) => reading('word', [one], costs.continuation))
  }

  /** Adds to two neighbours the word that they make together, mistyped or not, and what the phrase means. */
  async joinNeighbours(groups: QuestionWord[][], understood: (UnderstoodGroup | null)[]) {
    for (let index = 0; index + 1 < groups.length; index++) {
      const [first, second] = [understood[index], understood[index + 1]]
      if (!first || !second || groups[index]!.length + groups[index + 1]!.length > 2) continue
      const [one, other] = [groups[index]![0]!, groups[index + 1]![0]!]
      if (one.isLiteral || other.isLiteral) continue
      if (hasSynonyms(one, this.#dictionary) && hasSynonyms(other, this.#dictionary)) continue
      const readings = await this.#joined(one.text, other.text)
      first.readings.push(...readings)
      second.readings.push(...readings.map((joined) => ({ ...joined, cost: 0, isEverywhereAlike: true })))
    }
  }

  async #joined(one: string, other: string): Promise<Reading[]> {
    const [joined, phrase] = [one + other, `${one} ${other}`]
    await this.#dictionary.load([joined, phrase])
    if (this.#dictionary.usesOf(joined)) return [reading('stem', [joined], costs.compound)]
    // The parts of a word in a script without spaces, where it is not the pictures that have it.
    if (!/^\p{Script=Latin}/u.test(joined)) return translations(joined, this.#dictionary)
    const isMistyped = [one, other].some((word) => !this.#dictionary.usesOf(word) && !this.#dictionary.isEnglish(word))
    if (isMistyped && isCorrectable(joined)) {
      const found = (await corrections(joined, this.#dictionary)).filter(
        ({ word }) => this.#dictionary.entryOf(word).uses && typingCost(joined, word) <= 1,
      )
      const readings = found.map(({ word }) => reading('stem', [word], costs.compound))
      if (readings.length) this.#tell(phrase, readings, 'spelling')
      return readings
    }
    if (this.#width === 'none' && this.#dictionary.entryOf(phrase).meanings === null) return []
    return this.#width === 'none' ? [] : (await meanings(phrase, this.#dictionary, nearDistance)).slice(0, 4)
  }
}
