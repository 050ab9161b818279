import type { ObjectionKind, ObjectionOutcome, TakeDownState } from '@vitrine/contract/vocabulary/reports/objections'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import type { ReportReason } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type SqlBool, sql } from 'kysely'
import { lastTakeDown } from '#features/take-downs/take-down.sql'
import type { Database } from '#kit/database/pool'
import type { ObjectionContent, StoredCounterNotice } from './objection-rules.ts'

/** Lets the contributor object at the address of this secret. */
export async function openObjectionPage(db: Database, decision: number, hash: Buffer): Promise<void> {
  await db.updateTable('report_decision').set({ objection_hash: hash }).where('id', '=', decision).execute()
}

interface ContestedDecision {
  id: number
  image_id: number
  owner_id: number | null
  title: string
  slug: string | null
  reason: string
  owner_sentence: string
  decided_at: Date
  /** Whether it keeps the image down, and its file stored for so many days. */
  is_down: boolean
  is_stored: boolean
  is_closed: boolean
  has_left: boolean
  at: Date | null
  kind: ObjectionKind | null
  returns_at: Date | null
  outcome: ObjectionOutcome | null
  sentence: string | null
}

/** Whether a decision keeps its image down; one whose picture is to return does not, before its files are back. */
const isDown = sql<boolean>`coalesce(decision.id = ${lastTakeDown} and not exists (
  select from objection where decision_id = decision.id and objection.outcome = 'returned'
), false)`

/** An hour less than so many days, since a file may be removed while it is being decided. */
const isStored = (fileDays: number) => sql<boolean>`coalesce(
  taken_down_at > now() - make_interval(days => ${fileDays}::int) + interval '1 hour', false)`

/** Whether the account of its owner was closed and its images leave. */
const hasLeft = sql<boolean>`coalesce(owner.closed_at is not null and owner.hides_images, false)`

/** The decision that took an image down, with what was sent about it, by the secret of its contributor. */
export async function decisionBySecret(db: Database, hash: Buffer, fileDays: number) {
  const { rows } = await sql<ContestedDecision>`
    select decision.id, image_id, decision.owner_id, coalesce(images.title, image_title) as title,
      case when pub_no is not null then slug end as slug, decision.reason, owner_sentence,
      decision.at as decided_at, ${isDown} as is_down, ${isStored(fileDays)} as is_stored,
      owner.closed_at is not null as is_closed, ${hasLeft} as has_left,
      objection.at, kind, returns_at, objection.outcome, objection.sentence
    from report_decision as decision
    left join images on images.id = image_id
    left join users as owner on owner.id = decision.owner_id
    left join objection on decision_id = decision.id
    where objection_hash = ${hash} and undone_at is null`.execute(db)
  return rows[0]
}

/** Stores an objection; undefined where there is one about the decision. */
export async function addObjection(db: Database, decision: number, content: ObjectionContent, days: number) {
  const { kind, message, notice } = content
  const { rows } = await sql<{ id: number }>`
    insert into objection (decision_id, kind, message, notice, returns_at)
    values (${decision}, ${kind}, ${message}, ${notice}::jsonb,
      case when ${kind} = 'counter_notice' then now() + make_interval(days => ${days}::int) end)
    on conflict (decision_id) do nothing
    returning id`.execute(db)
  return rows[0]?.id
}

export interface OpenObjection {
  id: number
  decision_id: number
  image_id: number
  owner_id: number | null
}

/** An objection about which nothing is decided. */
export async function openObjection(db: Database, id: number): Promise<OpenObjection | undefined> {
  const { rows } = await openObjectionQuery(id).execute(db)
  return rows[0]
}

/** The same, locked until the transaction ends. */
export async function lockOpenObjection(db: Database, id: number): Promise<OpenObjection | undefined> {
  const { rows } = await sql<OpenObjection>`${openObjectionQuery(id)} for update of objection`.execute(db)
  return rows[0]
}

const openObjectionQuery = (id: number) => sql<OpenObjection>`
  select objection.id, decision_id, image_id, owner_id
  from objection
  join report_decision as decision on decision.id = decision_id
  where objection.id = ${id} and objection.outcome is null`

interface ObjectionDecision {
  sentence: string
  /** Null for a job. */
  decided_by: number | null
}

export async function setKeptDown(db: Database, id: number, decision: ObjectionDecision): Promise<void> {
  await db
    .updateTable('objection')
    .set({ ...decision, outcome: 'kept_down', decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

interface EndedTakeDown {
  /** Of the objection, or of what stands in its place where there was none. */
  id: number
  decision_id: number
  /** Null where there was none. */
  kind: ObjectionKind | null
  owner_id: number | null
}

/**
 * Ends that a decision keeps an image down, also where an objection to it was decided about otherwise, and that the
 * decisions which it has caused do, unless something was decided about objections to these. Returns nothing where the
 * image is not down by this decision, or its owner has left.
 */
export async function endTakeDown(
  db: Database,
  decision: number,
  { sentence, decided_by }: ObjectionDecision,
): Promise<EndedTakeDown[]> {
  const { rows } = await sql<EndedTakeDown>`
    with ending as (
      select decision.id
      from report_decision as decision
      join images on images.id = image_id
      left join users as owner on owner.id = decision.owner_id
      left join objection on decision_id = decision.id
      where (decision.id = ${decision} or caused_by = ${decision}) and ${isDown} and not ${hasLeft}
        and (objection.outcome is null or objection.outcome = 'kept_down' and decision.id = ${decision})
    )
    insert into objection as ended (decision_id, message, outcome, sentence, decided_by, decided_at)
    select id, '', 'returned', ${sentence}, ${decided_by}::bigint, now() from ending
    where exists (select from ending where id = ${decision})
    on conflict (decision_id) do update set
      outcome = excluded.outcome, sentence = excluded.sentence, decided_by = excluded.decided_by,
      decided_at = excluded.decided_at
    where ended.outcome is null or ended.outcome = 'kept_down'
    returning id, kind, decision_id, (select owner_id from report_decision where id = decision_id) as owner_id`.execute(
    db,
  )
  return rows
}

/** Ends objections of a person whose images leave with their account, so that no picture returns; returns which. */
export async function withdrawObjections(db: Database, owner_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update objection set outcome = 'withdrawn', decided_at = now()
    from report_decision as decision
    where decision.id = decision_id and owner_id = ${owner_id} and objection.outcome is null
    returning objection.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A decision that took an image down, for an admin who ends that without an objection. */
export async function decisionToEnd(db: Database, id: number, fileDays: number) {
  const { rows } = await sql<{ image_id: number; owner_id: number | null; state: TakeDownState }>`
    select image_id, decision.owner_id, ${takeDownState(fileDays)} as state
    from report_decision as decision
    left join images on images.id = image_id
    left join users as owner on owner.id = decision.owner_id
    where decision.id = ${id} and outcome = 'taken_down' and undone_at is null`.execute(db)
  return rows[0]
}

/** Of the rows `decision`, `images` and `owner`, which may be missing but for the first. */
export const takeDownState = (fileDays: number) => sql<TakeDownState>`case
  when images.id is null then 'too_late'
  when not ${isDown} then 'ended'
  when ${hasLeft} then 'left'
  when not ${isStored(fileDays)} then 'too_late'
  when decision.at > now() - make_interval(mins => ${sql.lit(reportLimits.undoMinutes)}) then 'undoable'
  else 'down' end`

/** Counter-notices whose time is over without an admin's decision. */
export async function dueCounterNotices(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('objection')
    .select('id')
    .where('outcome', 'is', null)
    .where('returns_at', '<=', sql<Date>`now()`)
    .orderBy('returns_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** An objection, or an end without one, with all that the mails to both sides tell. */
export function objectionToMail(db: Database, id: number) {
  return db
    .selectFrom('objection')
    .innerJoin('report_decision as decision', 'decision.id', 'decision_id')
    .select(['objection.id', 'decision_id', 'kind', 'message', 'notice', 'returns_at', 'objection.at'])
    .select(['objection.outcome', 'objection.sentence', 'image_title', 'decision.owner_id', 'has_blocked'])
    .select((eb) => eb.fn.coalesce('caused_by', 'decision.id').as('answering_id'))
    .where('objection.id', '=', id)
    .executeTakeFirst()
}

export type MailedObjection = NonNullable<Awaited<ReturnType<typeof objectionToMail>>>

/** The reports that a decision answered, of one reason or all, one of each address. */
export async function reportsToMail(db: Database, decision: number, reason: ReportReason | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select min(id) as id from report
    where decision_id = ${decision} and email is not null and (${reason}::text is null or reason = ${reason})
    group by lower(email) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The counter-notice about a decision, for the person who sent a notice of copyright. */
export async function counterNoticeAbout(db: Database, decision: number | null) {
  const { rows } = await sql<StoredCounterNotice>`
    select at, message, notice, returns_at, outcome, sentence from objection
    where decision_id = ${decision}::bigint and kind = 'counter_notice'`.execute(db)
  return rows[0]
}

export async function countOpenObjections(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('objection')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes what was written in objections when its time after their decision is over; a nightly job. */
export async function forgetObjections(db: Database, { REPORT_TEXT_DAYS }: { REPORT_TEXT_DAYS: number }) {
  await db
    .updateTable('objection')
    .set({ message: '', notice: null })
    .where(sql<SqlBool>`(message <> '' or notice is not null)`)
    .where('decided_at', '<', sql<Date>`now() - make_interval(days => ${REPORT_TEXT_DAYS}::int)`)
    .execute()
}
