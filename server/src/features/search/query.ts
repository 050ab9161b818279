import type { Orientation, Sort } from '@vitrine/contract/vocabulary/filters'

/** What a visitor searches by; every part may be missing. */
export interface SearchParams {
  title?: string
  category?: number
  keyword?: string
  /** A colour's id. */
  colour?: number
  orientation?: Orientation
  /** Least pixels of the longer side. */
  size?: number
  sort?: Sort
}

/** One page of a listing: how many images there are in all, exactly, and the publish numbers of this page. */
export interface SearchPage {
  count: number
  ids: number[]
}

/** One word that was asked for: the words that find it, as beginnings or as they are, and the one that is it whole. */
export interface WordGroup {
  words: string[]
  isPrefix: boolean
}

export type SearchOrder = 'newest' | 'relevance' | 'downloads'

export function searchOrder({ sort }: SearchParams, terms: WordGroup[]): SearchOrder {
  if (sort === 'downloads') return 'downloads'
  return sort === 'newest' || !terms.length ? 'newest' : 'relevance'
}

/** Words of a title that are looked for; nobody types more. */
export const maxQueryWords = 8
