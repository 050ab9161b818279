import type { ContrastTile } from '@vitrine/contract/measures/contrast-tile'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
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
}

const isUpheld = sql`outcome = any(${sql.lit(`{${upheldOutcomes.join()}}`)}::text[]) and undone_at is null`

/** Images with open reports, of one contributor or all; one that was deleted for good is none of them. */
export async function queueLength(db: Database, username = ''): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select distinct image_id from report where decision_id is null) as reported
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
    )
    select images.id, title, slug, cloudflare_id, preview_version, width, height, contrast_tile, status, is_withheld,
      deleted_at is not null as is_deleted, owner_id, username, count, networks, first_at, last_at,
      last_report_id, (count(*) over (partition by owner_id))::int - 1 as reported,
      (select count(*)::int from report_decision as decision
        where decision.owner_id = images.owner_id and ${isUpheld}) as upheld,
      (select json_agg(json_build_object('reason', reason, 'count', count) order by count desc, reason) from (
        select reason, count(*)::int as count from report
        where report.image_id = images.id and decision_id is null group by reason
      ) as by_reason) as reasons
    from reported join images on images.id = image_id join file using (sha256) join users on users.id = owner_id
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

/** The latest decisions about the reports of an image. */
export function reportDecisions(db: Database, imageId: number) {
  return db
    .selectFrom('report_decision as decision')
    .leftJoin('users', 'users.id', 'decided_by')
    .select(['decision.id', 'at', 'outcome', 'reason', 'sentence', 'report_count as count', 'username as by'])
    .select('has_blocked')
    .select(sql<boolean>`undone_at is not null`.as('is_undone'))
    .where('image_id', '=', imageId)
    .orderBy('decision.id', 'desc')
    .limit(limits.reportsShown)
    .execute()
}

/** Other images of the same contributor about which a report was upheld, the latest first. */
export async function upheldReports(db: Database, imageId: number) {
  const { rows } = await sql<{ image_id: number; title: string; outcome: string; at: Date }>`
    select image_id, image_title as title, outcome, at from report_decision
    where owner_id = (select owner_id from images where id = ${imageId}) and image_id <> ${imageId} and ${isUpheld}
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
