// What questions are made of: words of titles and tags as they stand in a library.

import type { Random } from '../../harness/random.ts'
import type { IndexedPicture, Library } from '../library.ts'
import { lemmaOf, wordsOf } from '../words.ts'

/** Words that say nothing about a picture, and those that the questions add to others. */
const empty = new Set(
  (
    'the and with for from without not only this that are you your png jpg svg image images picture pictures photo ' +
    'photos clipart vector icon icons free download transparent background file files drawing illustration hd graphic'
  ).split(' '),
)

const isUsual = (word: string) => /^[a-z]{3,20}$/.test(word) && !empty.has(word)

export const pickPicture = ({ pictures }: Library, random: Random): IndexedPicture => random.pick(pictures)

export const usualTitleWords = ({ titleWords }: IndexedPicture): string[] => [...new Set(titleWords.filter(isUsual))]

/** Tags of one word that the title has in no form. */
export const tagsBesideTitle = ({ keywords, titleLemmas }: IndexedPicture): string[] =>
  keywords.filter((tag) => isUsual(tag) && wordsOf(tag).length === 1 && !titleLemmas.has(lemmaOf(tag)))

/** So many different elements, in random order; undefined where there are fewer. */
export function sample<T>(all: readonly T[], count: number, random: Random): T[] | undefined {
  if (all.length < count) return undefined
  const left = [...all]
  return Array.from({ length: count }, () => left.splice(Math.floor(random.next() * left.length), 1)[0]!)
}

/** Concepts that only these words express, each in any form. */
export const exactly = (words: readonly string[]): string[][] => words.map((word) => [word])

/** One to three words of a title, in its order, or a tag. */
export function simpleTopic(picture: IndexedPicture, random: Random): string[] | undefined {
  const words = usualTitleWords(picture)
  const tags = tagsBesideTitle(picture)
  if (tags.length && random.next() < 0.3) return [random.pick(tags)]
  const count = Math.min(words.length, 1 + Math.floor(random.next() * 2))
  return count ? words.slice(0, count) : undefined
}
