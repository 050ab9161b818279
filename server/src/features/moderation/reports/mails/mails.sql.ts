import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { allRows, allValues, changedRows, oneRow, oneValue } from '#kit/database/statements'

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
