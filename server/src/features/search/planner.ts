import type { Orientation, Sort, TransparencyKind } from '@vitrine/contract/vocabulary/filters'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiFilter } from '@vitrine/contract/vocabulary/provenance/ai-filters'
import { aiNumbers, withAi } from './inverted-index/ai-numbers.ts'
import { licenceNumbers } from './inverted-index/licence-numbers.ts'
import { orientationNumbers } from './inverted-index/orientation.ts'
import { isTerm, keywordKey, maxPopularity, phraseKey, term } from './inverted-index/terms.ts'
import { transparencyNumbers } from './inverted-index/transparency-numbers.ts'
import type { PostingsRequest } from './postings.ts'
import { stemOf } from './words/word-forms.ts'

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
  transparency?: TransparencyKind
  /** Only images whose edge was judged to be clean. */
  clean_edges?: boolean
  licence?: Licence
  ai?: AiFilter
  sort?: Sort
}

/** One way to understand a word of a question: an image must have all of these words. */
export interface Reading {
  words: string[]
  /**
   * As whole words, or as stems; `description` are stems of descriptions. Beginnings of words, `prefix`, are read by
   * the lists of the back offices alone.
   */
  form: 'word' | 'stem' | 'description' | 'prefix'
  /** How far it is from what was typed, 0 being the word itself; half a point is one unit. */
  cost: number
  /** Whether it costs the same outside of the title. */
  isEverywhereAlike?: boolean
  /** Whether it is one of the things that the word may mean; among equal costs their images come in turn. */
  isMeaning?: boolean
}

/** What an image costs by this reading: in its title, where that counts apart, and in any field. */
const fieldCosts = ({ form, cost, isEverywhereAlike }: Reading): { title: number | null; any: number } => ({
  title: form === 'description' || isEverywhereAlike ? null : cost,
  any: isEverywhereAlike ? cost : cost + outsideTitleCost,
})

export type SearchOrder = 'newest' | 'relevance' | 'downloads' | 'trending'

export interface SearchQuery {
  params: SearchParams
  /** An image must match one reading of every group. */
  groups: Reading[][]
  /** Words that must follow one another. */
  phrases: string[][]
  /** An image must not match any of these. */
  excluded: Reading[]
  order: SearchOrder
}

export function searchOrder({ sort }: SearchParams, hasWords: boolean): SearchOrder {
  if (sort === 'downloads' || sort === 'trending') return sort
  return sort === 'newest' || !hasWords ? 'newest' : 'relevance'
}

/** Keys of posting lists: an image must be in all of them. */
export type Conjunction = string[]

/** Images by what their match costs; an image costs what the cheapest level does that it matches. */
export interface CostLevel {
  /** Cost and turn (`rankOf`), of which those of several groups are added. */
  rank: number
  anyOf: Conjunction[]
}

/** More than a group has meanings. */
export const maxTurns = 1_000

/** Images of equal cost and different turns come in turn, one of each. */
const rankOf = (cost: number, turn: number) => cost * maxTurns + turn
export const costOf = (rank: number) => Math.floor(rank / maxTurns)

/** The posting lists that a query needs, and how they are combined. */
export interface SearchPlan extends PostingsRequest {
  order: SearchOrder
  /** An image matches when it matches one conjunction of every group. */
  groups: Conjunction[][]
  /** An image that matches one of these does not match. */
  excluded: Conjunction[]
  /** For each group of words its levels, ascending. */
  levels: CostLevel[][]
}

/** What a match outside of the title costs more than one in the title. */
export const outsideTitleCost = 3

export function planQuery({ params, groups, phrases, excluded, order }: SearchQuery): SearchPlan {
  const { keyword } = params
  const wordGroups = groups.map((readings) => widest(readings).map(anywhere))
  const all = [...filterGroups(params), ...wordGroups, ...phrases.map((words) => [[phraseKey(words)]])]
  if (!all.length) all.push([[term.all]])
  const excludedLists = [...excluded.map(anywhere), ...(params.ai === 'exclude' ? aiLists : [])]
  const levels = order === 'relevance' ? groups.map((readings) => costLevels(groups, readings)) : []
  const keys = [all, [excludedLists], levels.flat().map(({ anyOf }) => anyOf)].flat(3)
  const ranking = order === 'relevance' ? popularityTerms : []
  return {
    order,
    groups: all,
    excluded: excludedLists,
    levels,
    terms: [...new Set([...keys, ...ranking])].filter(isTerm),
    phrases,
    keyword: keyword || undefined,
    hasDownloadBuckets: order === 'downloads',
    hasTrending: order === 'trending',
  }
}

/** What several plans need together; they differ in their words alone. */
export const combineRequests = (plans: SearchPlan[]): PostingsRequest => ({
  ...plans[0]!,
  terms: [...new Set(plans.flatMap(({ terms }) => terms))],
})

/** The posting lists by popularity, the most popular images first. */
export const popularityTerms = Array.from({ length: maxPopularity }, (_, index) =>
  term.popularity(maxPopularity - index),
)

function filterGroups(params: SearchParams): Conjunction[][] {
  const { category, colour, orientation, size, transparency, licence, keyword } = params
  const keys: string[] = []
  if (category !== undefined) keys.push(term.category(category))
  if (colour !== undefined) keys.push(term.colour(colour))
  if (orientation) keys.push(term.orientation(orientationNumbers[orientation]))
  if (size !== undefined) keys.push(term.size(size))
  if (transparency) keys.push(term.transparency(transparencyNumbers[transparency]))
  if (params.clean_edges) keys.push(term.cleanEdges)
  if (licence) keys.push(term.licence(licenceNumbers[licence]))
  if (keyword) keys.push(keywordKey(keyword))
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

const termOfForm = {
  word: term.word,
  stem: (word: string) => term.stem(stemOf(word)),
  description: (word: string) => term.descriptionStem(stemOf(word)),
  prefix: term.word,
}

const anywhere = ({ words, form }: Reading): Conjunction => words.map(termOfForm[form])

const inTitle = ({ words, form }: Reading): Conjunction =>
  words.map((word) => (form === 'word' ? term.titleWord(word) : term.titleStem(stemOf(word))))

/** Numbers the meanings of the first group that has several; every other reading has the number 0. */
export function turnsOf(groups: Reading[][], readings: Reading[]): Map<Reading, number> {
  const isAmbiguous = (group: Reading[]) => group.filter(({ isMeaning }) => isMeaning).length > 1
  if (groups.find(isAmbiguous) !== readings) return new Map()
  return new Map(readings.filter(({ isMeaning }) => isMeaning).map((one, index) => [one, index + 1]))
}

/** One way to match a group: a reading in the title, or in any of the fields that it looks at. */
export interface RankedMatch {
  rank: number
  reading: Reading
  isInTitle: boolean
}

/** The ways to match a group of these groups, the cheapest first. */
export function rankedMatches(groups: Reading[][], readings: Reading[]): RankedMatch[] {
  const turns = turnsOf(groups, readings)
  return readings
    .flatMap((reading) => {
      const { title, any } = fieldCosts(reading)
      const turn = turns.get(reading) ?? 0
      return [
        ...(title === null ? [] : [{ rank: rankOf(title, turn), reading, isInTitle: true }]),
        { rank: rankOf(any, turn), reading, isInTitle: false },
      ]
    })
    .sort((one, other) => one.rank - other.rank)
}

function costLevels(groups: Reading[][], readings: Reading[]): CostLevel[] {
  const byRank = Map.groupBy(rankedMatches(groups, readings), ({ rank }) => rank)
  return Array.from(byRank, ([rank, matches]) => ({
    rank,
    anyOf: matches.map(({ reading, isInTitle }) => (isInTitle ? inTitle(reading) : anywhere(reading))),
  }))
}
