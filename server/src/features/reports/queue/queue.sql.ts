import type { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import type { ContrastTile } from '@vitrine/contract/measures/contrast-tile'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { ObjectionKind } from '@vitrine/contract/vocabulary/reports/objections'
import { upheldOutcomes } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

export interface ReportedImageRow {
  id: number
  title: string
  slug: string
  cloudflare_id: string
  preview_version: number
  width: number
  height: number
  contrast_tile: ContrastTile | null
  status: ImageStatus
  is_withheld: boolean
  is_deleted: boolean
  is_taken_down: boolean
  owner_id: number
  username: string
  upheld: number
  reported: number
  count: number
  networks: number
  reasons: { reason: string; count: number }[]
  first_at: Date
  last_at: Date
  last_report_id: number
  objection_id: number | null
  objected_at: Date | null
  objection_kind: ObjectionKind | null
  /** Whether the decision that it is about blocked the contributor, who still is. */
  is_owner_blocked: boolean | null
  returns_at: Date | null
}

/** Whether a decision, by the name of its row, counts against the contributor: it does not once the picture is back. */
const isUpheld = (decision: string) => sql`
  ${sql.ref(`${decision}.outcome`)} = any(${sql.lit(`{${upheldOutcomes.join()}}`)}::text[])
  and undone_at is null and not exists (
    select from objection where decision_id = ${sql.ref(`${decision}.id`)} and objection.outcome = 'returned'
  )`

/** Objections about which nothing is decided, by image. */
const openObjections = sql`
  select decision.image_id, max(objection.id) as objection_id, max(objection.at) as objected_at,
    max(kind) as objection_kind, max(returns_at) as returns_at, bool_or(has_blocked) as has_blocked
  from objection join report_decision as decision on decision.id = decision_id
  where objection.outcome is null group by decision.image_id`

/** Images with open reports or objections, of one contributor or all; one that was deleted for good is none of them. */
export async function queueLength(db: Database, username = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select image_id from report where decision_id is null union select image_id from (${openObjections}) as objected
    ) as reported
    where exists (select from images where images.id = image_id and ${isOf(username)})`.execute(db)
  return rows[0]!.count
}

const isOf = (username: string) =>
  username ? sql`owner_id = (select id from users where username = ${username})` : sql`true`

/** One page of them: those that visitors still see first, the longest wait first. */
export async function queuePage(db: Database, page: number, username = ''): Promise<ReportedImageRow[]> {
  const { rows } = await sql<ReportedImageRow>`
    with reported as (
      select image_id, count(*)::int as count, count(distinct network)::int as networks,
        min(at) as first_at, max(at) as last_at, max(id) as last_report_id
      from report where decision_id is null group by image_id
    ), objected as (${openObjections}), waiting as (
      select image_id, coalesce(count, 0) as count, coalesce(networks, 0) as networks,
        coalesce(first_at, objected_at) as first_at, coalesce(last_at, objected_at) as last_at,
        coalesce(last_report_id, 0) as last_report_id, objection_id, objected_at, objection_kind, returns_at,
        has_blocked
      from reported full join objected using (image_id)
    )
    select images.id, title, slug, cloudflare_id, preview_version, width, height, contrast_tile, status, is_withheld,
      deleted_at is not null as is_deleted, taken_down_at is not null as is_taken_down, owner_id, username, count,
      networks, first_at, last_at, last_report_id, objection_id, objected_at, objection_kind, returns_at,
      has_blocked and is_block as is_owner_blocked,
      (count(*) filter (where count > 0) over (partition by owner_id))::int - (count > 0)::int as reported,
      (select count(*)::int from report_decision as decision
        where decision.owner_id = images.owner_id and ${isUpheld('decision')}) as upheld,
      (select coalesce(json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason), '[]')
        from (
        select reason, count(*)::int as count from report
        where report.image_id = images.id and decision_id is null group by reason
      ) as by_reason) as reasons
    from waiting join images on images.id = image_id join file using (sha256) join users on users.id = owner_id
    where ${isOf(username)}
    order by pub_no is null, first_at, images.id
    limit ${limits.managedImagesPerPage} offset ${(page - 1) * limits.managedImagesPerPage}`.execute(db)
  return rows
}

/** The latest open reports of an image. */
export function latestReports(db: Database, imageId: number) {
  return db
    .selectFrom('report')
    .select(['id', 'at', 'reason', 'message', 'notice'])
    .select(sql<boolean>`email is not null`.as('has_email'))
    .where('image_id', '=', imageId)
    .where('decision_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(limits.reportsShown)
    .execute()
}

type StoredObjection = NonNullable<Reply<typeof reportQueue.one>['decisions'][number]['objection']>

const jsonTime = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** As the API returns it: JSON has times as text. */
const objectionOf = sql<StoredObjection | null>`(
  select json_build_object('at', ${jsonTime('objection.at')}, 'kind', kind, 'message', message, 'notice', notice,
    'returns_at', ${jsonTime('returns_at')}, 'outcome', objection.outcome,
    'decided_at', ${jsonTime('decided_at')}, 'by', decider.username, 'sentence', objection.sentence)
  from objection left join users as decider on decider.id = objection.decided_by
  where objection.decision_id = decision.id
)`

/** The latest decisions about the reports of an image. */
export function reportDecisions(db: Database, imageId: number) {
  return db
    .selectFrom('report_decision as decision')
    .leftJoin('users', 'users.id', 'decided_by')
    .select(['decision.id', 'at', 'outcome', 'reason', 'sentence', 'report_count as count', 'username as by'])
    .select('has_blocked')
    .select(sql<boolean>`undone_at is not null`.as('is_undone'))
    .select(objectionOf.as('objection'))
    .where('image_id', '=', imageId)
    .orderBy('decision.id', 'desc')
    .limit(limits.reportsShown)
    .execute()
}

/** Other images of the same contributor about which a report was upheld, the latest first. */
export async function upheldReports(db: Database, imageId: number) {
  const { rows } = await sql<{ image_id: number; title: string; outcome: string; at: Date }>`
    select image_id, image_title as title, outcome, at from report_decision
    where owner_id = (select owner_id from images where id = ${imageId}) and image_id <> ${imageId}
      and ${isUpheld('report_decision')}
    order by id desc limit ${limits.upheldShown}`.execute(db)
  return rows
}

export async function imageExists(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export function ownerOf(db: Database, imageId: number) {
  return db
    .selectFrom('images')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['users.id', 'is_block', 'closed_at'])
    .where('images.id', '=', imageId)
    .executeTakeFirst()
}
