import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { LockedImage } from '#features/publishing/withheld-images.sql'
import type { Database } from '#kit/database/pool'
import type { Tables } from '#schema'

type NewDecision = Pick<
  Insertable<Tables['report_decision']>,
  'decided_by' | 'outcome' | 'reason' | 'sentence' | 'owner_sentence' | 'report_count' | 'has_blocked'
>

/** Stores a decision with what the image is before it. */
export async function addDecision(db: Database, image: LockedImage, decision: NewDecision): Promise<number> {
  const { id } = await db
    .insertInto('report_decision')
    .values({
      ...decision,
      image_id: image.id,
      image_title: image.title,
      owner_id: image.owner_id,
      was_withheld: image.is_withheld,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores for each of these images that a decision about another one of the same bytes took it down. */
export async function addCausedDecisions(db: Database, cause: number, imageIds: number[]) {
  const { rows } = await sql<{ id: number; owner_id: number }>`
    insert into report_decision (
      image_id, image_title, owner_id, decided_by, outcome, reason, sentence, owner_sentence, report_count,
      was_withheld, caused_by
    )
    select images.id, title, images.owner_id, decided_by, outcome, reason, sentence, owner_sentence, 0,
      is_withheld, cause.id
    from images cross join report_decision as cause
    where images.id = any(${imageIds}::bigint[]) and cause.id = ${cause}
    order by images.id
    returning id, owner_id`.execute(db)
  return rows
}

/**
 * The reasons of the open reports of an image, the one that a decision has by default first: copyright, since only that
 * lets the contributor send a counter-notice, or else the most frequent one.
 */
export const openReasons = (imageId: RawBuilder<unknown>) => sql`
  select reason, count(*)::int as count from report where report.image_id = ${imageId} and decision_id is null
  group by reason order by reason = 'copyright' desc, count(*) desc, reason`

export interface OpenReports {
  count: number
  /** Those that are notices of copyright. */
  notices: number
  last_id: number
  /** Of a decision that names none. */
  reason: string
}

/** The open reports of an image, counted; undefined where there is none. */
export async function openReports(db: Database, imageId: number): Promise<OpenReports | undefined> {
  const { rows } = await sql<OpenReports>`
    select count(*)::int as count, (count(*) filter (where reason = 'copyright'))::int as notices, max(id) as last_id,
      (select reason from (${openReasons(sql`${imageId}`)} limit 1) as reasons) as reason
    from report where image_id = ${imageId} and decision_id is null
    having count(*) > 0`.execute(db)
  return rows[0]
}

/** Closes the open reports that the admin has seen; the decision counts them. */
export async function closeReports(db: Database, imageId: number, decision: number, seenId: number): Promise<void> {
  await sql`
    with closed as (
      update report set decision_id = ${decision}
      where image_id = ${imageId} and decision_id is null and id <= ${seenId}::bigint
      returning 1
    )
    update report_decision set report_count = (select count(*) from closed) where id = ${decision}`.execute(db)
}

/** Whether a decision can be taken back: its mails wait. */
const isUndoable = sql<boolean>`at > now() - make_interval(mins => ${sql.lit(reportLimits.undoMinutes)})`

/** Opens the reports again whose answers wait, so that a new decision answers them instead. */
export async function reopenUnanswered(db: Database, imageId: number): Promise<void> {
  await sql`
    update report set decision_id = null
    where answered_at is null and decision_id in (
      select id from report_decision where image_id = ${imageId} and undone_at is null and ${isUndoable}
    )`.execute(db)
}

/** Whether the block of a person that is in force came with a decision that was not undone. */
export async function isBlockedByDecision(db: Database, owner: number, { besides }: { besides?: number } = {}) {
  const { rows } = await sql`
    select from report_decision
    where owner_id = ${owner} and has_blocked and undone_at is null and id is distinct from ${besides ?? null}::bigint
      and at >= (select max(at) from audit where user_id = ${owner} and event = 'blocked')`.execute(db)
  return rows.length > 0
}

/** Marks a decision as undone, with those that it has caused, and opens its reports again. Returns their images. */
export async function reopenReports(db: Database, decision: number): Promise<number[]> {
  await db
    .updateTable('report')
    .set({ decision_id: null, answered_at: null })
    .where('decision_id', '=', decision)
    .execute()
  const undone = await db
    .updateTable('report_decision')
    .set({ undone_at: sql`now()` })
    .where((eb) => eb.or([eb('id', '=', decision), eb('caused_by', '=', decision)]))
    .returning('image_id')
    .execute()
  return undone.map(({ image_id }) => image_id)
}

/** The last decision about an image that was not undone, or the one of this id. */
export function lastDecision(db: Database, which: { id: number } | { imageId: number }) {
  return db
    .selectFrom('report_decision')
    .select([
      'id',
      'image_id',
      'owner_id',
      'outcome',
      'was_withheld',
      'has_blocked',
      'caused_by',
      isUndoable.as('is_undoable'),
    ])
    .where('undone_at', 'is', null)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('image_id', '=', which.imageId)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
