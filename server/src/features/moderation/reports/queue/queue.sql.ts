import type { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Answer, HandlerInput } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { isUpheld } from '#features/accounts/trust/trust.sql'
import { isKnownToOthers, isListed } from '#features/images/images.sql'
import { keptDown } from '#features/moderation/take-downs/take-down.sql'
import { allRows, changedRows, type Database, oneRow, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'
import { outcomeOf } from '../counter-notices/counter-notices.sql.ts'

export interface ReportedImageRow extends Omit<ReportedImage, 'cloudflare_url' | 'user' | 'counter_notice'> {
  cloudflare_id: string
  preview_version: number
  owner_id: number
  username: string
  upheld: number
  reported: number
  countered_at: Date | null
  returns_at: Date | null
}

type ReportedImage = Answer<typeof reportQueue.list>['images'][number]

const openNotices = sql`
  select distinct on (image_id) image_id, counter_notice.at as countered_at, returns_at
  from counter_notice join report_decision on report_decision.id = decision_id
  where answer_id is null and withdrawn_at is null order by image_id, decision_id desc`

type Wanted = Omit<HandlerInput<typeof reportQueue.list>['query'], 'page'>

/** Images with open reports or counter-notices, of one contributor or all, or those that were taken down. */
export async function queueLength(db: Database, { username, taken_down }: Wanted = { username: '' }): Promise<number> {
  const isListed = taken_down
    ? keptDown
    : sql`id in (
        select image_id from report where decision_id is null union select image_id from (${openNotices}) as countered
      )`
  return oneValue<number>(db)`
    select count(*)::int as count from images where ${isListed} and ${isOf(username)}`
}

const isOf = (username: string) =>
  username ? sql`owner_id = (select id from users where username = ${username})` : sql`true`

/** One page of them: counter-notices, then what visitors still see, the longest wait first. One alone need not wait. */
export async function queuePage(db: Database, page: number, wanted: Wanted): Promise<ReportedImageRow[]> {
  const { username, image, taken_down } = wanted
  const named = taken_down ? keptDown : sql`id = ${image ?? null}::bigint and ${isKnownToOthers}`
  return allRows<ReportedImageRow>(db)`
    with reported as (
      select image_id, count(*)::int as count, count(distinct network)::int as networks,
        min(at) as first_at, max(at) as last_at, max(id) as last_report_id
      from report where decision_id is null group by image_id
    ), countered as (${openNotices}), named as (select id as image_id, true as is_named from images where ${named}),
    waiting as (
      select image_id, coalesce(count, 0) as count, coalesce(networks, 0) as networks, is_named,
        coalesce(first_at, countered_at) as first_at, coalesce(last_at, countered_at) as last_at,
        coalesce(last_report_id, 0) as last_report_id, countered_at, returns_at
      from reported full join countered using (image_id) full join named using (image_id)
    ), of_owner as (
      select waiting.*,
        (count(*) filter (where count > 0) over (partition by owner_id))::int - (count > 0)::int as reported
      from waiting join images on images.id = image_id where ${isOf(username)}
    )
    select images.id, title, slug, cloudflare_id, preview_version, width, height, contrast_tile, status,
      hidden_by_report as is_withheld, not ${isListed} as is_deleted, taken_down_at is not null as is_taken_down,
      owner_id, username, count, networks, first_at, last_at, last_report_id, countered_at, returns_at, reported,
      (select count(distinct act)::int from report_decision as decided
        where decided.owner_id = images.owner_id and ${isUpheld}) as upheld,
      (select coalesce(json_agg(by_reason), '[]') from (${openReasons(sql`images.id`)}) as by_reason) as reasons
    from of_owner join images on images.id = image_id join file using (sha256) join users on users.id = owner_id
    where ${image || taken_down ? sql`is_named` : sql`true`}
    order by ${taken_down ? sql`taken_down_at desc` : sql`countered_at, pub_no is null, first_at`}, images.id
    limit ${limits.managedImagesPerPage} offset ${(page - 1) * limits.managedImagesPerPage}`
}

export const imageExists = (db: Database, id: number) =>
  oneValue<boolean>(db)`select exists (select from images where id = ${id} and ${isKnownToOthers})`

type ReportsWanted = HandlerInput<typeof reportQueue.reports>['query']

/** Notices of copyright come first, so that no number of other reports hides one; then the latest. */
const order = (report: string) => sql`${sql.ref(`${report}.reason`)} = 'copyright', ${sql.ref(`${report}.id`)}`

/** Some of the reports about an image, and by `next` where the following ones begin; the image may be gone. */
export async function reportsOfImage(db: Database, imageId: number, { decision, before }: ReportsWanted) {
  const isWanted = decision === undefined ? sql`decision_id is null` : sql`decision_id = ${decision}`
  const isLater =
    before === undefined
      ? sql`true`
      : sql`(${order('report')}) < (select ${order('read')} from report as read where id = ${before})`
  const rows = await allRows<Answer<typeof reportQueue.reports>['reports'][number]>(db)`
    select id, at, reason, message, notice, email is not null as has_email from report
    where image_id = ${imageId} and ${isWanted} and ${isLater}
    order by reason = 'copyright' desc, id desc limit ${reportLimits.shown + 1}`
  const reports = rows.slice(0, reportLimits.shown)
  return { reports, next: rows.length > reports.length ? reports.at(-1)!.id : null }
}

const jsonTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** As the API returns it: JSON has times as text. */
const counterNoticeOf = sql`(
  select json_build_object('at', ${jsonTime('sent.at')}, 'name', name, 'address', address, 'phone', phone,
    'signature', signature, 'message', message, 'returns_at', ${jsonTime('returns_at')},
    'outcome', ${outcomeOf('sent')})
  from counter_notice as sent where sent.decision_id = decision.id
)`

export const reportDecisions = (db: Database, imageId: number) =>
  allRows<Answer<typeof reportQueue.one>['decisions'][number]>(db)`
    select decision.id, at, verb, reason, sentence, note, username as by, ${counterNoticeOf} as counter_notice,
      (select count(*)::int from report where decision_id = decision.id) as count
    from report_decision as decision left join users on users.id = decided_by
    where image_id = ${imageId} order by decision.id desc limit ${reportLimits.shown}`

/** Decisions that ended reports about other images of the same contributor, the latest first. */
export const endedReports = (db: Database, imageId: number, { isCounted }: { isCounted: boolean }) =>
  allRows<Answer<typeof reportQueue.one>['upheld'][number]>(db)`
    select image_id, image_title as title, verb, at, verb = 'take_down' and not ${isUpheld} as is_reinstated
    from report_decision as decided
    where owner_id = (select owner_id from images where id = ${imageId}) and image_id <> ${imageId}
      and verb in ('keep', 'correct', 'take_down') and ${isUpheld} = ${isCounted}
    order by id desc limit ${reportLimits.endedShown}`

type NewDecision = Pick<Selectable<Tables['report_decision']>, 'verb' | 'reason' | 'note' | 'sentence' | 'decided_by'>

/** Stores a decision about these images, and returns the number of the first one, which all have as `act`. */
export async function addDecisions(db: Database, imageIds: number[], decision: NewDecision): Promise<number> {
  const { verb, reason, note, sentence, decided_by } = decision
  return oneValue<number>(db)`
    with act as materialized (select nextval('report_decision_id_seq') as id)
    insert into report_decision (
      id, act, image_id, image_title, owner_id, decided_by, verb, reason, note, sentence
    ) overriding system value
    select case when n = 1 then act.id else nextval('report_decision_id_seq') end, act.id, images.id, title, owner_id,
      ${decided_by}::bigint, ${verb}, ${reason}::text, ${note}, ${sentence}
    from unnest(${imageIds}::bigint[]) with ordinality as decided (id, n) join images using (id) cross join act
    order by n
    returning act`
}

/** The first reason is a decision's default: copyright, which alone allows a counter-notice, or the most frequent. */
const openReasons = (imageId: RawBuilder<unknown>) => sql`
  select reason, count(*)::int as count from report where report.image_id = ${imageId} and decision_id is null
  group by reason order by reason = 'copyright' desc, count(*) desc, reason`

export interface OpenReports {
  last_id: number
  /** Of a decision that names none. */
  reason: string
}

export const openReports = (db: Database, imageId: number) => oneRow<OpenReports | undefined>(db)`
  select max(id) as last_id, (select reason from (${openReasons(sql`${imageId}`)} limit 1) as reasons) as reason
  from report where image_id = ${imageId} and decision_id is null
  having count(*) > 0`

export const closeReports = (db: Database, act: number) => changedRows(db)`
  update report set decision_id = decision.id from report_decision as decision
  where act = ${act} and report.image_id = decision.image_id and decision_id is null`
