import type { Replacement } from '@vitrine/contract/schemas/search-words'
import type { Reading } from '../planner.ts'
import { partsOf, stemOf } from '../words/word-forms.ts'
import { inflectionsOf } from '../words/word-variants.ts'
import { correctedReadings, correctionCost, corrections, isCorrectable, isMistypedFiller } from './corrections.ts'
import type { Dictionary } from './dictionary.ts'
import { maxReplaced, type Question, type QuestionWord } from './question.ts'
import {
  colourReadings,
  compounds,
  costs,
  descriptions,
  enoughImages,
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

export interface UnderstoodGroup {
  words: QuestionWord[]
  said: string
  readings: Reading[]
}

export type IsFound = (words: string[]) => Promise<boolean>

/**
 * A word that no image has is replaced by its parts, its translation, words that mean the same or a kind of it, longer
 * words or likely spellings; a word of another language is translated even if images have it.
 */
export async function understand(dictionary: Dictionary, { groups }: Question, isFound: IsFound) {
  const words = groups.flat()
  await dictionary.load([
    ...words.flatMap(({ text }) => [text, ...inflectionsOf(text), ...variantForms(text), ...splitsOf(text).flat()]),
    ...words.flatMap(({ synonyms = [] }) => synonyms.flatMap((one) => one.words)),
  ])
  const interpreter = new Interpreter(dictionary, isFound)
  const understood = await Array.fromAsync(groups, (group) => interpreter.readGroup(group))
  if (groups.length > 1) await interpreter.joinNeighbours(understood)
  return { groups: understood.filter((group) => group !== null), meant: interpreter.meant }
}

/** Whether images have one of the word's own synonyms, so that it is as good as known. */
const hasSynonyms = ({ synonyms = [] }: QuestionWord, dictionary: Dictionary) => usesOf(synonyms, dictionary) > 0

const isLatin = (word: string) => /^\p{Script=Latin}/u.test(word)
/** Particles stand on their noun, so that a title begins with the very word that is typed. */
const isKorean = (word: string) => /^\p{Script=Hangul}/u.test(word)

/** Letters from which on an English word that texts hardly use is no typing error either. */
const surelyEnglish = 5

/** The most readings of a word that go into the sentence for the visitor. */
const maxTold = 3

class Interpreter {
  readonly meant: Replacement[] = []
  readonly #dictionary: Dictionary
  readonly #isFound: IsFound
  #replaced = 0

  constructor(dictionary: Dictionary, isFound: IsFound) {
    this.#dictionary = dictionary
    this.#isFound = isFound
  }

  /** Null where all of its words are mistyped fillers. */
  async readGroup(words: QuestionWord[]): Promise<UnderstoodGroup | null> {
    const readings: Reading[] = []
    let isFiller = true
    for (const word of words) {
      const ofWord = await this.#readWord(word)
      if (!ofWord) continue
      isFiller = false
      readings.push(...ofWord)
    }
    return isFiller ? null : { words, said: words.map(({ text }) => text).join(' '), readings }
  }

  /** Counts a word that is to be replaced or widened. */
  #mayReplace(): boolean {
    return ++this.#replaced <= maxReplaced
  }

  #tell(said: string, readings: Reading[], why: Replacement['why']) {
    const byStems = Map.groupBy(readings, ({ words }) => words.map(stemOf).join(' '))
    const forms = Array.from(byStems.values(), ([first]) => first!.words.join(' '))
    this.meant.push({ said, as: forms.slice(0, maxTold).join(', '), why })
  }

  async #readWord(word: QuestionWord): Promise<Reading[] | null> {
    const plain = plainReadings(word)
    if (word.isLiteral) return plain
    const { text } = word
    const colours = colourReadings(text, this.#dictionary)
    const forms = [...variants(text, this.#dictionary), ...descriptions(text, this.#dictionary)]
    const isKnown = this.#dictionary.usesOf(text) || forms.length || partsOf(text).length > 1
    if (!isKnown && !colours.length && !hasSynonyms(word, this.#dictionary)) return this.#replace(word)
    if (!colours.length) return [...plain, ...forms, ...(await this.#readForeign(word))]
    const named = colours.filter(({ form }) => form === 'stem')
    if (named.length && !this.#dictionary.isEnglish(text)) this.#tell(text, named, 'language')
    return [...plain, ...forms, ...colours]
  }

  /** What a word that images have means in another language, or may be a typing error of, unless it is English. */
  async #readForeign({ text: word, isAccented }: QuestionWord): Promise<Reading[]> {
    if ((!isAccented && this.#dictionary.isEnglish(word)) || !this.#mayReplace()) return []
    const foreign = await translations(word, this.#dictionary)
    if (foreign.length) this.#tell(word, foreign, 'language')
    const isUsual = this.#dictionary.usesOf(word) >= enoughImages // as a typing error would not be
    if (isKorean(word)) return [...foreign, ...(await this.#continuations(word))]
    if (foreign.length || word.length < 4 || isUsual) return foreign
    return correctedReadings(await corrections(word, this.#dictionary), this.#dictionary, costs.meaning)
  }

  /** Readings of a word that no image has, null for a mistyped filler. */
  async #replace(word: QuestionWord): Promise<Reading[] | null> {
    if (!this.#mayReplace()) return []
    const parts = await compounds(word.text, this.#dictionary, this.#isFound)
    if (parts.length) {
      this.#tell(word.text, parts, 'spelling')
      return parts
    }
    const english = word.isAccented ? undefined : this.#dictionary.englishEntryOf(word.text)
    const near = english ? await nearMeanings(word.text, this.#dictionary) : []
    if (near.length) this.#tell(word.text, near, 'meaning')
    if (near.length || english?.frequency) return near
    return this.#replaceUnknown(word.text, english !== undefined && word.text.length >= surelyEnglish)
  }

  /** Translates the word and, unless it is surely no typing error, adds how it may go on or how it may be spelt. */
  async #replaceUnknown(word: string, isSure: boolean): Promise<Reading[] | null> {
    const foreign = await translations(word, this.#dictionary)
    if (isSure) {
      if (foreign.length) this.#tell(word, foreign, 'language')
      return foreign
    }
    const isShort = word.length < (!foreign.length ? 2 : isLatin(word) ? 4 : 3)
    const others = isShort && !isKorean(word) ? foreign : [...foreign, ...(await this.#continuations(word))]
    const isEnough = others.length > foreign.length || usesOf(foreign, this.#dictionary) >= enoughImages
    const found = isEnough ? [] : await corrections(word, this.#dictionary)
    if (!others.length && isMistypedFiller(word, found)) return null
    const corrected = await correctedReadings(found, this.#dictionary, correctionCost(others.length > 0))
    const readings = [...others, ...corrected]
    if (readings.length) this.#tell(word, readings, foreign.length ? 'language' : 'spelling')
    return readings
  }

  async #continuations(word: string): Promise<Reading[]> {
    const longer = await this.#dictionary.continuationsOf(word)
    return longer.map((one) => reading('word', [one], costs.continuation))
  }

  /** Adds to two neighbours the word that they make together, mistyped or not, and what the phrase means. */
  async joinNeighbours(understood: (UnderstoodGroup | null)[]) {
    for (let index = 0; index + 1 < Math.min(understood.length, maxReplaced); index++) {
      const [first, second] = [understood[index], understood[index + 1]]
      if (!first || !second || first.words.length + second.words.length > 2) continue
      const [one, other] = [first.words[0]!, second.words[0]!]
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
    if (!isLatin(joined)) return translations(joined, this.#dictionary)
    const isMistyped = [one, other].some((word) => !this.#dictionary.usesOf(word) && !this.#dictionary.isEnglish(word))
    if (isMistyped && isCorrectable(joined)) {
      const found = (await corrections(joined, this.#dictionary)).filter(
        ({ word }) => this.#dictionary.entryOf(word).uses && typingCost(joined, word) <= 1,
      )
      const readings = found.map(({ word }) => reading('stem', [word], costs.compound))
      if (readings.length) this.#tell(phrase, readings, 'spelling')
      return readings
    }
    const areKnown = [one, other].every((word) => this.#dictionary.usesOf(word))
    if (areKnown || this.#dictionary.entryOf(phrase).meanings === null) return []
    return (await nearMeanings(phrase, this.#dictionary)).slice(0, 4)
  }
}
