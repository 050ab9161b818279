import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { DecisionReason } from './decision-rules.ts'

export interface Decision extends DecisionReason {
  by: number
  status: ImageStatus
}

/** Minutes from the first decision to the mail that tells of it, and of all that follow until then. */
const digestDelayMinutes = 30

/** Writes down what an admin decided about these images, for their history and for a mail to each contributor. */
export async function recordDecisions(
  db: Database,
  imageIds: number[],
  { by, status, reason, note }: Decision,
): Promise<void> {
  if (!imageIds.length) return
  // Nobody is told what he decided himself.
  await sql`
    insert into decision (image_id, decided_by, status, reason, note, notified_at)
    select id, ${by}::bigint, ${status}, ${reason}::text, ${note}, case when owner_id = ${by} then now() end
    from images where id = any(${imageIds}::bigint[])`.execute(db)
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

/** Why each of these images was rejected the last time. */
export async function lastRejections(db: Database, imageIds: number[]): Promise<Map<number, DecisionReason>> {
  const { rows } = await sql<DecisionReason & { image_id: number }>`
    select distinct on (image_id) image_id, reason, note from decision
    where image_id = any(${imageIds}::bigint[]) and status = 'rejected'
    order by image_id, id desc`.execute(db)
  return new Map(rows.map(({ image_id, ...why }) => [image_id, why]))
}

/** The latest first; nobody reads more. */
const maxHistory = 50

export function decisionHistory(db: Database, imageId: number) {
  return db
    .selectFrom('decision')
    .leftJoin('users', 'users.id', 'decision.decided_by')
    .select(['decision.at', 'decision.status', 'decision.reason', 'decision.note', 'users.username as by'])
    .where('image_id', '=', imageId)
    .orderBy('decision.id', 'desc')
    .limit(maxHistory)
    .execute()
}

/** What one mail tells at the most; the rest is told by the next one. */
export const maxDecisionsPerMail = 1000

/** Decisions that a contributor has not been told of, the earliest first, with what has become of the images since. */
export function unmailedDecisions(db: Database, owner_id: number) {
  return db
    .selectFrom('decision')
    .innerJoin('images', 'images.id', 'decision.image_id')
    .select(['decision.id', 'image_id', 'decision.status', 'reason', 'note', 'title', 'images.status as status_now'])
    .where('notified_at', 'is', null)
    .where('owner_id', '=', owner_id)
    .where('deleted_at', 'is', null)
    .orderBy('decision.id')
    .limit(maxDecisionsPerMail)
    .execute()
}

/** After the mail was taken, so that none is lost. */
export async function markMailed(db: Database, ids: number[]): Promise<void> {
  await db.updateTable('decision').set({ notified_at: sql`now()` }).where('id', 'in', ids).execute()
}
