import type { gallery } from '@vitrine/contract/calls/visitors/gallery'
import type { HandlerInput } from '@vitrine/contract/endpoint'
import type { Sort } from '@vitrine/contract/vocabulary/filters'
import {
  aiNumbers,
  downloadBuckets,
  licenceNumbers,
  maxPopularity,
  orientationNumbers,
  phrasesKey,
  term,
  transparencyNumbers,
  withAi,
} from './inverted-index/terms.ts'
import { stemOf } from './words/word-forms.ts'

type SearchInput = HandlerInput<typeof gallery.approved>['query']

/** What a visitor asks for, with the id of the keyword, which only the database knows. */
export type SearchParams = Omit<SearchInput, 'page' | 'exact' | 'category' | 'colour'> &
  Partial<Record<'category' | 'colour' | 'keyword_id', number>>

/** One way to understand a word of a question: an image must have all of these words. */
export interface Reading {
  /** The words, or the id of the colour where the form is one of a colour. */
  words: string[]
  /** `description` means stems in descriptions, `mainColour` the most frequent colour; `prefix` is for back offices. */
  form: 'word' | 'stem' | 'description' | 'prefix' | 'mainColour' | 'colour'
  /** How far it is from what was typed, in half points; 0 is the word itself. */
  cost: number
  /** Whether it costs the same outside of the title. */
  isEverywhereAlike?: boolean
}

/** What may be meant by a word of a question, or by words that were written with OR. */
export interface QueryGroup {
  /** An image costs what the cheapest reading costs that it matches. */
  readings: Reading[]
  /** What an image costs that matches none of them; where it is not given, an image must match one. */
  missingCost?: number
}

export interface SearchQuery {
  params: SearchParams
  groups: QueryGroup[]
  /** Where there are some, an image must match one of these. */
  anyOf: Reading[]
  /** Words that must follow one another. */
  phrases: string[][]
  /** An image must not match any of these. */
  excluded: Reading[]
  order: Sort
}

/** Without words there is nothing to be relevant to. */
export const sortOf = ({ sort = 'relevance' }: SearchParams, hasWords: boolean): Sort =>
  sort === 'relevance' && !hasWords ? 'newest' : sort

/** Keys of posting lists: an image must be in all of them. */
export type Conjunction = string[]

/** The images that match a group at one cost; one that no cheaper level has costs this. */
export interface CostLevel {
  cost: number
  /** Missing for all other images. */
  anyOf?: Conjunction[]
}

export type SearchPlan = ReturnType<typeof planQuery>

/** What a match in a field costs more than one in the title. */
const fieldCosts: Record<Field, number> = { title: 0, titleOrTags: 3, category: 4, own: 3 }

export function planQuery({ params, groups, anyOf, phrases, excluded, order }: SearchQuery) {
  const required = groups.filter(({ missingCost }) => missingCost === undefined).map(({ readings }) => readings)
  const wordGroups = [...required, ...(anyOf.length ? [anyOf] : [])].map(anywhere)
  const all = [...filterGroups(params), ...wordGroups, ...(phrases.length ? [[[phrasesKey]]] : [])]
  if (!all.length) all.push([[term.all]])
  const excludedLists = [...anywhere(excluded), ...(params.ai === 'exclude' ? aiLists : [])]
  const levels = order === 'relevance' ? groups.map(costLevels) : []
  const keys = [all, [excludedLists], levels.flat().map(({ anyOf = [] }) => anyOf)].flat(3)
  return {
    order,
    /** An image matches when it matches one conjunction of every group, and none of the excluded ones. */
    groups: all,
    excluded: excludedLists,
    /** For each group of words its levels, ascending. */
    levels,
    terms: [...new Set([...keys, ...termsOfOrder[order]])].filter((key) => key !== phrasesKey),
    phrases,
    hasTrending: order === 'trending',
  }
}

/** The posting lists by popularity, the most popular images first. */
export const popularityTerms = Array.from({ length: maxPopularity }, (_, index) =>
  term.popularity(maxPopularity - index),
)

/** The lists that an order needs besides those of what matches. */
const termsOfOrder: Record<Sort, string[]> = {
  relevance: popularityTerms,
  trending: [],
  newest: [],
  downloads: downloadBuckets.map(term.downloads),
}

function filterGroups(params: SearchParams): Conjunction[][] {
  const { category, colour, orientation, size, transparency, licence, keyword_id } = params
  const keys: string[] = []
  if (category !== undefined) keys.push(term.category(category))
  if (colour !== undefined) keys.push(term.colour(colour))
  if (orientation) keys.push(term.orientation(orientationNumbers[orientation]))
  if (size !== undefined) keys.push(term.size(size))
  if (transparency) keys.push(term.transparency(transparencyNumbers[transparency]))
  if (params.clean_edges) keys.push(term.cleanEdges)
  if (licence) keys.push(term.licence(licenceNumbers[licence]))
  if (keyword_id !== undefined) keys.push(term.keyword(keyword_id))
  if (params.ai === 'none') keys.push(term.ai(aiNumbers.no))
  const groups = keys.map((key) => [[key]])
  return params.ai === 'only' ? [...groups, aiLists] : groups
}

const aiLists: Conjunction[] = withAi.map((number) => [term.ai(number)])

/** Without the whole word where its stem, which matches more, is read as well. */
export const widest = (readings: Reading[]) =>
  readings.filter(
    (one) =>
      one.form !== 'word' ||
      !readings.some((other) => other.form === 'stem' && other.words.join(' ') === one.words.join(' ')),
  )

/** Where the words of a reading are looked for: `titleOrTags` includes `title`, `own` is a description or a colour. */
export type Field = 'title' | 'titleOrTags' | 'category' | 'own'

type TermsOfFields = Partial<Record<Field, (word: string) => string>>

const ofWord: TermsOfFields = { title: term.titleWord, titleOrTags: term.word, category: term.categoryWord }

const byStem = (ofStem: (stem: string) => string) => (word: string) => ofStem(stemOf(word))

const termsOfForm: Record<Reading['form'], TermsOfFields> = {
  word: ofWord,
  prefix: ofWord,
  stem: {
    title: byStem(term.titleStem),
    titleOrTags: byStem(term.stem),
    category: byStem(term.categoryStem),
  },
  description: { own: byStem(term.descriptionStem) },
  mainColour: { own: term.mainColour },
  colour: { own: term.colour },
}

/** One way to match a group: a reading in a field. */
export type PricedMatch = ReturnType<typeof pricedMatches>[number]

/** The ways to match a group, the cheapest first: in the title before tags, in tags before the category. */
export const pricedMatches = (readings: Reading[]) =>
  readings
    .flatMap((reading) =>
      fieldsOf(reading).map((field) => ({
        cost: reading.cost + (reading.isEverywhereAlike ? 0 : fieldCosts[field]),
        reading,
        field,
      })),
    )
    .sort((one, other) => one.cost - other.cost)

const fieldsOf = ({ form, isEverywhereAlike }: Reading) =>
  (Object.keys(termsOfForm[form]) as Field[]).filter((field) => !(field === 'title' && isEverywhereAlike))

export const matchesAnywhere = (readings: Reading[]): PricedMatch[] =>
  pricedMatches(widest(readings).map((reading) => ({ ...reading, isEverywhereAlike: true })))

export const anywhere = (readings: Reading[]): Conjunction[] => matchesAnywhere(readings).map(conjunctionOf)

const conjunctionOf = ({ reading: { form, words }, field }: PricedMatch): Conjunction =>
  words.map(termsOfForm[form][field]!)

function costLevels({ readings, missingCost }: QueryGroup): CostLevel[] {
  const byCost = Map.groupBy(pricedMatches(readings), ({ cost }) => cost)
  const levels = Array.from(byCost, ([cost, matches]) => ({
    cost,
    anyOf: matches.map(conjunctionOf),
  }))
  return missingCost === undefined ? levels : [...levels, { cost: missingCost }]
}
