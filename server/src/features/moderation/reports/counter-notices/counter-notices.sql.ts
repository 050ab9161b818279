import type { reports } from '@vitrine/contract/calls/visitors/reports'
import type { Answer } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { CounterNoticeOutcome } from '@vitrine/contract/vocabulary/reports/counter-notices'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import type { ReportReason, ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import { lockPeople } from '#features/moderation/people/people.sql'
import { allRows, allValues, changedRows, type Database, oneRow, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'

/** What became of a counter-notice, by the name of its row. */
export const outcomeOf = (notice: string) => sql<CounterNoticeOutcome | null>`case
  when ${sql.ref(`${notice}.withdrawn_at`)} is not null then 'withdrawn'
  else (select verb from report_decision as answer where answer.id = ${sql.ref(`${notice}.answer_id`)}) end`

const isOpen = sql`answer_id is null and withdrawn_at is null`

const inDays = (days: number) => sql`make_interval(days => ${sql.lit(days)})`

export interface AnsweredDecision {
  id: number
  owner_id: number | null
  image_id: number
  title: string
  /** Null while visitors do not see the image. */
  slug: string | null
  /** Of a message about it; null once the image is gone. */
  own_slug: string | null
  reason: ReportReason
  note: string
  decided_at: Date
  last_verb: ReportVerb
  /** Whether it is the last one that took the image down. */
  is_last: boolean
  is_in_time: boolean
  is_closed: boolean
  /** Whether the account was closed and its images leave. */
  has_left: boolean
  /** Null where no counter-notice was sent. */
  returns_at: Date | null
  outcome: CounterNoticeOutcome | null
  sentence: string
}

/** A decision that took an image down for copyright, with the counter-notice to it. */
export async function decisionToAnswer(db: Database, id: number): Promise<AnsweredDecision | undefined> {
  const [decision] = await takeDowns(db, sql`decision.id = ${id} and decision.reason = 'copyright'`)
  return decision
}

export const takeDownsOf = (db: Database, owner: number) =>
  takeDowns(db, sql`decision.owner_id = ${owner} and taken_down_at is not null and ${isLast}`)

const isLast = sql`(images.id is not null and not exists (
  select from report_decision as later
  where later.image_id = decision.image_id and later.id > decision.id and later.verb = 'take_down'))`

const takeDowns = (db: Database, wanted: RawBuilder<unknown>) => allRows<AnsweredDecision>(db)`
  select decision.id, decision.reason, decision.owner_id, decision.image_id,
    coalesce(images.title, decision.image_title) as title,
    case when pub_no is not null then slug end as slug, slug as own_slug, decision.note, decision.at as decided_at,
    last.verb as last_verb,
    ${isLast} as is_last,
    decision.at > now() - ${inDays(reportLimits.addressDays)} as is_in_time,
    owner.closed_at is not null as is_closed,
    coalesce(owner.closed_at is not null and owner.hides_images, false) as has_left,
    returns_at, ${outcomeOf('sent')} as outcome,
    case when last.id > decision.id then last.sentence else '' end as sentence
  from report_decision as decision
  cross join lateral (
    select id, verb, sentence from report_decision as last
    where last.image_id = decision.image_id order by id desc limit 1
  ) as last
  left join images on images.id = decision.image_id
  left join users as owner on owner.id = decision.owner_id
  left join counter_notice as sent on decision_id = decision.id
  where decision.verb = 'take_down' and ${wanted}
  order by decision.id desc limit ${sql.lit(limits.inbox)}`

type NewCounterNotice = Omit<Insertable<Tables['counter_notice']>, 'at' | 'returns_at' | 'answer_id' | 'withdrawn_at'>

export async function addCounterNotice(db: Database, notice: NewCounterNotice): Promise<void> {
  const returns_at = sql<Date>`now() + ${inDays(reportLimits.counterNoticeDays)}`
  await db
    .insertInto('counter_notice')
    .values({ ...notice, returns_at })
    .execute()
}

/** Locks who has images of the bytes of this one, as the closing of an account does, and the admin who decides. */
export async function lockOwners(db: Database, imageId: number, by: number | null): Promise<void> {
  const rows = await allRows<{ id: number }>(db)`
    select distinct owner_id as id from images
    where sha256 = (select sha256 from images where id = ${imageId})`
  const ids = [by, ...rows.map(({ id }) => id)].filter((id) => id !== null)
  if (ids.length) await lockPeople(db, ids)
}

export const imagesWithCounterNotice = (db: Database, imageId: number) => allValues<number>(db)`
  select id from images
  where sha256 = (select sha256 from images where id = ${imageId}) and exists (
    select from counter_notice join report_decision as decision on decision.id = decision_id
    where decision.image_id = images.id and ${isOpen}
  )
  order by id`

export const answerCounterNotices = (db: Database, act: number) => changedRows(db)`
  update counter_notice set answer_id = answer.id
  from report_decision as answer, report_decision as answered
  where answer.act = ${act} and answered.image_id = answer.image_id and answered.id = decision_id and ${isOpen}`

/** Ends those of a person whose images leave with their account, so that none returns; answers their decisions. */
export const withdrawCounterNotices = (db: Database, owner_id: number) => allValues<number>(db)`
  update counter_notice set withdrawn_at = now() from report_decision as decision
  where decision.id = decision_id and owner_id = ${owner_id} and ${isOpen}
  returning decision_id`

/** The images whose counter-notice is old enough to return them. */
export const imagesDue = (db: Database) => allValues<number>(db)`
  select image_id from counter_notice join report_decision as decision on decision.id = decision_id
  where ${isOpen} and returns_at <= now() order by returns_at`

export const counterNoticeToMail = (db: Database, decisionId: number) =>
  db
    .selectFrom('counter_notice as sent')
    .innerJoin('report_decision as decision', 'decision.id', 'decision_id')
    .select(['decision_id', 'sent.at', 'name', 'address', 'phone', 'signature', 'message', 'returns_at'])
    .select(['withdrawn_at', 'act', 'image_title', 'owner_id'])
    .where('decision_id', '=', decisionId)
    .executeTakeFirst()

export type MailedNotice = NonNullable<Awaited<ReturnType<typeof counterNoticeToMail>>>

/** The reports that the take-down of these images closed, of one reason or all, one of each address. */
export const reportsToMail = (db: Database, act: number, reason: ReportReason | null) => allValues<number>(db)`
  select min(report.id) as id
  from report_decision as now
  join report_decision as down on down.image_id = now.image_id and down.id <= now.id and down.verb = 'take_down'
  join report on report.decision_id = down.id
  where now.act = ${act} and email is not null and (${reason}::text is null or report.reason = ${reason})
  group by lower(email) order by id`

type StatedNotice = NonNullable<Answer<typeof reports.status>['counter_notice']>

/** The last counter-notice to a decision, for the person who sent a notice of copyright; its texts leave in time. */
export const counterNoticeAbout = (db: Database, decision: number | null) => oneRow<StatedNotice | undefined>(db)`
  select name, signature, message, sent.at, returns_at, ${outcomeOf('sent')} as outcome,
    coalesce((select sentence from report_decision as answer where answer.id = answer_id), '') as sentence
  from counter_notice as sent join report_decision as answered on answered.id = decision_id
  where act = (select act from report_decision where id = ${decision}::bigint)
  order by sent.at desc limit 1`

export const countOpenNotices = (db: Database) => oneValue<number>(db)`
  select count(*)::int as count from counter_notice where ${isOpen}`

/** Deletes what was written in counter-notices when its time after their end is over; a nightly job. */
export async function forgetCounterNotices(db: Database, { EVIDENCE_DAYS }: { EVIDENCE_DAYS: number }) {
  await sql`
    update counter_notice set name = '', address = '', phone = '', signature = '', message = ''
    where name <> '' and now() - make_interval(days => ${EVIDENCE_DAYS}::int) > coalesce(
      withdrawn_at, (select answer.at from report_decision as answer where answer.id = answer_id)
    )`.execute(db)
}
