import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { DecisionReason } from './decision-rules.ts'

export interface Decision extends DecisionReason {
  /** Null for the operator's command line. */
  by: number | null
  status: ImageStatus
  /** Whether it is about a waiting edit, and the image stays approved. */
  about_edit: boolean
}

/** Minutes from the first decision to the digest mail, which includes all decisions made until then. */
const digestDelayMinutes = 30

/**
 * Stores a decision about these images for their history, and enqueues a mail to each contributor. Decisions about own
 * images and those of the command line, which may be about many thousands, count as notified: no mail is sent.
 */
export async function recordDecisions(
  db: Database,
  imageIds: number[],
  { by, status, reason, note, about_edit }: Decision,
): Promise<void> {
  if (!imageIds.length) return
  await sql`
    insert into decision (image_id, decided_by, status, reason, note, about_edit, notified_at)
    select id, ${by}::bigint, ${status}, ${reason}::text, ${note}, ${about_edit},
      case when coalesce(${by}::bigint, owner_id) = owner_id then now() end
    from images where id = any(${imageIds}::bigint[])`.execute(db)
  if (by === null) return
  const owners = await db
    .selectFrom('images')
    .select('owner_id')
    .distinct()
    .where('id', 'in', imageIds)
    .where('owner_id', '<>', by)
    .orderBy('owner_id')
    .execute()
  for (const { owner_id } of owners) await enqueueDecisionMail(db, owner_id)
}

export const enqueueDecisionMail = (db: Database, owner_id: number) =>
  addJob(db, 'mail_decisions', { owner_id }, { key: `decisions ${owner_id}`, delayMinutes: digestDelayMinutes })

/** The reason of the last rejection of each image itself. */
export async function lastRejections(db: Database, imageIds: number[]): Promise<Map<number, DecisionReason>> {
  const { rows } = await sql<DecisionReason & { image_id: number }>`
    select distinct on (image_id) image_id, reason, note from decision
    where image_id = any(${imageIds}::bigint[]) and status = 'rejected' and not about_edit
    order by image_id, id desc`.execute(db)
  return new Map(rows.map(({ image_id, ...reason }) => [image_id, reason]))
}

/** Whether the last decision about one of these images was about an edit. */
export async function isAnyLastDecisionAboutEdit(db: Database, imageIds: number[]): Promise<boolean> {
  const { rows } = await sql<{ about_edit: boolean }>`
    select about_edit from unnest(${imageIds}::bigint[]) as image (id)
    cross join lateral (
      select about_edit from decision where image_id = image.id order by decision.id desc limit 1
    ) as last
    where about_edit limit 1`.execute(db)
  return rows.length > 0
}

/** Decisions shown of one image, the latest first. */
const maxHistory = 50

export function decisionHistory(db: Database, imageId: number) {
  return db
    .selectFrom('decision')
    .leftJoin('users', 'users.id', 'decision.decided_by')
    .select([
      'decision.at',
      'decision.status',
      'decision.reason',
      'decision.note',
      'about_edit',
      'is_automatic',
      'users.username as by',
    ])
    .where('image_id', '=', imageId)
    .orderBy('decision.id', 'desc')
    .limit(maxHistory)
    .execute()
}

/** Decisions in one mail; the remaining ones go into the next. */
export const maxDecisionsPerMail = 1000

/** Decisions that were not mailed to a contributor yet, the earliest first, with the images' current status. */
export function unmailedDecisions(db: Database, owner_id: number) {
  return db
    .selectFrom('decision')
    .innerJoin('images', 'images.id', 'decision.image_id')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['decision.id', 'image_id', 'decision.status', 'reason', 'note', 'about_edit'])
    .select(['images.status as status_now', 'title', 'slug', 'file.sha256', 'width', 'height'])
    .where('notified_at', 'is', null)
    .where('decision.owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .orderBy('decision.id')
    .limit(maxDecisionsPerMail)
    .execute()
}

/** Called after the mail server accepted the mail, so that a failed mail is sent again. */
export async function markMailed(db: Database, ids: number[]): Promise<void> {
  await db.updateTable('decision').set({ notified_at: sql`now()` }).where('id', 'in', ids).execute()
}
