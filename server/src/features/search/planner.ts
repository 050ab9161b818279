import type { Orientation, Sort } from '@vitrine/contract/vocabulary/filters'
import { orientationNumbers } from './inverted-index/orientation.ts'
import { maxPrefixLength, term, titleLengthTerms } from './inverted-index/terms.ts'
import type { PostingsRequest } from './postings.ts'

/** What a visitor searches by; every part is optional. */
export interface SearchParams {
  title?: string
  category?: number
  keyword?: string
  /** Id of a named colour. */
  colour?: number
  orientation?: Orientation
  /** Minimum pixels of the longer side. */
  size?: number
  sort?: Sort
}

/** The words that match one word of the query: alternatives, all of them prefixes or all of them whole words. */
export interface WordGroup {
  words: string[]
  isPrefix: boolean
}

export type SearchOrder = 'newest' | 'relevance' | 'downloads'

export interface SearchQuery {
  params: SearchParams
  words: WordGroup[]
  order: SearchOrder
}

export function searchOrder({ sort }: SearchParams, words: WordGroup[]): SearchOrder {
  if (sort === 'downloads') return 'downloads'
  return sort === 'newest' || !words.length ? 'newest' : 'relevance'
}

/** Posting lists of which an image must be in at least one. */
export interface TermGroup {
  terms: string[]
  /** Keys of `PostingsSnapshot.expansions`: what the database expands to further terms. */
  expandable: string[]
}

/** The posting lists that a query needs, and how they are combined. */
export interface SearchPlan extends PostingsRequest {
  order: SearchOrder
  /** An image matches when it is in every group. */
  groups: TermGroup[]
  /** For each word of the query the posting lists of the images that contain it as a whole word. */
  exactWords: string[][]
}

export function planQuery({ params, words, order }: SearchQuery): SearchPlan {
  const { keyword } = params
  const wordGroups = words.map(wordGroup)
  const groups = [...filterGroups(params), ...wordGroups]
  if (!groups.length) groups.push({ terms: [term.all], expandable: [] })
  const exactWords = words.map((group) => group.words.map(term.word))
  const rankingTerms = order === 'relevance' ? [...exactWords.flat(), ...titleLengthTerms] : []
  return {
    order,
    groups,
    exactWords,
    terms: [...groups.flatMap((group) => group.terms), ...rankingTerms],
    prefixes: wordGroups.flatMap((group) => group.expandable),
    keyword: keyword || undefined,
    hasDownloadBuckets: order === 'downloads',
  }
}

function filterGroups({ category, colour, orientation, size, keyword }: SearchParams): TermGroup[] {
  const terms: string[] = []
  if (category !== undefined) terms.push(term.category(category))
  if (colour !== undefined) terms.push(term.colour(colour))
  if (orientation) terms.push(term.orientation(orientationNumbers[orientation]))
  if (size !== undefined) terms.push(term.size(size))
  const groups = terms.map((name): TermGroup => ({ terms: [name], expandable: [] }))
  // Only the database knows the keyword's id, which names its posting list.
  return keyword ? [...groups, { terms: [], expandable: [term.keyword(keyword)] }] : groups
}

/** Whole words and short prefixes have posting lists of their own; the database expands longer prefixes. */
function wordGroup({ words, isPrefix }: WordGroup): TermGroup {
  if (!isPrefix) return { terms: words.map(term.word), expandable: [] }
  const isShort = [...words[0]!].length <= maxPrefixLength
  return isShort ? { terms: words.map(term.prefix), expandable: [] } : { terms: [], expandable: words.map(term.word) }
}
