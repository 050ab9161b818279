import { stem as snowballStem } from 'porter2'
import { foldWords, joinedLetters, splitWords, toKatakana } from '#features/images/tokenizer'
import { irregularForms } from './irregular-forms.ts'

/** The words of a text in their order, as the index has them. */
export const wordsOf = (text: string): string[] => foldWords(splitWords(text).flatMap(segment))

/** With their elided articles: `lete` of `l'été`. */
export const joinedWordsOf = (text: string): string[] => foldWords(splitWords(text, 'joined').flatMap(segment))

const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

function segment(word: string): string[] {
  if (!unspacedScript.test(word)) return [word]
  const parts = Array.from(segmenter.segment(word), (part) => part.segment)
  // ICU's dictionary has loanwords in katakana alone, and cuts them into letters where they are in hiragana.
  const katakana = toKatakana(word)
  return katakana !== word && parts.every((part) => /^[\u3041-\u3096ー]$/.test(part)) ? segment(katakana) : parts
}

/** Includes the parts of `BlueMan` and `photo1`, and `été` of `l'été`; `whole` is the word that a part belongs to. */
export function indexedWords(text: string): { word: string; whole?: string }[] {
  const chunks = text.match(joinedLetters) ?? []
  return chunks.flatMap((chunk) => {
    const [words, parts] = [joinedWordsOf(chunk), wordsOf(splitCompound(chunk))]
    const whole = words.length === 1 && words[0] !== parts[0] ? words[0] : undefined
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

/** What forms of a word share: the English stem (Snowball, Porter 2), a number without leading zeros; others stay. */
export function stemOf(word: string): string {
  if (/^0+[0-9]+$/.test(word)) return word.replace(/^0+(?=.)/, '')
  if (!/^[a-z]{3,}$/.test(word)) return word
  return snowballStem(singularOf(word))
}

const singularOf = (word: string) =>
  irregularForms.get(word) ?? (word.length > 5 && word.endsWith('men') ? `${word.slice(0, -2)}an` : word)
