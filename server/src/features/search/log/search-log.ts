import type { SearchReport } from '@vitrine/contract/calls/visitors/search'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { foldText, truncate } from '#features/images/tokenizer'
import { fail } from '#kit/api-error'
import type { BackgroundTask } from '#kit/background-task'
import type { NotifiedCopy } from '#kit/database/notified-copy'
import type { Database } from '#kit/database/pool'
import { networkOf, type Visitor } from '#kit/http/client-network'
import type { Logger } from '#kit/logger'
import { createDailyBloomFilter } from '#kit/security/bloom-filter'
import { createMinuteLimit } from '#kit/security/minute-limit'
import { createWriteBehind } from '#kit/write-behind'
import type { SearchSettings } from '../search-settings.sql.ts'
import { addToSearchLog, type LogEntry, type OpenedPlace } from './search-log.sql.ts'

export interface SearchLog {
  /** Counts what a browser reports, and returns whether it does; throws `too_many` above the limits of a minute. */
  count(report: SearchReport, visitor: Visitor): Promise<boolean>
  run(): BackgroundTask
}

/** Reports of a minute: of one network, and of all. */
const [maxOfNetwork, maxOfAll] = [60, 3_000]

interface SearchLogDeps {
  backgroundDb: Database
  searchSettings: NotifiedCopy<SearchSettings>
  log: Logger
}

/**
 * Counts questions by day (UTC) in memory and writes them once a second, as downloads are counted (decisions 0032 and
 * 0039): a network counts once a day for a question, and no address is stored. Of an address that visitors share each
 * report counts.
 */
export function createSearchLog({ backgroundDb, searchSettings, log }: SearchLogDeps): SearchLog {
  const networks = createDailyBloomFilter()
  const [limitOfNetwork, limitOfAll] = [createMinuteLimit(maxOfNetwork), createMinuteLimit(maxOfAll)]
  const counts = createWriteBehind({
    subject: 'Counts of searches',
    write: (batch) => addToSearchLog(backgroundDb, sumUp(batch)),
    log,
  })

  return {
    async count({ question: text, images, is_corrected = false, opened }, { ip, hasSharedAddress }) {
      if (!(await searchSettings.get()).has_search_log) return false
      const isWithinLimits = (hasSharedAddress || limitOfNetwork.tryConsume(networkOf(ip))) && limitOfAll.tryConsume('')
      if (!isWithinLimits) throw fail('too_many')
      const question = loggedQuestion(text)
      if (question === null) return false
      const day = new Date().toISOString().slice(0, 10)
      const isNew = hasSharedAddress || networks.add(`${networkOf(ip)} ${opened === undefined} ${question}`, day)
      const event: LoggedEvent = { day, question, images, is_corrected, place: placeOf(opened) }
      if (isNew) counts.add(JSON.stringify(event))
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
function sumUp(batch: [key: string, count: number][]): LogEntry[] {
  const entries = new Map<string, LogEntry>()
  for (const [key, count] of batch) {
    const { day, question, images, is_corrected, place }: LoggedEvent = JSON.parse(key)
    const id = `${day} ${question}`
    const entry = entries.get(id) ?? {
      ...{ day, question, times: 0, images: null },
      ...noneOpened,
      is_corrected: false,
    }
    entries.set(id, entry)
    if (place) entry[place] += count
    else Object.assign(entry, { times: entry.times + count, images, is_corrected })
  }
  return [...entries.values()]
}

const noneOpened: Record<OpenedPlace, number> = { first: 0, near: 0, far: 0 }

const emailAddress = /\S@\S/
/** Seven digits, also with what people write between those of a telephone or account number. */
const longNumber = /\p{N}(?:[\s()./+-]*\p{N}){6}/u

/** A question as the log counts it; null where it looks like personal data. */
function loggedQuestion(text: string): string | null {
  if (emailAddress.test(text) || longNumber.test(text)) return null
  return truncate(foldText(text).replaceAll(/\s+/gu, ' ').trim(), limits.loggedQuestion) || null
}
