import { type Card, card } from '@vitrine/contract/schemas/image'
import * as z from 'zod/mini'
import { aiInEffect } from '#features/images/files/file-source'
import { hasCleanEdges, transparencyKind, transparencyOf } from '#features/images/files/transparency'
import { publicUrl } from '#features/images/image-urls'
import { enqueueReindex } from '#features/search/inverted-index/index-writer.sql'
import {
  aiNumbers,
  type IndexedImage,
  licenceNumbers,
  orientationNumbers,
  orientationOf,
  transparencyNumbers,
} from '#features/search/inverted-index/terms'
import { stemMark, textVector, titleKey } from '#features/search/words/image-words'
import { searchableColourIds } from '#imaging/colour-names'
import { visibleFit } from '#imaging/measures/visible-fit'
import { notify } from '#kit/database/notifications'
import { type Database, readAtOnce } from '#kit/database/statements'
import { syncCdnOutbox } from './cdn-outbox.sql.ts'
import {
  adjustKeywordUses,
  adjustWordUses,
  deletePublished,
  differingImages,
  insertPublished,
  type PublishableImage,
  type PublishedRow,
  selectPublishable,
  updateCards,
} from './read-model.sql.ts'

/** NOTIFY payload that every process receives when the gallery has changed. */
export const galleryChanged = 'gallery changed'

/** Runs in the transaction of any change of images, so that listings agree with them; true where visitors see it. */
export async function syncReadModel(db: Database, imageIds: number[]): Promise<boolean> {
  await syncCdnOutbox(db, imageIds)
  const isVisible = await replacePublished(db, imageIds)
  if (isVisible) await notify(db, galleryChanged)
  return isVisible
}

/** Writes the rows of these images afresh, without a notification; true when there were any, or are now. */
export async function replacePublished(db: Database, imageIds: number[]): Promise<boolean> {
  const removed = await deletePublished(db, imageIds)
  const publishable = await readPublishable(db, imageIds)
  const added = publishable.length ? await insertPublished(db, publishable) : []
  await enqueueReindex(db, removed, added)
  const words = useChanges(added, removed, wordsOfImage)
  if (words.size) await adjustWordUses(db, words)
  const keywords = useChanges(added, removed, (image) => image.keyword_ids)
  if (keywords.size) await adjustKeywordUses(db, keywords)
  return removed.length + added.length > 0
}

/** Rebuilds the stored cards after the images' delivery URL has changed; no other part of the read model holds it. */
export async function rebuildCards(db: Database, imageIds: number[]) {
  if (!imageIds.length) return
  await updateCards(db, await readPublishable(db, imageIds))
  await notify(db, galleryChanged)
}

export const mismatchedImages = (db: Database, imageIds: number[]): Promise<number[]> =>
  readAtOnce(db, async (transaction) =>
    differingImages(transaction, imageIds, await readPublishable(transaction, imageIds)),
  )

const readPublishable = async (db: Database, imageIds: number[]) =>
  (await selectPublishable(db, imageIds)).map(toPublished)

/** The row of `published`, and the card that listings send. */
function toPublished(image: PublishableImage): PublishedRow {
  const { title, category_id, description } = image
  const keywords = image.keywords ?? []
  return {
    pub_no: image.pub_no!,
    image_id: image.id,
    category_id,
    keyword_ids: keywords.map(({ id }) => id).sort((one, other) => one - other),
    words: textVector({ title, keywords: keywords.map(({ name }) => name), category_id, description }),
    title_key: titleKey(title),
    colours: searchableColourIds(image.colours),
    orientation: orientationNumbers[orientationOf(image)],
    longer_side: Math.max(image.width, image.height),
    ...transparencyColumns(image),
    licence: licenceNumbers[image.licence],
    ai: aiNumbers[aiInEffect(image)],
    downloads: image.downloads,
    json: JSON.stringify(
      z.parse(card, {
        ...image,
        soft_share: image.translucent_ratio,
        colour: image.colours[0]?.hex ?? null,
        visible_fit: visibleFit(image),
        cloudflare_url: publicUrl(image),
      } satisfies Card),
    ),
  }
}

/** What visitors filter by; images are published again when their file is measured. */
function transparencyColumns(image: PublishableImage): Pick<PublishedRow, 'transparency' | 'has_clean_edges'> {
  const measured = { ...image, ...transparencyOf(image) }
  const kind = transparencyKind(measured)
  return { transparency: kind && transparencyNumbers[kind], has_clean_edges: hasCleanEdges(measured) }
}

/** Without the stems, which the dictionary derives from the words. */
const wordsOfImage = ({ words, category_words }: IndexedImage) =>
  [...new Set([...words, ...category_words])].filter((lexeme) => !lexeme.startsWith(stemMark))

/** The change in the number of uses of each value, without those that stay the same. */
function useChanges<T>(
  added: IndexedImage[],
  removed: IndexedImage[],
  valuesOf: (image: IndexedImage) => T[],
): Map<T, number> {
  const counts = new Map<T, number>()
  for (const value of added.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1)
  for (const value of removed.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) - 1)
  return new Map([...counts].filter(([, change]) => change !== 0))
}
