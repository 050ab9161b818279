import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Database } from '#kit/database/pool'
import { intersectGroups } from './evaluate.ts'
import { has, offsetOf, segmentOf } from './inverted-index/bitmap.ts'
import { term } from './inverted-index/terms.ts'
import { readPubNos } from './page.ts'
import { loadPostings, type PostingCache, type PostingLists, postingsOf } from './postings.ts'
import { fillerWords } from './question/filler-words.ts'
import { findRelatedBySql, maxCandidates, type RelatedSource } from './search-fallback.sql.ts'
import { indexedWords, stemOf } from './words/word-forms.ts'

/** An image whose relatives are sought. */
export interface RelatedImage {
  /** Null while the image is not published. */
  pub_no: number | null
  category_id: number | null
  title: string
}

/**
 * Publish numbers of the images related to this one: those that share the most keywords with it, then the most words of
 * the title in any form, then those of its category, the newest first.
 */
export async function findRelated(
  db: Database,
  cache: PostingCache,
  image: RelatedImage,
  keywordIds: number[],
): Promise<number[]> {
  const source = relatedSource(image, keywordIds)
  const keywords = keywordIds.map(term.keyword)
  const stems = source.title_stems.map(term.titleStem)
  const category = image.category_id === null ? [] : [term.category(image.category_id)]
  const snapshot = await loadPostings(db, cache, postingsOf([...keywords, ...stems, ...category]))
  if (!snapshot) return findRelatedBySql(db, source)
  const newestOthers = (names: string[], limit: number) =>
    readPubNos(intersectGroups([names.map((name) => [name])], snapshot), 0, limit + 1)
      .filter((pubNo) => pubNo !== image.pub_no)
      .slice(0, limit)
  const candidates = new Set([
    ...newestOthers(keywords, maxCandidates),
    ...newestOthers(stems, maxCandidates),
    ...newestOthers(category, limits.relatedImages),
  ])
  const counters = [keywords, stems, category].map((names) => sharedTermCounter(names, snapshot.lists))
  const ranked = [...candidates].map((pubNo) => [...counters.map((countShared) => countShared(pubNo)), pubNo])
  return ranked
    .sort(byNumbersDescending)
    .slice(0, limits.relatedImages)
    .map((ranks) => ranks.at(-1)!)
}

/** What related images share with an image. */
export const relatedSource = ({ pub_no, category_id, title }: RelatedImage, keyword_ids: number[]): RelatedSource => ({
  pub_no,
  category_id,
  keyword_ids,
  title_stems: titleStems(title),
})

/** Words of a title that are compared. */
const maxTitleStems = 8

/** Without numbers and fillers, which say nothing of what is shown. */
function titleStems(title: string): string[] {
  const words = indexedWords(title).map(({ word }) => word)
  const naming = words.filter((word) => !fillerWords.has(word) && !/^\p{N}+$/u.test(word))
  return [...new Set(naming.map(stemOf))].slice(0, maxTitleStems)
}

/** Compares numbers one after the other, the highest first. */
function byNumbersDescending(one: number[], other: number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : other[at]! - one[at]!
}

/** Returns a function that counts in how many of these posting lists an image is. */
function sharedTermCounter(terms: string[], { byTerm, queued }: PostingLists): (pubNo: number) => number {
  const queuedTerms = new Map([...queued.values()].flat().map((image) => [image.pub_no, image.terms]))
  const lists = terms.map((name) => byTerm.get(name))
  return (pubNo) => {
    const ofImage = queuedTerms.get(pubNo)
    if (ofImage) return terms.filter((name) => ofImage.has(name)).length
    const [segment, offset] = [segmentOf(pubNo), offsetOf(pubNo)]
    return lists.filter((list) => list?.[segment] && has(list[segment], offset)).length
  }
}
