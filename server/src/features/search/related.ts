import * as limits from '@vitrine/contract/vocabulary/limits'
import type { AddedImage } from '#features/images/images.sql'
import { maxHashDistance } from '#imaging/measures/similarity/dct-hash'
import type { Database } from '#kit/database/statements'
import { evaluate, type ImageSet, inBoth, intersectGroups } from './evaluate.ts'
import { has, offsetOf, segmentOf } from './inverted-index/bitmap.ts'
import { term } from './inverted-index/terms.ts'
import { countMatches, readNeighbours } from './page.ts'
import { planQuery, type SearchParams } from './planner.ts'
import { loadPostings, type PostingCache } from './postings.ts'
import { plainQuery, withKeywordId } from './query.ts'
import { fillerWords } from './question/filler-words.ts'
import { drawingsOf } from './search.sql.ts'
import { indexedWords, stemOf } from './words/word-forms.ts'

type RelatedImage = Pick<AddedImage, 'pub_no' | 'sha256' | 'category_id' | 'title'>

/** What related images share with an image. */
export type RelatedSource = ReturnType<typeof relatedSource>

/** Images of each shared keyword and word that are compared, of those before and after the image. */
export const maxCandidates = 50

export const maxRanked = limits.relatedPages * limits.relatedImages

/** The place of an image that is not published: the newest are next to it. */
export const afterAll = 2 ** 31 - 1

/** What a shared keyword or word weighs that this many of all images have: 10 for each halving. */
export const weightOf = (uses: number, total: number): number =>
  uses ? Math.max(0, Math.round(10 * Math.log2(total / uses))) : 0

/** What related images must have. */
type Narrowing = Pick<SearchParams, 'title' | 'keyword'>

/** Publish numbers of one page of the images related to this one (`rankRelated`), each drawing once. */
export async function findRelated(
  db: Database,
  cache: PostingCache,
  image: RelatedImage,
  keywordIds: number[],
  { page, ...narrowing }: Narrowing & { page: number },
): Promise<number[]> {
  const ranked = await rankRelated(db, cache, relatedSource(image, keywordIds), narrowing)
  const drawings = await distinctDrawings(db, image.sha256, ranked)
  return drawings.slice((page - 1) * limits.relatedImages, page * limits.relatedImages)
}

/** Ranks by shared keywords and title words, category, and nearness of publication, since sets come out together. */
export async function rankRelated(
  db: Database,
  cache: PostingCache,
  source: RelatedSource,
  narrowing: Narrowing = {},
): Promise<number[]> {
  const names = [...source.keyword_ids.map(term.keyword), ...source.title_stems.map(term.titleStem)]
  const category = source.category_id === null ? [] : [term.category(source.category_id)]
  const params = await withKeywordId(db, { ...narrowing, sort: 'newest' })
  if (!params) return []
  const plan = planQuery(plainQuery(params))
  const snapshot = await loadPostings(db, cache, { ...plan, terms: [...plan.terms, ...names, ...category] })
  const { all } = evaluate(plan, snapshot)
  const imagesOf = (name: string) => inBoth(intersectGroups([[[name]]], snapshot), all)
  const isIn = ({ at }: ImageSet, pubNo: number) => has(at(segmentOf(pubNo)), offsetOf(pubNo))
  const total = countMatches(all)
  const place = source.pub_no ?? afterAll
  const shared = names.map(imagesOf).map((images) => ({ images, weight: weightOf(countMatches(images), total) }))
  const ofCategory = category.map(imagesOf)
  const candidates = new Set([
    ...shared.flatMap(({ images }) => readNeighbours(images, place, maxCandidates)),
    ...ofCategory.flatMap((images) => readNeighbours(images, place, maxRanked)),
  ])
  return Array.from(candidates, (pubNo) => ({
    pubNo,
    weight: shared.reduce((sum, { images, weight }) => sum + (isIn(images, pubNo) ? weight : 0), 0),
    category: ofCategory.some((images) => isIn(images, pubNo)) ? 1 : 0,
    distance: Math.abs(pubNo - place),
  }))
    .sort(
      (one, other) =>
        other.weight - one.weight ||
        other.category - one.category ||
        one.distance - other.distance ||
        other.pubNo - one.pubNo,
    )
    .slice(0, maxRanked)
    .map(({ pubNo }) => pubNo)
}

export const relatedSource = ({ pub_no, category_id, title }: Omit<RelatedImage, 'sha256'>, keyword_ids: number[]) => ({
  pub_no,
  category_id,
  keyword_ids,
  title_stems: titleStems(title),
})

const maxTitleStems = 8

/** Without numbers and fillers, which say nothing of what is shown. */
function titleStems(title: string): string[] {
  const words = indexedWords(title).map(({ word }) => word)
  const naming = words.filter((word) => !fillerWords.has(word) && !/^\p{N}+$/u.test(word))
  return [...new Set(naming.map(stemOf))].slice(0, maxTitleStems)
}

/** The images whose perceptual hash is near neither this file's nor that of an earlier one. */
async function distinctDrawings(db: Database, sha256: string, pubNos: number[]): Promise<number[]> {
  const { own, byPubNo } = await drawingsOf(db, sha256, pubNos)
  const seen = own ? [own] : []
  return pubNos.filter((pubNo) => {
    const hash = byPubNo.get(pubNo)
    if (hash === undefined) return true
    if (seen.some((other) => hammingDistance(hash, other) <= maxHashDistance)) return false
    seen.push(hash)
    return true
  })
}

function hammingDistance(one: string, other: string): number {
  let distance = 0
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) distance++
  return distance
}
