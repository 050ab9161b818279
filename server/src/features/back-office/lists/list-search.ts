import type { ListQuery } from '@vitrine/contract/calls/back-office/lists'
import { pages } from '@vitrine/contract/pages'
import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { type Reading, widest } from '#features/search/planner'
import { isCorrectable } from '#features/search/question/corrections'
import { Dictionary, parseTargets } from '#features/search/question/dictionary'
import { type Question, type QuestionWord, readQuestion } from '#features/search/question/question'
import { plainGroups, reading } from '#features/search/question/readings'
import { maxTypingCost, singleErrors, typingCost } from '#features/search/question/spelling'
import { phraseQuery, stemMark } from '#features/search/words/image-words'
import { stemOf, wordsOf } from '#features/search/words/word-forms'
import type { Database } from '#kit/database/statements'
import { selectNamedIds } from '../image-names.sql.ts'
import { type ImageNames, isImageId } from '../image-names.ts'
import { type ListSearch, matchingQueries, ofOwner } from './image-lists.sql.ts'

/** Reads a search as visitors' are read; where it finds nothing, words that no image of the owner has are replaced. */
export async function runListSearch<Result extends { count: number }>(
  db: Database,
  owner: number | null,
  { title, exact }: Pick<ListQuery, 'title' | 'exact'>,
  run: (search: ListSearch) => Promise<Result>,
): Promise<Result & { search: ListSearch; meant: Replacement[] }> {
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

/** Unknown words of one search that are replaced: each asks the index for some hundreds of words. */
const maxReplaced = 4

/** Replaces words by those of the owner's images alone, so that no search tells what others have not published. */
async function replaceUnknownWords(db: Database, owner: number | null, words: QuestionWord[][], groups: Reading[][]) {
  const queries = groups.map((readings) => anyOf(readings, inAnyField))
  const known = await matchingQueries(db, owner, queries)
  const replacer = new Replacer(db, owner)
  const readings: Reading[][] = []
  let replaced = 0
  for (const [index, group] of groups.entries()) {
    const isUnknown = !known.has(queries[index]!) && replaced++ < maxReplaced
    readings.push(isUnknown ? [...group, ...(await replacer.replace(words[index]!))] : group)
  }
  return { readings, meant: replacer.meant }
}

/** How much less likely than the likeliest a spelling may be. */
const tolerance = 0.3
/** How much less likely another form of a word that images have is. */
const otherForm = 0.6

class Replacer {
  readonly meant: Replacement[] = []
  readonly #db: Database
  readonly #owner: number | null
  readonly #dictionary: Dictionary

  constructor(db: Database, owner: number | null) {
    this.#db = db
    this.#owner = owner
    this.#dictionary = new Dictionary(db)
  }

  async replace(group: QuestionWord[]): Promise<Reading[]> {
    const readings: Reading[] = []
    for (const { text, isLiteral } of group) if (!isLiteral) readings.push(...(await this.#replaceWord(text)))
    return readings
  }

  async #replaceWord(word: string): Promise<Reading[]> {
    const longer = word.length > 1 ? await this.#known([reading('prefix', [word], 0)]) : []
    if (longer.length) return longer
    const translated = await this.#known(await this.#translations(word))
    if (translated.length) return this.#told(word, translated.slice(0, 3), 'language')
    return this.#told(word, await this.#spellings(word), 'spelling')
  }

  #told(said: string, readings: Reading[], why: Replacement['why']): Reading[] {
    const as = [...new Set(readings.map(({ words }) => words.join(' ')))].join(', ')
    if (as) this.meant.push({ said, as, why })
    return readings
  }

  /** The readings that images of the owner match. */
  async #known(readings: Reading[]): Promise<Reading[]> {
    if (!readings.length) return []
    const known = await matchingQueries(this.#db, this.#owner, readings.map(inAnyField))
    return readings.filter((one) => known.has(inAnyField(one)))
  }

  async #translations(word: string): Promise<Reading[]> {
    await this.#dictionary.load([word])
    const targets = parseTargets(this.#dictionary.entryOf(word).translations)
    return targets.map(({ text }) => reading('stem', wordsOf(text), 0)).filter(({ words }) => words.length > 0)
  }

  /** Words with one typing error, and published words of like letters. */
  async #spellings(word: string): Promise<Reading[]> {
    if (!isCorrectable(word)) return []
    const similar = await this.#dictionary.similarTo(word)
    const likely = similar.filter((candidate) => typingCost(word, candidate) <= maxTypingCost(word))
    const candidates = new Set([...likely, ...(/^[a-z]{4,20}$/.test(word) ? singleErrors(word) : [])])
    const known = await this.#known(
      [...candidates].flatMap((candidate) => [
        reading('word', [candidate], 0),
        reading('stem', [candidate], otherForm),
      ]),
    )
    const byCost = known
      .map((one) => ({ ...one, cost: one.cost + typingCost(word, one.words[0]!) }))
      .sort((one, other) => one.cost - other.cost)
    const likeliest = byCost.filter(({ cost }) => cost <= byCost[0]!.cost + tolerance)
    const byStem = new Map(likeliest.toReversed().map(({ words }) => [stemOf(words[0]!), reading('stem', words, 0)]))
    return [...byStem.values()].reverse()
  }
}

export const lexeme = (word: string, form: Reading['form']) =>
  form === 'word' || form === 'prefix' ? word : stemMark + stemOf(word)

/** All words of a reading, in any field, as an index answers without looking at the rows. */
const inAnyField = ({ words, form }: Reading) =>
  words.map((word) => `'${lexeme(word, form)}'${form === 'prefix' ? ':*' : ''}`).join(' & ')

export const anyOf = <T>(ways: T[], toTsquery: (way: T) => string) =>
  ways.map((way) => `(${toTsquery(way)})`).join(' | ')
