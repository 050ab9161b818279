import { unverifiedKinds } from '@vitrine/contract/measures/findings'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { isListed } from '#features/images/images.sql'
import type { StatusBefore } from '#features/images/visibility/states.sql'
import { allRows, allValues, changedRows, type Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { FieldEdit } from '../field-values.ts'

export interface DecisionReason {
  reason: string | null
  note: string
}

interface Decision extends DecisionReason {
  /** Null for the operator's command line. */
  by: number | null
  status: ImageStatus
}

export interface DecisionBefore extends StatusBefore {
  /** The words of the image and of the edit beside it; null where no edit waits. */
  edit: { fields: FieldEdit; waiting: FieldEdit; since: Date | string | null } | null
}

interface DecidedImage {
  id: number
  /** Whether it is about a waiting edit, and the image stays approved. */
  about_edit: boolean
  before: DecisionBefore | null
}

/** Minutes from the first decision to the digest mail, which includes all decisions made until then. */
const digestDelayMinutes = 30

/** Decisions about own images and of the command line, which may be many thousands, count as mailed. */
export async function recordDecisions(db: Database, images: DecidedImage[], { by, status, reason, note }: Decision) {
  if (!images.length) return undefined
  const rows = await allRows<{ act: number; owner_id: number }>(db)`
    insert into decision (
      id, act, image_id, owner_id, decided_by, status, reason, note, about_edit, version, mailed_at, before
    ) overriding system value
    select number, min(number) over (), id, owner_id, ${by}::bigint, ${status}, ${reason}::text, ${note}, about_edit,
      version, case when coalesce(${by}::bigint, owner_id) = owner_id then now() end, before
    from (
      select nextval('decision_id_seq') as number, images.id, owner_id, version, about_edit, before
      from images join jsonb_to_recordset(${JSON.stringify(images)}::jsonb)
        as row (id bigint, about_edit boolean, before jsonb) using (id)
    ) as decided
    returning act, owner_id`
  if (by === null) return undefined
  const owners = new Set(rows.map(({ owner_id }) => owner_id).sort((one, other) => one - other))
  for (const owner of owners) if (owner !== by) await enqueueDecisionMail(db, owner)
  return images.every(({ before }) => before) ? rows[0]!.act : undefined
}

/** Seconds that a request to undo a decision may take to arrive after the last press. */
const undoGraceSeconds = 5

/** The images of a decision that this person can undo still. */
export const undoableImages = (db: Database, act: number, by: number) => allValues<number>(db)`
  select image_id from decision
  where act = ${act} and decided_by = ${by} and before is not null
    and at > now() - make_interval(secs => ${limits.undoSeconds + undoGraceSeconds})`

/** Deletes the decisions of an act that no other change of their image has followed; returns what they replaced. */
export const deleteLastDecisions = (db: Database, act: number) => allRows<{ id: number; before: DecisionBefore }>(db)`
  delete from decision using images
  where act = ${act} and images.id = image_id and images.version = decision.version
    and not exists (select from decision as later where later.image_id = images.id and later.id > decision.id)
  returning image_id as id, before`

export const enqueueDecisionMail = (db: Database, owner_id: number) =>
  addJob(db, 'mail_decisions', { owner_id }, { key: `decisions ${owner_id}`, delayMinutes: digestDelayMinutes })

/** Deletes decisions about images that are gone, when their time is over or their contributor has left. */
export async function forgetDecisions(db: Database, { EVIDENCE_DAYS }: { EVIDENCE_DAYS: number }): Promise<void> {
  await sql`
    delete from decision where not exists (select from images where images.id = image_id) and (
      at < now() - make_interval(days => ${EVIDENCE_DAYS}::int)
      or not exists (select from users where users.id = owner_id and closed_at is null)
    )`.execute(db)
}

export async function lastRejections(db: Database, imageIds: number[]): Promise<Map<number, DecisionReason>> {
  const rows = await allRows<DecisionReason & { image_id: number }>(db)`
    select distinct on (image_id) image_id, reason, note from decision
    where image_id = any(${imageIds}::bigint[]) and status = 'rejected' and not about_edit
    order by image_id, id desc`
  return new Map(rows.map(({ image_id, ...reason }) => [image_id, reason]))
}

/** Stores what its contributor says against the rejection of an image; false where they could not, or have already. */
export async function disagree(db: Database, image: number, disagreement: string): Promise<boolean> {
  const changed = await changedRows(db)`
    update decision set disagreement = ${disagreement}
    where id = (select max(id) from decision where image_id = ${image} and status = 'rejected' and not about_edit)
      and not exists (select from decision where image_id = ${image} and disagreement is not null)`
  return changed > 0
}

/** The last decisions about an image, or about the images of a person, the latest first. */
export const decisionsAbout = (db: Database, about: { image: number } | { owner: number }) =>
  db
    .selectFrom('decision')
    .innerJoin('images', 'images.id', 'decision.image_id')
    .leftJoin('users as reviewer', 'reviewer.id', 'decision.decided_by')
    .select(['decision.id', 'image_id', 'title', 'decision.at', 'decision.status', 'reason', 'note', 'about_edit'])
    .select(['reviewer.username as by', 'is_automatic', 'disagreement'])
    .where((eb) =>
      'image' in about ? eb('decision.image_id', '=', about.image) : eb('decision.owner_id', '=', about.owner),
    )
    .orderBy('decision.id', 'desc')
    .limit('image' in about ? 50 : 30)
    .execute()

/** Decisions in one mail; the remaining ones go into the next. */
export const maxDecisionsPerMail = 1000

/** Decisions that were not mailed to a contributor yet, the earliest first; what is young can be undone. */
export const unmailedDecisions = (db: Database, owner_id: number) =>
  db
    .selectFrom('decision')
    .innerJoin('images', 'images.id', 'decision.image_id')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['decision.id', 'image_id', 'decision.status', 'reason', 'note', 'about_edit'])
    .select(['images.status as status_now', 'title', 'slug', 'file.sha256', 'width', 'height'])
    .select(sql<boolean>`at > now() - interval '1 minute'`.as('is_young'))
    .where('mailed_at', 'is', null)
    .where('decision.owner_id', '=', owner_id)
    .where(isListed)
    .orderBy('decision.id')
    .limit(maxDecisionsPerMail)
    .execute()

/** Called after the mail server accepted the mail, so that a failed mail is sent again. */
export async function markMailed(db: Database, ids: number[]): Promise<void> {
  if (!ids.length) return
  await db.updateTable('decision').set({ mailed_at: sql`now()`, before: null }).where('id', 'in', ids).execute()
}

/** Those of which the picture that is decided about has a fault that no one has overruled, or nothing transparent. */
export const idsWithFaults = (db: Database, ids: number[]) => allValues<number>(db)`
  select images.id from images join file on file.sha256 = coalesce(edit_sha256, images.sha256)
  where images.id = any(${ids}::bigint[]) and open_findings && ${unverifiedKinds}::text[]
    and (status <> 'approved' or edit_sha256 is not null)`
