import { minimumSizes } from '@vitrine/contract/vocabulary/filters'
import { truncate } from '#features/images/tokenizer'

/** What the gallery's lists know of a published image. */
export interface IndexedImage {
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
  prefix: (letters: string) => `b${letters}`,
  titleLength: (words: number) => `l${words}`,
  downloads: (bucket: number | '') => `d${bucket}`,
}

/** Letters of a beginning that has a list of its own; longer ones begin so few words that these are looked up. */
export const maxPrefixLength = 4

/** Titles of more words than this count as equally long. */
export const maxTitleWords = 16

/** All lists that an image is in. */
export function termsOf(image: IndexedImage): string[] {
  const beginnings = image.words.flatMap((word) =>
    Array.from({ length: maxPrefixLength }, (_, at) => truncate(word, at + 1)),
  )
  return [
    term.all,
    ...(image.category_id === null ? [] : [term.category(image.category_id)]),
    ...image.keyword_ids.map(term.keyword),
    ...image.colours.map(term.colour),
    term.orientation(image.orientation),
    ...minimumSizes.filter((least) => image.longer_side >= least).map(term.size),
    ...image.words.map(term.word),
    ...[...new Set(beginnings)].map(term.prefix),
    term.titleLength(Math.min(image.words.length, maxTitleWords)),
    term.downloads(downloadBucket(image.downloads)),
  ]
}

/** Below this every number of downloads has a list of its own; above, 8 lists share each doubling. */
const exactBuckets = 64

/** More downloads never have a smaller number. */
export function downloadBucket(downloads: number): number {
  if (downloads < exactBuckets) return downloads
  const doublings = Math.floor(Math.log2(downloads))
  return exactBuckets + (doublings - 6) * 8 + Math.floor((downloads / 2 ** doublings - 1) * 8)
}

/** The smallest number of downloads in this list. */
export function minDownloads(bucket: number): number {
  if (bucket < exactBuckets) return bucket
  const [doublings, eighths] = [6 + Math.floor((bucket - exactBuckets) / 8), (bucket - exactBuckets) % 8]
  return 2 ** doublings * (1 + eighths / 8)
}

/** Whether all images of this list were downloaded equally often. */
export const isExactBucket = (bucket: number) => bucket < exactBuckets
