import { stem as snowballStem } from 'porter2'
import { foldText, truncate } from '#features/images/tokenizer'
import { irregularForms } from './irregular-forms.ts'

/** Letters of a word that are indexed; longer words are cut. */
const maxWordLength = 40

/** The words of a text in their order, folded; an apostrophe joins, and a possessive s goes. */
export function wordsOf(text: string): string[] {
  const words = foldText(text)
    .replaceAll(/['’`](s\b)?/gu, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return (words ?? []).flatMap(segment).map((word) => truncate(word, maxWordLength))
}

/** Scripts that are written without spaces between words. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

const segment = (word: string): string[] =>
  unspacedScript.test(word) ? Array.from(segmenter.segment(word), (part) => part.segment) : [word]

/**
 * The words that a text is found by, in their order: of `BlueMan` and `photo1` also the parts. `whole` is the word that
 * the part belongs to, where it is one.
 */
export function indexedWords(text: string): { word: string; whole?: string }[] {
  const chunks = text.match(/[\p{L}\p{M}\p{N}'’`]+/gu) ?? []
  return chunks.flatMap((chunk) => {
    const [words, parts] = [wordsOf(chunk), wordsOf(splitCompound(chunk))]
    const whole = words.length === 1 && parts.length > 1 ? words[0] : undefined
    return parts.map((word) => (whole === undefined ? { word } : { word, whole }))
  })
}

const splitCompound = (text: string) =>
  text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2')
    .replaceAll(/(\p{N})(\p{L}{3})/gu, '$1 $2') // 3d and 1st stay whole

/** The parts of a word of letters and digits: of `photo1` those of `photo 1`. */
export const partsOf = (word: string): string[] => wordsOf(splitCompound(word))

/**
 * What the forms of a word have in common: the stem of English words (Snowball, Porter 2), a number without leading
 * zeros, others as they are.
 */
export function stemOf(word: string): string {
  if (/^0+[0-9]+$/.test(word)) return word.replace(/^0+(?=.)/, '')
  if (!/^[a-z]{3,}$/.test(word)) return word
  return snowballStem(singularOf(word))
}

const singularOf = (word: string) =>
  irregularForms.get(word) ?? (word.length > 5 && word.endsWith('men') ? `${word.slice(0, -2)}an` : word)
