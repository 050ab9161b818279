import type { Suggestion } from '@vitrine/contract/calls/gallery'
import { tokenize } from '#features/images/tokenizer'
import type { Database } from '#kit/database/pool'
import type { PostingCache } from './postings.ts'
import { maxQueryWords, parseQuery, searchByIndex } from './query.ts'
import { keywordsMatching, titlesOf } from './search.sql.ts'

/** Suggestions that fit below the search field. */
const maxSuggestions = 8

/** Titles and keywords that contain the words typed so far; the last word may be incomplete. */
export async function suggest(db: Database, cache: PostingCache, typed: string): Promise<Suggestion[]> {
  const words = tokenize(typed).slice(0, maxQueryWords)
  if (!words.length) return []
  return mixSuggestions(await titlesContaining(db, cache, words), await keywordsContaining(db, words))
}

/** The shortest titles among the newest matches. */
async function titlesContaining(db: Database, cache: PostingCache, words: string[]): Promise<string[]> {
  const groups = words.map((word, index) => ({ words: [word], isPrefix: index === words.length - 1 }))
  const { pubNos } = await searchByIndex(db, cache, parseQuery({ sort: 'newest' }, groups), 1)
  return titlesOf(db, pubNos, maxSuggestions)
}

function keywordsContaining(db: Database, words: string[]): Promise<string[]> {
  const tsquery = `${words.map((word) => `'${word}'`).join(' & ')}:*`
  return keywordsMatching(db, tsquery, maxSuggestions)
}

/** Half titles and half keywords; where there are fewer of one kind, the other fills the places. */
function mixSuggestions(titles: string[], keywords: string[]): Suggestion[] {
  const titlePlaces = maxSuggestions - Math.min(keywords.length, maxSuggestions / 2)
  const shownTitles = titles.slice(0, titlePlaces).map((text) => ({ kind: 'title' as const, text }))
  const keywordPlaces = maxSuggestions - shownTitles.length
  const shownKeywords = keywords.slice(0, keywordPlaces).map((text) => ({ kind: 'keyword' as const, text }))
  return [...shownTitles, ...shownKeywords]
}
