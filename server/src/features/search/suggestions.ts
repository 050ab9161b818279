import type { Suggestion } from '@vitrine/contract/calls/visitors/gallery'
import type { Database } from '#kit/database/statements'
import { intersectGroups } from './evaluate.ts'
import { term } from './inverted-index/terms.ts'
import { countMatches, readPubNos } from './page.ts'
import { anywhere, type Conjunction, type QueryGroup, type SearchQuery } from './planner.ts'
import { loadPostings, type PostingCache } from './postings.ts'
import { searchByIndex } from './query.ts'
import { selectContinuations, selectNouns, selectSimilarWords } from './question/dictionary.sql.ts'
import { fillerWords } from './question/filler-words.ts'
import { typingCost } from './question/spelling.ts'
import { keywordsMatching, titlesOf } from './search.sql.ts'
import { stemOf, wordsOf } from './words/word-forms.ts'

/** Suggestions that fit below the search field. */
const maxSuggestions = 8
/** Words beyond these are ignored. */
const maxWords = 8
/** Keywords and titles that are compared with each other. */
const maxCandidates = 20

/** A suggestion with the newest image that it finds. */
export interface FoundSuggestion extends Omit<Suggestion, 'thumbnail'> {
  pubNo: number
}

interface Candidate {
  kind: Suggestion['kind']
  text: string
  words: string[]
  /** It finds the images that match one conjunction of every group. */
  groups: Conjunction[][]
}

/** Words, tags and short titles that continue what is typed; the last word may be mistyped where little begins so. */
export async function suggest(db: Database, cache: PostingCache, typed: string): Promise<FoundSuggestion[]> {
  const words = wordsOf(typed).slice(0, maxWords)
  const last = words.at(-1)
  if (last === undefined) return []
  const candidates = await findCandidates(db, cache, words, last)
  const found = await countCandidates(db, cache, candidates)
  const typedText = words.join(' ')
  const nouns = await selectNouns(db, found.map(headOf))
  const ranked = found
    .map((one) => ({ ...one, worth: worthOf(one, typedText) + (nouns.has(headOf(one)) ? nounWorth : 0) }))
    .sort((one, other) => other.worth - one.worth || (one.text < other.text ? -1 : 1))
  return withoutRepeats(ranked).slice(0, maxSuggestions)
}

async function findCandidates(db: Database, cache: PostingCache, words: string[], last: string): Promise<Candidate[]> {
  const before = words.slice(0, -1)
  const longer = await selectContinuations(db, last)
  const keywords = await keywordsMatching(db, keywordQuery(words), maxCandidates)
  const continuations = mostUsedForms(longer).filter((word) => isSuggestible(word) && !before.includes(word))
  const titles = await titlesContaining(db, cache, before, longer)
  const isRare = continuations.length + keywords.length < 3 && last.length >= 4
  const corrections = isRare ? mistypedBeginnings(last, await selectSimilarWords(db, last)) : []
  return [
    ...[...continuations, ...corrections].map((word) => wordCandidate(before, word)),
    ...keywords.map(
      ({ id, name }): Candidate => ({
        kind: 'keyword',
        text: name,
        words: wordsOf(name),
        groups: [[[term.keyword(id)]]],
      }),
    ),
    ...titles.filter((title) => isShortTitle(title) && continues(words, wordsOf(title))).map(titleCandidate),
  ]
}

/** The first of the words with one stem, which is the most used. */
const mostUsedForms = (words: string[]) => [...new Map(words.toReversed().map((word) => [stemOf(word), word])).values()]

/** Neither a number nor a filler; a single letter is no word. */
const isSuggestible = (word: string) => [...word].length > 1 && !/\p{N}/u.test(word) && !fillerWords.has(word)

function wordCandidate(before: string[], word: string): Candidate {
  const words = [...before, word]
  const groups = words.map((one) => anywhere([{ form: 'stem', words: [one], cost: 0 }]))
  return { kind: 'title', text: words.join(' '), words, groups }
}

function titleCandidate(title: string): Candidate {
  const words = wordsOf(title)
  return {
    kind: 'title',
    text: title.replaceAll('_', ' '),
    words,
    groups: words.map((word) => [[term.titleStem(stemOf(word))]]),
  }
}

/** Whether a title has all the words, the last of them as a beginning. */
const continues = (words: string[], title: string[]) =>
  title.some((word) => word.startsWith(words.at(-1)!)) &&
  words.slice(0, -1).every((word) => title.some((one) => stemOf(one) === stemOf(word)))

/** Longer titles, and those with numbers, read like the name of a file or a credit. */
const isShortTitle = (title: string) => title.length <= 40 && wordsOf(title).length <= 5 && !/\d{2}/.test(title)

const keywordQuery = (words: string[]) => `${words.map((word) => `'${word}'`).join(' & ')}:*`

/** Known words that begin with one typing error in what is typed. */
function mistypedBeginnings(typed: string, known: string[]): string[] {
  const lengths = [typed.length - 1, typed.length, typed.length + 1]
  const isClose = (word: string) =>
    word[0] === typed[0] && lengths.some((length) => typingCost(typed, word.slice(0, length)) <= 1)
  return known.filter((word) => isSuggestible(word) && isClose(word))
}

/** Titles of the newest images that have these words and one of the last ones. */
async function titlesContaining(db: Database, cache: PostingCache, before: string[], last: string[]) {
  if (!last.length) return []
  const groups = before.map((word): QueryGroup => ({ readings: [{ words: [word], form: 'stem', cost: 0 }] }))
  groups.push({ readings: last.map((word) => ({ words: [word], form: 'word', cost: 0 })) })
  const query: SearchQuery = { params: {}, groups, anyOf: [], phrases: [], excluded: [], order: 'newest' }
  const { pubNos } = await searchByIndex(db, cache, query, 1)
  return titlesOf(db, pubNos, maxCandidates)
}

/** The candidates that find something, with how much. */
async function countCandidates(db: Database, cache: PostingCache, candidates: Candidate[]) {
  const terms = [...new Set(candidates.flatMap(({ groups }) => groups.flat(2)))]
  const snapshot = await loadPostings(db, cache, { terms, phrases: [], hasTrending: false })
  return candidates.flatMap(({ kind, text, words, groups }) => {
    const images = intersectGroups(groups, snapshot)
    const count = countMatches(images)
    return count ? [{ kind, text, words, count, pubNo: readPubNos(images, 0, 1)[0]! }] : []
  })
}

/** In English the last word says what is shown. */
const headOf = ({ words }: { words: string[] }) => words.at(-1)!

/** A noun says what is shown, an adjective how it is; as much as twice as many images. */
const nounWorth = 1

/** Many images and few letters to go; what begins as typed comes before what merely has the words. */
function worthOf({ text, words, count }: { text: string; words: string[]; count: number }, typed: string): number {
  const beginsSo = words.join(' ').startsWith(typed) ? 2 : 0
  return Math.log2(count + 1) + beginsSo - 0.05 * Math.max(0, text.length - typed.length) - 0.3 * (words.length - 1)
}

/** Forms, cases and orders of the same words count as one. */
function withoutRepeats(suggestions: (FoundSuggestion & { words: string[] })[]): FoundSuggestion[] {
  const byStems = new Map<string, FoundSuggestion>()
  for (const { kind, text, count, pubNo, words } of suggestions) {
    const stems = words.map(stemOf).sort().join(' ')
    if (!byStems.has(stems)) byStems.set(stems, { kind, text, count, pubNo })
  }
  return [...byStems.values()]
}
