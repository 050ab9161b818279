import type { ReportOutcome } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { deleteMails } from '#kit/jobs/mail-jobs.sql'
import type { Tables } from '#schema'

/** The image of this slug, if visitors see it. */
export function reportableImage(db: Database, slug: string) {
  return db
    .selectFrom('images')
    .select(['id', 'title'])
    .where('slug', '=', slug)
    .where('pub_no', 'is not', null)
    .executeTakeFirst()
}

export type NewReport = Omit<Insertable<Tables['report']>, 'decision_id' | 'answered_at'>

/**
 * Returns the number of the report, to be stored by a transaction. Those about one image are numbered in the order in
 * which they are stored, since an admin decides about all up to the last number that they saw.
 */
export async function addReport(db: Database, report: NewReport): Promise<number> {
  await sql`select from images where id = ${report.image_id} for no key update`.execute(db)
  const { id } = await db.insertInto('report').values(report).returning('id').executeTakeFirstOrThrow()
  return id
}

export function reportBySecret(db: Database, secret_hash: Buffer) {
  return reportsWithImage(db).where('secret_hash', '=', secret_hash).executeTakeFirst()
}

/** With the slug of the image where visitors see it. */
const reportsWithImage = (db: Database) =>
  db
    .selectFrom('report')
    .leftJoin('images', 'images.id', 'image_id')
    .select(['report.id', 'report.at', 'reason', 'image_id', 'image_title', 'decision_id', 'email'])
    .select([
      sql<string | null>`case when pub_no is not null then slug end`.as('slug'),
      sql<boolean>`images.id is not null`.as('has_image'),
      sql<boolean>`coalesce(is_withheld, false)`.as('is_withheld'),
      sql<boolean>`exists (
        select from objection where objection.decision_id = report.decision_id and outcome = 'returned'
      )`.as('is_returned'),
    ])

export const reportById = (db: Database, id: number) =>
  reportsWithImage(db).where('report.id', '=', id).executeTakeFirst()

export type ReportRow = NonNullable<Awaited<ReturnType<typeof reportBySecret>>>

/**
 * What was decided about a report, the earliest first: the decision that closed it, before it those that hid the image
 * meanwhile, and after it that an admin ended the take-down without an objection.
 */
export async function answersTo(db: Database, { image_id, at, decision_id }: ReportRow) {
  const { rows } = await sql<{ at: Date; outcome: ReportOutcome | 'returned'; sentence: string }>`
    select at, outcome, sentence from report_decision
    where id = ${decision_id}::bigint or (
      image_id = ${image_id} and outcome = 'withheld' and undone_at is null
      and at >= ${at} and id < coalesce(${decision_id}::bigint, id + 1)
    )
    union all
    select decided_at, outcome, sentence from objection where decision_id = ${decision_id}::bigint and kind is null
    order by at`.execute(db)
  return rows
}

/** Reports of one statement. */
const batchSize = 1_000

interface ReportRetention {
  REPORT_DAYS: number
  OPEN_REPORT_DAYS: number
  REPORT_TEXT_DAYS: number
  TAKEN_DOWN_FILE_DAYS: number
}

const before = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/**
 * Deletes what is personal in reports when its time is over: address and network of reporters, and later what they
 * wrote; a nightly job. Where the image was deleted, no decision is to be expected, so the time began with the report.
 * An address outlasts its time while a counter-notice is to be mailed to it; mails that were refused leave with it.
 */
export async function forgetReporters(db: Database, retention: ReportRetention): Promise<void> {
  const { REPORT_DAYS, OPEN_REPORT_DAYS, REPORT_TEXT_DAYS, TAKEN_DOWN_FILE_DAYS } = retention
  const isImageGone = sql`not exists (select from images where images.id = report.image_id)`
  const closedAt = sql`coalesce(decision.at, case when ${isImageGone} then report.at end)`
  const isOpenTooLong = sql`decision_id is null and report.at < ${before(OPEN_REPORT_DAYS)}`
  const isOver = sql`(${closedAt} < ${before(REPORT_DAYS)} or ${isOpenTooLong})`
  await inBatches(db, sql`report.network is not null and ${isOver}`, sql`network = null`)
  const isNeeded = sql`(${hasObjection} or ${mayHaveCounterNotice(TAKEN_DOWN_FILE_DAYS)})`
  await inBatches(db, sql`report.email is not null and ${isOver} and not ${isNeeded}`, sql`email = null`)
  await deleteMails(
    db,
    sql`exists (select from report where report.id = (payload ->> 'report')::bigint and email is null)`,
  )
  await inBatches(
    db,
    sql`(report.message <> '' or report.notice is not null) and ${closedAt} < ${before(REPORT_TEXT_DAYS)}`,
    sql`message = '', notice = null`,
  )
}

/** Whether an objection to the decision about a report is open, or the mails about its end may not have left. */
const hasObjection = sql`exists (
  select from objection join report_decision as objected on objected.id = objection.decision_id
  where (objected.id = report.decision_id or objected.caused_by = report.decision_id)
    and (objection.outcome is null or decided_at > ${before(1)})
)`

/** Whether a contributor may still answer a notice of copyright: there was no objection, and the file is stored. */
const mayHaveCounterNotice = (fileDays: number) => sql`coalesce(
  report.reason = 'copyright' and decision.reason = 'copyright' and decision.outcome = 'taken_down' and exists (
    select from report_decision as answered join images on images.id = answered.image_id
    where (answered.id = report.decision_id or answered.caused_by = report.decision_id)
      and taken_down_at > ${before(fileDays)}
      and not exists (select from objection where objection.decision_id = answered.id)
  ), false)`

/** Changes the reports of which the condition is true. */
async function inBatches(db: Database, condition: RawBuilder<unknown>, change: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      with due as (
        select report.id from report left join report_decision as decision on decision.id = decision_id
        where ${condition} limit ${batchSize} for update of report
      )
      update report set ${change} from due where report.id = due.id returning 1`.execute(db)
    if (rows.length < batchSize) return
  }
}
