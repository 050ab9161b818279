import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { allRows, allValues, changedRows, type Database, oneRow, oneValue } from '#kit/database/statements'
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
 * Where the image was deleted, no decision is to be expected, so the time began with the report; an address outlasts it
 * while a counter-notice is to be mailed there, and mails that were refused leave with the address.
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

/** The decisions of an act about which contributors are told: one of each person, the first. */
export const decisionsToMail = (db: Database, act: number) => allValues<number>(db)`
  select min(id) as id from report_decision where act = ${act} and owner_id is not null
  group by owner_id order by id`

/** A decision, whether a later one about the image replaces it, and whether it ends a hiding they were told of. */
export const decisionToMail = (db: Database, id: number) =>
  db
    .selectFrom('report_decision as decision')
    .select(['id', 'act', 'owner_id', 'image_title', 'verb', 'reason', 'note', 'sentence', 'mailed_at'])
    .select(
      sql<boolean>`exists (
        select from report_decision as later where later.image_id = decision.image_id and later.id > decision.id
      )`.as('is_replaced'),
    )
    .select(
      sql<boolean>`coalesce((
        select verb = 'hide' and mailed_at is not null from report_decision as earlier
        where earlier.image_id = decision.image_id and earlier.id < decision.id order by id desc limit 1
      ), false)`.as('ends_hiding'),
    )
    .where('id', '=', id)
    .executeTakeFirst()

export type DecisionToMail = NonNullable<Awaited<ReturnType<typeof decisionToMail>>>

/** Who is told of a decision about their image, blocked or not. */
export const ownerToMail = (db: Database, id: number) =>
  oneRow<{ username: string; email: string } | undefined>(db)`
    select username, email from users where id = ${id} and (is_active or is_block) and closed_at is null`

export const markMailed = (db: Database, id: number) =>
  changedRows(db)`update report_decision set mailed_at = now() where id = ${id}`

/** Marks up to `limit` reports as answered; returns one of each address that was not answered about this act before. */
export async function takeUnanswered(db: Database, act: number, limit: number) {
  const closed = sql`decision_id in (select id from report_decision where act = ${act})`
  const rows = await allRows<{ id: number; is_first: boolean }>(db)`
    with taken as (
      select id, email from report where ${closed} and answered_at is null and email is not null
      order by id limit ${limit} for update
    ), marked as (
      update report set answered_at = now() from taken where report.id = taken.id
    )
    select id, not exists (
      select from report as other where ${closed} and lower(other.email) = lower(taken.email) and other.id < taken.id
    ) as is_first
    from taken order by id`
  return { ids: rows.filter((row) => row.is_first).map(({ id }) => id), isFull: rows.length === limit }
}

export const answerToMail = (db: Database, { report, decision }: { report: number; decision: number }) =>
  db
    .selectFrom('report')
    .innerJoin('report_decision as decision', (join) => join.on('decision.id', '=', decision))
    .select(['report.id', 'report.image_title', 'email', 'verb', 'sentence'])
    .where('report.id', '=', report)
    .executeTakeFirst()

const isOpen = sql`decision_id is null and exists (select from images where images.id = image_id)`

export const openTotals = (db: Database) => allRows<{ reason: string; reports: number }>(db)`
  select reason, count(*)::int as reports from report where ${isOpen}
  group by reason order by reports desc, reason`

export const countReportedImages = (db: Database) => oneValue<number>(db)`
  select count(distinct image_id)::int as count from report where ${isOpen}`

export const activeAdmins = (db: Database) => allValues<number>(db)`
  select id from users where role = 'admin' and is_active and not is_block order by id`
