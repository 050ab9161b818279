import type { LoggedQuestion } from '@vitrine/contract/calls/visitors/search'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { allRows, changedRows, type Database, oneRow } from '#kit/database/statements'
import type { Tables } from '#schema'

/** Where among the results an image was opened: the first, the second to tenth, or a later one. */
export type OpenedPlace = 'first' | 'near' | 'far'

/** What one process adds to the row of a question and day (UTC, YYYY-MM-DD). */
export type LogEntry = Tables['search_log']

/** Nothing where the log was switched off meanwhile. The commit does not wait for the disk: a crash may lose counts. */
export const addToSearchLog = (db: Database, entries: LogEntry[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit to off`.execute(transaction)
    const config = await transaction.selectFrom('library').select('has_search_log').forShare().executeTakeFirst()
    if (!config?.has_search_log) return
    // In the order of the key, so that the batches of two processes cannot deadlock.
    await sql`
      insert into search_log (day, question, times, images, is_corrected, first, near, far)
      select day, question, times, images, is_corrected, first, near, far
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (
        day date, question text, times int, images int, is_corrected boolean, first int, near int, far int
      )
      order by day, question
      on conflict (day, question) do update set
        times = search_log.times + excluded.times,
        images = coalesce(excluded.images, search_log.images),
        is_corrected = case when excluded.images is null then search_log.is_corrected else excluded.is_corrected end,
        first = search_log.first + excluded.first,
        near = search_log.near + excluded.near,
        far = search_log.far + excluded.far`.execute(transaction)
  })

const today = sql`(now() at time zone 'utc')::date`

/** Rows of the last days, today included, without questions that were rare on their day. */
const recentRows = (days: number) => sql`
  select * from search_log
  where day > ${today} - ${days}::int and times >= ${sql.lit(limits.searchLogMinimum)} and images is not null`

type LogTotals = Record<OpenedPlace | 'times' | 'unanswered' | 'corrected', number>

export const searchLogTotals = (db: Database, days: number) => oneRow<LogTotals>(db)`
  select
    coalesce(sum(times), 0)::int as times,
    coalesce(sum(times) filter (where images = 0), 0)::int as unanswered,
    coalesce(sum(times) filter (where images > 0 and is_corrected), 0)::int as corrected,
    coalesce(sum(first), 0)::int as first,
    coalesce(sum(near), 0)::int as near,
    coalesce(sum(far), 0)::int as far
  from (${recentRows(days)}) as recent`

/** The most frequent questions; what was found is that of the last day. */
export const mostFrequentQuestions = (
  db: Database,
  days: number,
  { isUnanswered }: { isUnanswered: boolean },
) => allRows<LoggedQuestion>(db)`
  with summed as (
    select
      question,
      sum(times)::int as times,
      (array_agg(images order by day desc))[1] as images,
      (array_agg(is_corrected order by day desc))[1] as is_corrected
    from (${recentRows(days)}) as recent
    group by question
  )
  select * from summed where not ${isUnanswered}::boolean or images = 0
  order by times desc, question
  limit ${sql.lit(limits.loggedQuestions)}`

/** Switches the log; off deletes all rows. */
export async function setSearchLog(transaction: Database, has_search_log: boolean): Promise<void> {
  await transaction.updateTable('library').set({ has_search_log }).execute()
  if (!has_search_log) await sql`truncate search_log`.execute(transaction)
}

/** A nightly job: deletes questions that were rare on a past day, and days past their retention period. */
export const trimSearchLog = (db: Database) => changedRows(db)`
  delete from search_log
  where day < ${today} and (times < ${sql.lit(limits.searchLogMinimum)} or images is null)
    or day <= ${today} - ${sql.lit(limits.searchLogDays)}::int`
