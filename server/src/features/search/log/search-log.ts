import { searchLog as endpoints, type SearchReport } from '@vitrine/contract/calls/visitors/search'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FeatureDeps } from '#feature'
import { foldText, truncate } from '#features/images/tokenizer'
import { fail } from '#kit/api-error'
import { networkOf, type Visitor } from '#kit/http/client-network'
import { createDailyBloomFilter } from '#kit/security/bloom-filter'
import { createMinuteLimit } from '#kit/security/minute-limit'
import { createWriteBehind } from '#kit/write-behind'
import { changeSettings } from '../change-settings.ts'
import {
  addToSearchLog,
  type LogEntry,
  mostFrequentQuestions,
  type OpenedPlace,
  searchLogTotals,
  setSearchLog,
} from './search-log.sql.ts'

/** Reports of a minute: of one network, and of all. */
const [maxOfNetwork, maxOfAll] = [60, 3_000]

/** A network counts once a day (UTC) per question, a shared address always; none is stored (decisions 0032, 0039). */
export function createSearchLog({ backgroundDb, searchSettings, log }: FeatureDeps) {
  const networks = createDailyBloomFilter()
  const [limitOfNetwork, limitOfAll] = [createMinuteLimit(maxOfNetwork), createMinuteLimit(maxOfAll)]
  const counts = createWriteBehind<LoggedEvent>({
    subject: 'Counts of searches',
    write: (batch) => addToSearchLog(backgroundDb, sumUp(batch)),
    log,
  })

  return {
    /** Counts what a browser reports, and returns whether it does; throws `too_many` above the limits of a minute. */
    async count(report: SearchReport, { ip, hasSharedAddress }: Visitor): Promise<boolean> {
      const { question: text, images, is_corrected = false, opened } = report
      if (!(await searchSettings.get()).has_search_log) return false
      const isWithinLimits = (hasSharedAddress || limitOfNetwork.tryConsume(networkOf(ip))) && limitOfAll.tryConsume('')
      if (!isWithinLimits) throw fail('too_many')
      const question = loggedQuestion(text)
      if (question === null) return false
      const day = new Date().toISOString().slice(0, 10)
      const isNew = hasSharedAddress || networks.add(`${networkOf(ip)} ${opened === undefined} ${question}`, day)
      if (isNew) counts.add({ day, question, images, is_corrected, place: placeOf(opened) })
      return isNew
    },
    run: counts.run,
  }
}

/** A search with what it found, or the place of an opened image. */
interface LoggedEvent {
  day: string
  question: string
  images?: number | undefined
  is_corrected: boolean
  place?: OpenedPlace | undefined
}

function placeOf(opened: number | undefined): OpenedPlace | undefined {
  if (opened === undefined) return undefined
  return opened === 1 ? 'first' : opened <= 10 ? 'near' : 'far'
}

/** One entry for each question and day; what was found is that of the last search. */
function sumUp(batch: (LoggedEvent & { count: number })[]): LogEntry[] {
  const entries = new Map<string, LogEntry>()
  for (const { day, question, images, is_corrected, place, count } of batch) {
    const none = { times: 0, images: null, is_corrected: false, first: 0, near: 0, far: 0 }
    const entry = entries.getOrInsert(`${day} ${question}`, { day, question, ...none })
    if (place) entry[place] += count
    else Object.assign(entry, { times: entry.times + count, images, is_corrected })
  }
  return [...entries.values()]
}

const emailAddress = /\S@\S/
/** Seven digits, also with what people write between those of a telephone or account number. */
const longNumber = /\p{N}(?:[\s()./+-]*\p{N}){6}/u

/** A question as the log counts it; null where it looks like personal data. */
function loggedQuestion(text: string): string | null {
  if (emailAddress.test(text) || longNumber.test(text)) return null
  return truncate(foldText(text).replaceAll(/\s+/gu, ' ').trim(), limits.loggedQuestion) || null
}

export function searchLogRoutes(deps: FeatureDeps, searchLog: ReturnType<typeof createSearchLog>) {
  const { serve, db, searchSettings } = deps
  serve(endpoints, {
    async report({ body, request }) {
      return { is_counted: await searchLog.count(body, request) }
    },

    async read({ query: { days } }) {
      const { has_search_log } = await searchSettings.get()
      const totals = await searchLogTotals(db, days)
      const most_frequent = await mostFrequentQuestions(db, days, { isUnanswered: false })
      const unanswered = await mostFrequentQuestions(db, days, { isUnanswered: true })
      return { has_search_log, totals, most_frequent, unanswered }
    },

    async configure({ body: { has_search_log }, ...call }) {
      const what = has_search_log ? 'search log switched on' : 'search log switched off'
      await changeSettings(deps, call, what, (transaction) => setSearchLog(transaction, has_search_log))
      return { message: stateMessage(has_search_log) }
    },
  })
}

const stateMessage = (isOn: boolean) =>
  isOn ? 'Searches are counted from now on.' : 'Searches are not counted any more, and what was counted is deleted.'
