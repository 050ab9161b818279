import { categories } from '@vitrine/contract/vocabulary/categories'
import type { Database } from '#kit/database/pool'
import { differingImageWords, saveImageWords, selectTexts } from './image-words.sql.ts'
import { officeVector } from './text-vector.ts'

/** The columns of an image, and its keywords, by whose words the back offices find it. */
export interface WordsSource {
  owner_id: number
  title: string
  keywords: string[]
  category_id: number | null
  description?: string
  file_name: string
}

/** The tsvector of `image_words`. */
export const imageWords = ({ owner_id, title, keywords, category_id, description = '', file_name }: WordsSource) =>
  officeVector(owner_id, {
    title,
    keywords,
    category: categories.find(({ id }) => id === category_id)?.name ?? '',
    description,
    fileName: file_name,
  })

/** Writes the words of images after a change of their texts, in its transaction. */
export async function rewriteImageWords(db: Database, imageIds: number[]): Promise<void> {
  await saveImageWords(db, await readWords(db, imageIds))
}

/** Ids of the images that the back offices would not find by all of their words. */
export const mismatchedImageWords = (db: Database, imageIds: number[]): Promise<number[]> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => differingImageWords(transaction, await readWords(transaction, imageIds)))

const readWords = async (db: Database, imageIds: number[]) =>
  (await selectTexts(db, imageIds)).map((image) => ({ image_id: image.id, words: imageWords(image) }))
