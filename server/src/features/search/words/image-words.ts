import { hash } from 'node:crypto'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { type Database, readAtOnce } from '#kit/database/statements'
import { differingImageWords, saveImageWords, selectTexts } from './image-words.sql.ts'
import { indexedWords, stemOf, wordsOf } from './word-forms.ts'

export interface ImageTexts {
  title: string
  keywords: string[]
  category_id: number | null
  description: string
  /** For the back offices, which find images by it too. */
  file_name?: string
}

/** Words of a description beyond these are not indexed. */
const maxDescriptionWords = 60

/** PostgreSQL's greatest position in a tsvector. */
const maxPosition = 16_383

/** A lexeme of a stem begins with this character, which no word can have. */
export const stemMark = '='

/** Whole words and marked stems; positions leave gaps, so that a phrase matches within one field or keyword. */
export function textVector({ title, keywords, category_id, description, file_name = '' }: ImageTexts): string {
  const positions = new Map<string, string[]>()
  let next = 1
  const add = (weight: 'A' | 'B' | 'C' | 'D', text: string) => {
    for (const { word, whole } of indexedWords(text)) {
      const position = `${Math.min(next++, maxPosition)}${weight}`
      for (const form of new Set([word, whole ?? word]))
        for (const lexeme of [form, stemMark + stemOf(form)])
          positions.getOrInsertComputed(lexeme, () => []).push(position)
    }
    next += 10
  }
  add('A', title)
  for (const keyword of keywords) add('B', keyword)
  add('C', categories.find(({ id }) => id === category_id)?.name ?? '')
  add('D', wordsOf(description).slice(0, maxDescriptionWords).join(' '))
  add('D', file_name.replace(/\.png$/i, ''))
  // Lexemes hold letters, marks, digits and the stem's mark only, so that nothing needs escaping.
  return Array.from(positions, ([lexeme, places]) => `'${lexeme}':${places.join()}`).join(' ')
}

/** The lexeme of an owner, which no word can be: by it the index finds a person's images that have a word. */
export const ownerLexeme = (ownerId: number) => `'@${ownerId}'`

/** The tsvector of `image_words`, by which the back offices find an image. */
export const imageWords = ({ owner_id, ...texts }: ImageTexts & { owner_id: number }) =>
  `${ownerLexeme(owner_id)} ${textVector(texts)}`

/** The tsquery of words in a row; descriptions do not count, unless `fields` says so. */
export const phraseQuery = (words: string[], fields = ':ABC') => words.map((word) => `'${word}'${fields}`).join(' <-> ')

/** 32 bits that are equal for titles which differ by case, punctuation and numbers alone. */
export function titleKey(title: string): number {
  const words = wordsOf(title)
  const named = words.map((word) => word.replaceAll(/\p{N}+/gu, '')).filter((word) => word !== '')
  return hash('sha256', (named.length ? named : words).join(' '), 'buffer').readInt32BE()
}

/** Writes the words of images after a change of their texts, in its transaction. */
export const rewriteImageWords = async (db: Database, imageIds: number[]) =>
  saveImageWords(db, await readWords(db, imageIds))

/** Ids of the images that the back offices would not find by all of their words. */
export const mismatchedImageWords = (db: Database, imageIds: number[]): Promise<number[]> =>
  readAtOnce(db, async (transaction) => differingImageWords(transaction, await readWords(transaction, imageIds)))

const readWords = async (db: Database, imageIds: number[]) =>
  (await selectTexts(db, imageIds)).map((image) => ({ image_id: image.id, words: imageWords(image) }))
