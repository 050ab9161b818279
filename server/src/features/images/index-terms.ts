import { minimumSizes } from '@vitrine/contract/filters'
import { shortened } from './words.ts'

/** What the gallery's lists know of a published image. */
export interface Indexed {
  category_id: number | null
  keyword_ids: number[]
  words: string[]
  colours: number[]
  orientation: number
  longer_side: number
  downloads: number
}

/** Names of lists: each one holds the images that have this. */
export const term = {
  all: 'all',
  category: (id: number) => `c${id}`,
  keyword: (id: number | string) => `k${id}`,
  colour: (id: number) => `h${id}`,
  orientation: (number: number) => `o${number}`,
  size: (least: number) => `s${least}`,
  word: (word: string) => `w${word}`,
  beginning: (letters: string) => `b${letters}`,
  length: (words: number) => `l${words}`,
  downloads: (bucket: number | '') => `d${bucket}`,
}

/** Letters of a beginning that has a list of its own; longer ones begin so few words that these are looked up. */
export const longestBeginning = 4

/** Titles of more words than this count as equally long. */
export const longestTitle = 16

/** All lists that an image is in. */
export function termsOf(image: Indexed): string[] {
  const beginnings = image.words.flatMap((word) =>
    Array.from({ length: longestBeginning }, (_, at) => shortened(word, at + 1)),
  )
  return [
    term.all,
    ...(image.category_id === null ? [] : [term.category(image.category_id)]),
    ...image.keyword_ids.map(term.keyword),
    ...image.colours.map(term.colour),
    term.orientation(image.orientation),
    ...minimumSizes.filter((least) => image.longer_side >= least).map(term.size),
    ...image.words.map(term.word),
    ...[...new Set(beginnings)].map(term.beginning),
    term.length(Math.min(image.words.length, longestTitle)),
    term.downloads(bucketOf(image.downloads)),
  ]
}

/** Below this every number of downloads has a list of its own; above, 8 lists share each doubling. */
const exact = 64

/** More downloads never have a smaller number. */
export function bucketOf(downloads: number): number {
  if (downloads < exact) return downloads
  const doublings = Math.floor(Math.log2(downloads))
  return exact + (doublings - 6) * 8 + Math.floor((downloads / 2 ** doublings - 1) * 8)
}

/** The smallest number of downloads in this list. */
export function leastDownloads(bucket: number): number {
  if (bucket < exact) return bucket
  const [doublings, eighths] = [6 + Math.floor((bucket - exact) / 8), (bucket - exact) % 8]
  return 2 ** doublings * (1 + eighths / 8)
}

/** Whether all images of this list were downloaded equally often. */
export const isExact = (bucket: number) => bucket < exact
