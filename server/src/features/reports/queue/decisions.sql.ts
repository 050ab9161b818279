import { limits } from '@vitrine/contract/vocabulary/limits'
import { type Insertable, sql } from 'kysely'
import type { LockedImage } from '#features/publishing/withheld-images.sql'
import type { Database } from '#kit/database/pool'
import type { Tables } from '#schema'

type NewDecision = Pick<
  Insertable<Tables['report_decision']>,
  'decided_by' | 'outcome' | 'reason' | 'sentence' | 'report_count'
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

/** How many reports of an image are open, and their most frequent reason; undefined where none is. */
export async function openReports(db: Database, imageId: number) {
  const { rows } = await sql<{ count: number; reason: string }>`
    select count(*)::int as count, mode() within group (order by reason) as reason
    from report where image_id = ${imageId} and decision_id is null
    having count(*) > 0`.execute(db)
  return rows[0]
}

export async function closeReports(db: Database, imageId: number, decision_id: number): Promise<void> {
  await db
    .updateTable('report')
    .set({ decision_id })
    .where('image_id', '=', imageId)
    .where('decision_id', 'is', null)
    .execute()
}

/** Marks a decision as undone and opens its reports again. */
export async function reopenReports(db: Database, decision: number): Promise<void> {
  await db.updateTable('report').set({ decision_id: null }).where('decision_id', '=', decision).execute()
  await db.updateTable('report_decision').set({ undone_at: sql`now()` }).where('id', '=', decision).execute()
}

/** The last decision about an image that was not undone, or the one of this id. */
export function lastDecision(db: Database, which: { id: number } | { imageId: number }) {
  const isRecent = sql<boolean>`at > now() - make_interval(mins => ${sql.lit(limits.reportUndoMinutes)})`
  return db
    .selectFrom('report_decision')
    .select(['id', 'image_id', 'outcome', 'was_withheld', isRecent.as('is_undoable')])
    .where('undone_at', 'is', null)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('image_id', '=', which.imageId)))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
