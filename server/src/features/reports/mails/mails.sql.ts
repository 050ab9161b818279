import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/**
 * A decision that was not undone, whether a later one says what its contributor is to know, and whether it ends a
 * hiding that they were told of.
 */
export function decisionToMail(db: Database, id: number) {
  return db
    .selectFrom('report_decision as decision')
    .leftJoin('images', 'images.id', 'image_id')
    .select(['decision.id', 'decision.owner_id', 'image_title', 'outcome', 'reason', 'owner_mailed_at', 'has_blocked'])
    .select(['owner_sentence', sql<boolean>`caused_by is not null`.as('is_twin')])
    .select(sql<string | null>`case when pub_no is not null then slug end`.as('slug'))
    .select(
      sql<boolean>`exists (
        select from report_decision as later
        where later.image_id = decision.image_id and later.id > decision.id and later.undone_at is null
          and (later.outcome <> 'unchanged' or decision.outcome = 'withheld')
      )`.as('is_replaced'),
    )
    .select(
      sql<boolean>`was_withheld and exists (
        select from report_decision as earlier
        where earlier.image_id = decision.image_id and earlier.id < decision.id and earlier.undone_at is null
          and earlier.outcome = 'withheld' and earlier.owner_mailed_at is not null
      )`.as('ends_hiding'),
    )
    .where('decision.id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/** Who is told of a decision about their image, blocked or not. */
export function ownerToMail(db: Database, id: number) {
  return db
    .selectFrom('users')
    .select(['username', 'email', 'is_block'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('is_active', '=', true), eb('is_block', '=', true)]))
    .where('closed_at', 'is', null)
    .executeTakeFirst()
}

export async function markOwnerMailed(db: Database, id: number): Promise<void> {
  await db.updateTable('report_decision').set({ owner_mailed_at: sql`now()` }).where('id', '=', id).execute()
}

/**
 * Marks up to `limit` reports of a decision as answered; returns one of each address, and whether that was the limit.
 * An address that was answered about this decision before is not returned again.
 */
export async function takeUnanswered(db: Database, decision: number, limit: number) {
  const { rows } = await sql<{ id: number; is_first: boolean }>`
    with taken as (
      select id, email from report
      where decision_id = ${decision} and answered_at is null and email is not null
      order by id limit ${limit} for update
    ), marked as (
      update report set answered_at = now() from taken where report.id = taken.id
    )
    select id, not exists (
      select from report as other
      where other.decision_id = ${decision} and lower(other.email) = lower(taken.email) and other.id < taken.id
    ) as is_first
    from taken order by id`.execute(db)
  return { ids: rows.filter((row) => row.is_first).map(({ id }) => id), isFull: rows.length === limit }
}

/** The decision about a report, for its reporter. */
export function answerToMail(db: Database, reportId: number) {
  return db
    .selectFrom('report')
    .innerJoin('report_decision as decision', 'decision.id', 'decision_id')
    .select(['report.id', 'report.image_title', 'email', 'sentence'])
    .where('report.id', '=', reportId)
    .executeTakeFirst()
}

const isOpen = sql`decision_id is null and exists (select from images where images.id = image_id)`

/** How many open reports have each reason. */
export async function openTotals(db: Database) {
  const { rows } = await sql<{ reason: string; reports: number }>`
    select reason, count(*)::int as reports from report where ${isOpen}
    group by reason order by reports desc, reason`.execute(db)
  return rows
}

/** How many images have open reports. */
export async function countReportedImages(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct image_id)::int as count from report where ${isOpen}`.execute(db)
  return rows[0]!.count
}

export async function activeAdmins(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('is_block', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
