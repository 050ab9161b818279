import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { allRows, changedRows, oneRow } from '#kit/database/statements'
import { deleteMails } from '#kit/jobs/job-queue.sql'
import type { Tables } from '#schema'

export const reportableImage = (db: Database, slug: string) => oneRow<{ id: number; title: string } | undefined>(db)`
  select id, title from images where slug = ${slug} and pub_no is not null`

type NewReport = Omit<Insertable<Tables['report']>, 'decision_id' | 'answered_at'>

/** Reports of one image are numbered as they are stored, since an admin decides about all up to the last one seen. */
export async function addReport(db: Database, report: NewReport): Promise<number> {
  await sql`select from images where id = ${report.image_id} for no key update`.execute(db)
  const { id } = await db.insertInto('report').values(report).returning('id').executeTakeFirstOrThrow()
  return id
}

export const reportBySecret = (db: Database, secret_hash: Buffer) =>
  reportsWithImage(db).where('secret_hash', '=', secret_hash).executeTakeFirst()

const reportsWithImage = (db: Database) =>
  db
    .selectFrom('report')
    .leftJoin('images', 'images.id', 'image_id')
    .select(['report.id', 'report.at', 'reason', 'image_id', 'image_title', 'decision_id', 'email'])
    .select([
      sql<string | null>`case when pub_no is not null then slug end`.as('slug'),
      sql<boolean>`images.id is not null`.as('has_image'),
      sql<boolean>`coalesce(hidden_by_report, false)`.as('is_withheld'),
    ])

export const reportById = (db: Database, id: number) =>
  reportsWithImage(db).where('report.id', '=', id).executeTakeFirst()

export type ReportRow = NonNullable<Awaited<ReturnType<typeof reportBySecret>>>

/** The decisions that hid the image, then the one that closed the report, then those that reinstated the image. */
export const answersTo = (db: Database, { image_id, at, decision_id }: ReportRow) =>
  allRows<{ at: Date; verb: ReportVerb; sentence: string }>(db)`
    select at, verb, sentence from report_decision
    where id = ${decision_id}::bigint or image_id = ${image_id} and (
      verb = 'hide' and at >= ${at} and id < coalesce(${decision_id}::bigint, id + 1)
      or verb = 'reinstate' and id > ${decision_id}::bigint
    )
    order by id`

/** Reports of one statement. */
const batchSize = 1_000

const before = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/**
 * Deletes what is personal in reports when its time is over: address and network of reporters, and later what they
 * wrote; a nightly job. Where the image was deleted, no decision is to be expected, so the time began with the report.
 * An address outlasts its time while a counter-notice is to be mailed to it; mails that were refused leave with it.
 */
export async function forgetReporters(db: Database, { EVIDENCE_DAYS }: { EVIDENCE_DAYS: number }): Promise<void> {
  const isImageGone = sql`not exists (select from images where images.id = report.image_id)`
  const closedAt = sql`coalesce(decision.at, case when ${isImageGone} then report.at end)`
  const isOpenTooLong = sql`decision_id is null and report.at < ${before(reportLimits.openAddressDays)}`
  const isOver = sql`(${closedAt} < ${before(reportLimits.addressDays)} or ${isOpenTooLong})`
  await updateInBatches(db, sql`report.network is not null and ${isOver}`, sql`network = null`)
  await updateInBatches(db, sql`report.email is not null and ${isOver} and not ${hasCounterNotice}`, sql`email = null`)
  await deleteMails(
    db,
    sql`exists (select from report where report.id = (payload ->> 'report')::bigint and email is null)`,
  )
  await updateInBatches(
    db,
    sql`(report.message <> '' or report.notice is not null) and ${closedAt} < ${before(EVIDENCE_DAYS)}`,
    sql`message = '', notice = null`,
  )
}

/** Whether a counter-notice to the decision about a report is open, or the mails about its end may not have left. */
const hasCounterNotice = sql`exists (
  select from counter_notice as sent
  join report_decision as answered on answered.id = sent.decision_id
  left join report_decision as answer on answer.id = answer_id
  where answered.act = decision.act and coalesce(withdrawn_at, answer.at, 'infinity') > ${before(1)}
)`

async function updateInBatches(db: Database, condition: RawBuilder<unknown>, change: RawBuilder<unknown>) {
  for (let changed = batchSize; changed === batchSize; )
    changed = await changedRows(db)`
      with due as (
        select report.id from report left join report_decision as decision on decision.id = decision_id
        where ${condition} limit ${batchSize} for update of report
      )
      update report set ${change} from due where report.id = due.id`
}
