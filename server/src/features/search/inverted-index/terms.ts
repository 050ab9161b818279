import { minimumSizes } from '@vitrine/contract/vocabulary/filters'
import { truncate } from '#features/images/tokenizer'

/** The properties of a published image that the index holds. */
export interface IndexedImage {
  category_id: number | null
  keyword_ids: number[]
  words: string[]
  colours: number[]
  orientation: number
  longer_side: number
  downloads: number
}

/** Names of posting lists. They are stored: changing one requires `index rebuild`. */
export const term = {
  all: 'all',
  category: (id: number) => `c${id}`,
  keyword: (id: number | string) => `k${id}`,
  colour: (id: number) => `h${id}`,
  orientation: (number: number) => `o${number}`,
  size: (minimum: number) => `s${minimum}`,
  word: (word: string) => `w${word}`,
  prefix: (letters: string) => `b${letters}`,
  titleLength: (words: number) => `l${words}`,
  downloads: (bucket: number | '') => `d${bucket}`,
}

/**
 * Prefixes of up to so many letters have their own posting list; longer ones are expanded to the few words they match.
 */
export const maxPrefixLength = 4

/** Titles of this many words and more count as equally long. */
export const maxTitleWords = 16

/** The posting lists by number of words in the title, the shortest titles first. */
export const titleLengthTerms = Array.from({ length: maxTitleWords }, (_, index) => term.titleLength(index + 1))

/** What the names of the posting lists by downloads begin with. */
export const downloadPrefix = term.downloads('')

/** All posting lists that an image is in. */
export function termsOf(image: IndexedImage): string[] {
  const prefixes = image.words.flatMap((word) =>
    Array.from({ length: maxPrefixLength }, (_, index) => truncate(word, index + 1)),
  )
  return [
    term.all,
    ...(image.category_id === null ? [] : [term.category(image.category_id)]),
    ...image.keyword_ids.map(term.keyword),
    ...image.colours.map(term.colour),
    term.orientation(image.orientation),
    ...minimumSizes.filter((minimum) => image.longer_side >= minimum).map(term.size),
    ...image.words.map(term.word),
    ...[...new Set(prefixes)].map(term.prefix),
    term.titleLength(Math.min(image.words.length, maxTitleWords)),
    term.downloads(downloadBucket(image.downloads)),
  ]
}

/** Below this every number of downloads is a bucket of its own; from here on 8 buckets share each doubling. */
const exactBuckets = 64

/** The bucket of a number of downloads; it grows with the number. */
export function downloadBucket(downloads: number): number {
  if (downloads < exactBuckets) return downloads
  const doublings = Math.floor(Math.log2(downloads))
  return exactBuckets + (doublings - 6) * 8 + Math.floor((downloads / 2 ** doublings - 1) * 8)
}

/** The smallest number of downloads in a bucket. */
export function minDownloads(bucket: number): number {
  if (bucket < exactBuckets) return bucket
  const [doublings, eighths] = [6 + Math.floor((bucket - exactBuckets) / 8), (bucket - exactBuckets) % 8]
  return 2 ** doublings * (1 + eighths / 8)
}

/** Whether all images of a bucket have the same number of downloads. */
export const isExactBucket = (bucket: number) => bucket < exactBuckets
