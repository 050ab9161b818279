import { minimumSizes, type Orientation, type TransparencyKind } from '@vitrine/contract/vocabulary/filters'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { Selectable } from 'kysely'
import type { Tables } from '#schema'
import { stemMark } from '../words/image-words.ts'

/** Words are those of title and keywords, and their stems, which begin with `stemMark`; each once. */
export type IndexedImage = Omit<Selectable<Tables['published']>, 'pub_no' | 'image_id' | 'words'> &
  Record<'words' | 'title_words' | 'category_words' | 'description_words', string[]>

/** Names of posting lists. They are stored: changing one requires `index rebuild`. */
export const term = {
  all: 'all',
  category: (id: number) => `c${id}`,
  keyword: (id: number) => `k${id}`,
  colour: (id: number | string) => `h${id}`,
  /** The colour of which an image has the largest share. */
  mainColour: (id: number | string) => `g${id}`,
  orientation: (number: number) => `o${number}`,
  size: (minimum: number) => `s${minimum}`,
  transparency: (number: number) => `r${number}`,
  cleanEdges: 'n',
  licence: (number: number) => `l${number}`,
  ai: (number: number) => `m${number}`,
  word: (word: string) => `w${word}`,
  stem: (stem: string) => `a${stem}`,
  titleWord: (word: string) => `x${word}`,
  titleStem: (stem: string) => `t${stem}`,
  categoryWord: (word: string) => `y${word}`,
  categoryStem: (stem: string) => `z${stem}`,
  descriptionStem: (stem: string) => `e${stem}`,
  popularity: (popularity: number) => `p${popularity}`,
  downloads: (bucket: number) => `d${bucket}`,
}

/** The key of images with all phrases of a question, which no posting list tells. */
export const phrasesKey = '"'

/** Days whose downloads make an image popular. */
export const popularityDays = 90
/** Downloads from which on an image is of the class 1, 2 and so on. */
export const popularityThresholds = [1, 4, 16, 64, 256, 1024]
export const maxPopularity = popularityThresholds.length

export const termsOf = (image: IndexedImage): string[] => [
  term.all,
  ...(image.category_id === null ? [] : [term.category(image.category_id)]),
  ...image.keyword_ids.map(term.keyword),
  ...image.colours.map(term.colour),
  ...image.colours.slice(0, 1).map(term.mainColour),
  term.orientation(image.orientation),
  ...minimumSizes.filter((minimum) => image.longer_side >= minimum).map(term.size),
  ...(image.transparency === null ? [] : [term.transparency(image.transparency)]),
  ...(image.has_clean_edges ? [term.cleanEdges] : []),
  term.licence(image.licence),
  ...(image.ai ? [term.ai(image.ai)] : []),
  ...lexemeTerms(image.words, term.word, term.stem),
  ...lexemeTerms(image.title_words, term.titleWord, term.titleStem),
  ...lexemeTerms(image.category_words, term.categoryWord, term.categoryStem),
  ...image.description_words.filter(isStem).map((lexeme) => term.descriptionStem(lexeme.slice(1))),
  ...Array.from({ length: image.popularity }, (_, index) => term.popularity(index + 1)),
  term.downloads(downloadBucket(image.downloads)),
]

const isStem = (lexeme: string) => lexeme.startsWith(stemMark)

const lexemeTerms = (lexemes: string[], ofWord: (word: string) => string, ofStem: (stem: string) => string) =>
  lexemes.map((lexeme) => (isStem(lexeme) ? ofStem(lexeme.slice(stemMark.length)) : ofWord(lexeme)))

/** Below this every number of downloads is a bucket of its own; from here on 8 buckets share each doubling. */
const exactBuckets = 64

/** That of a billion downloads and more. */
const lastBucket = 255

export function downloadBucket(downloads: number): number {
  if (downloads < exactBuckets) return downloads
  const doublings = Math.floor(Math.log2(downloads))
  return Math.min(lastBucket, exactBuckets + (doublings - 6) * 8 + Math.floor((downloads / 2 ** doublings - 1) * 8))
}

/** All buckets, the most downloads first. */
export const downloadBuckets = Array.from({ length: lastBucket + 1 }, (_, index) => lastBucket - index)

// Numbers of filters.

/** Stored in `published.orientation` and in term names; never renumbered. */
export const orientationNumbers = { landscape: 1, portrait: 2, square: 3 } satisfies Record<Orientation, number>

/** Sides that differ by up to 5 % count as square, because the difference is hardly visible. */
export function orientationOf({ width, height }: { width: number; height: number }): Orientation {
  const [shorter, longer] = width < height ? [width, height] : [height, width]
  if (20 * longer <= 21 * shorter) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

/** Stored in `published.ai` and in term names; never renumbered. Images with 0 are in no posting list of these. */
export const aiNumbers = { unknown: 0, yes: 1, partly: 2, no: 3 } satisfies Record<AiStatement, number>

/** Of images that are said to be made with AI, wholly or in part. */
export const withAi = [aiNumbers.yes, aiNumbers.partly]

/** Stored in `published.licence` and in term names; never renumbered. */
export const licenceNumbers = {
  library: 1,
  cc0: 2,
  'cc-by-4.0': 3,
  'apache-2.0': 4,
  mit: 5,
} satisfies Record<Licence, number>

/** Stored in `published.transparency` and in term names; never renumbered. */
export const transparencyNumbers = { cutout: 1, soft: 2, none: 3 } satisfies Record<TransparencyKind, number>
