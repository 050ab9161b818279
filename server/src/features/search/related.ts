import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Database } from '#kit/database/pool'
import { intersectGroups } from './evaluate.ts'
import { has, offsetOf, segmentOf } from './inverted-index/bitmap.ts'
import { term } from './inverted-index/terms.ts'
import { readPubNos } from './page.ts'
import { loadPostings, type PostingCache, type PostingLists } from './postings.ts'
import { findRelatedBySql, maxCandidates, type RelatedSource } from './search-fallback.sql.ts'

/**
 * Publish numbers of the images related to this one: those that share the most keywords with it, then those of its
 * category, the newest first.
 */
export async function findRelated(
  db: Database,
  cache: PostingCache,
  image: RelatedSource,
  keywordIds: number[],
): Promise<number[]> {
  const keywords = keywordIds.map(term.keyword)
  const category = image.category_id === null ? [] : [term.category(image.category_id)]
  const terms = [...keywords, ...category]
  const snapshot = await loadPostings(db, cache, { terms, phrases: [], keyword: undefined, hasDownloadBuckets: false })
  if (!snapshot) return findRelatedBySql(db, image, keywordIds)
  const newestOthers = (names: string[], limit: number) =>
    readPubNos(intersectGroups([names.map((name) => [name])], snapshot), 0, limit + 1)
      .filter((pubNo) => pubNo !== image.pub_no)
      .slice(0, limit)
  const candidates = new Set([
    ...newestOthers(keywords, maxCandidates),
    ...newestOthers(category, limits.relatedImages),
  ])
  const countShared = sharedTermCounter(keywords, snapshot.lists)
  const counted = [...candidates].map((pubNo) => ({ pubNo, shared: countShared(pubNo) }))
  counted.sort((one, other) => other.shared - one.shared || other.pubNo - one.pubNo)
  return counted.slice(0, limits.relatedImages).map(({ pubNo }) => pubNo)
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
