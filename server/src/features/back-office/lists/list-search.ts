import type { ListQuery } from '@vitrine/contract/calls/back-office/lists'
import { pages } from '@vitrine/contract/pages'
import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { type Reading, widest } from '#features/search/planner'
import { type Question, readQuestion } from '#features/search/question/question'
import { plainGroups } from '#features/search/question/readings'
import { phraseQuery } from '#features/search/words/text-vector'
import { anyOf, inAnyField } from '#features/search/words/tsquery'
import type { Database } from '#kit/database/pool'
import { selectNamedIds } from '../image-names.sql.ts'
import { type ImageNames, isImageId } from '../image-names.ts'
import { type ListSearch, ofOwner } from './image-lists.sql.ts'
import { replaceUnknownWords } from './replaced-words.ts'

/** What is found, with the search that found it and what of its words was replaced. */
export type Found<Result> = Result & { search: ListSearch; meant: Replacement[] }

/**
 * Reads the search of a list as visitors' searches are read (search/question), by the words of all of an image's
 * fields and its file name, and runs it. Where that finds nothing, words that no image of the owner has are replaced.
 */
export async function runListSearch<Result extends { count: number }>(
  db: Database,
  owner: number | null,
  { title, exact }: Pick<ListQuery, 'title' | 'exact'>,
  run: (search: ListSearch) => Promise<Result>,
): Promise<Found<Result>> {
  const slug = slugInAddress(title)
  const named = await selectNamedIds(db, owner, namesIn(title.trim(), slug))
  const question = readQuestion(slug === undefined ? title : '')
  const groups = plainGroups(question.groups)
  const searchFor = (groups: Reading[][]): ListSearch => ({ tsquery: toTsquery(owner, question, groups), named })
  const search = searchFor(groups)
  const found = { ...(await run(search)), search, meant: [] }
  if (found.count || exact || !groups.length) return found
  const { readings, meant } = await replaceUnknownWords(db, owner, question.groups, groups)
  if (readings.every((group, index) => group === groups[index])) return found
  const replaced = searchFor(readings)
  const result = await run(replaced)
  return { ...result, search: replaced, meant: result.count ? meant : [] }
}

/** A page's address before the slug. */
const [beforeSlug] = pages.image.path.split(':') as [string]

function slugInAddress(text: string): string | undefined {
  const [, rest] = text.split(beforeSlug)
  const slug = rest?.split(/[/?#]/)[0]
  if (!slug) return undefined
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

const namesIn = (text: string, slug: string | undefined): ImageNames => ({
  ids: isImageId(text) ? [Number(text)] : [],
  slugs: [slug ?? text],
  files: [text],
})

/** '' where the question has no word. */
function toTsquery(owner: number | null, { phrases, excluded }: Question, groups: Reading[][]): string {
  const stems = (words: string[]) => inAnyField({ words, form: 'stem', cost: 0 })
  const parts = [
    ...groups.map((readings) => `(${anyOf(widest(readings), inAnyField)})`),
    ...phrases.map((words) => `(${phraseQuery(words, '')})`),
    ...excluded.map((words) => `!(${stems(words)})`),
  ]
  return parts.length ? ofOwner(owner, parts.join(' & ')) : ''
}
