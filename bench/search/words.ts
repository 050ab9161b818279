// Words for making and judging questions: on purpose none of the product's own functions, nor its tables.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { colours } from '@vitrine/contract/vocabulary/colours'

const foldings: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** The words of a text in lower case, without accents after Latin letters; an apostrophe belongs to its word. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[ßæœøłđı]/g, (letter) => foldings[letter]!)
    .replaceAll(/['’](s\b)?/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Also the parts of BlueMan and photo1. */
export const wordsWithParts = (text: string): string[] => [
  ...wordsOf(text),
  ...wordsOf(
    text
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2')
      .replaceAll(/(\p{N})(\p{L})/gu, '$1 $2'),
  ),
]

const linesOf = (name: string) =>
  readFileSync(join(import.meta.dirname, 'words', name), 'utf8')
    .split('\n')
    .filter(Boolean)

/** A row of a hand-written list, its last column split at commas. */
const rowsOf = (name: string) => linesOf(name).map((line) => line.split('\t'))

/** Verbs and adjectives: their base form, then the others. */
export const wordForms: string[][] = linesOf('forms.txt').map((line) => line.split(' '))
const irregularPlurals = new Map(linesOf('irregular-plurals.txt').map((line) => line.split(' ') as [string, string]))
export const adjectives: string[] = linesOf('adjectives.txt')
/** What people write or say around a topic, which stands in the place of the asterisk. */
export const noise: string[] = linesOf('noise.txt')
export const sentences: string[] = linesOf('sentences.txt')
/** Two words that are also written as one. */
export const compounds: string[] = linesOf('compounds.txt')
/** A British and an American spelling. */
export const spellings = rowsOf('spellings.tsv').map(([british, american]) => [british!, american!] as const)
/** A word and others, of which a picture that is wanted bears one. */
export const synonyms = rowsOf('synonyms.tsv').map(([word, meant]) => ({ word: word!, meant: meant!.split(',') }))
export const foreignWords = rowsOf('languages.tsv').map(([language, word, meant]) => ({
  language: language!,
  word: word!,
  meant: meant!.split(','),
}))
export const emoji = rowsOf('emoji.tsv').map(([word, meant]) => ({ word: word!, meant: meant!.split(',') }))

/** What the lists name, without adjectives, verbs and colours: common things. */
export const nouns: Set<string> = new Set(
  [synonyms, foreignWords, emoji]
    .flatMap((rows) => rows.flatMap(({ meant }) => meant))
    .filter((word) => /^[a-z]{3,}$/.test(word) && !adjectives.includes(word) && !wordForms.flat().includes(word))
    .filter((word) => !colours.some(({ value }) => value === word)),
)

const baseForms = new Map([
  ...wordForms.flatMap(([base, ...forms]) => forms.map((form) => [form, base!] as const)),
  ...[...irregularPlurals].map(([singular, plural]) => [plural, singular] as const),
])

/** The base form: of irregular words by the list, else of a plural by its ending. */
export function lemmaOf(word: string): string {
  const base = baseForms.get(word)
  if (base !== undefined) return base
  if (!/^[a-z]{4,}$/.test(word) || /(ss|us|is)$/.test(word) || !word.endsWith('s')) return word
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

export function pluralOf(word: string): string {
  const irregular = irregularPlurals.get(word)
  if (irregular !== undefined) return irregular
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}
