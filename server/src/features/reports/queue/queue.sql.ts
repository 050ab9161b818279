import type { ContrastTile } from '@vitrine/contract/measures/contrast-tile'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { ObjectionKind } from '@vitrine/contract/vocabulary/reports/objections'
import { sql } from 'kysely'
import { isUpheld } from '#features/trust/upheld.sql'
import type { Database } from '#kit/database/pool'
import { openReasons } from './decisions.sql.ts'

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
  first_at: Date | null
  last_at: Date | null
  last_report_id: number
  objection_id: number | null
  objected_at: Date | null
  objection_kind: ObjectionKind | null
  /** Whether the decision that it is about blocked the contributor, who still is. */
  is_owner_blocked: boolean | null
  returns_at: Date | null
}

/** The last objection to a decision about each image that none is decided about. */
const openObjections = sql`
  select distinct on (decision.image_id) decision.image_id, objection.id as objection_id, objection.at as objected_at,
    kind as objection_kind, returns_at, has_blocked
  from objection join report_decision as decision on decision.id = decision_id
  where objection.outcome is null order by decision.image_id, objection.id desc`

interface Wanted {
  /** '' for the images of all. */
  username: string
  /** One alone. */
  image?: number | undefined
}

/** Images with open reports or objections, of one contributor or all; one that was deleted for good is none of them. */
export async function queueLength(db: Database, { username }: Wanted = { username: '' }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select image_id from report where decision_id is null union select image_id from (${openObjections}) as objected
    ) as reported
    where exists (select from images where images.id = image_id and ${isOf(username)})`.execute(db)
  return rows[0]!.count
}

const isOf = (username: string) =>
  username ? sql`owner_id = (select id from users where username = ${username})` : sql`true`

/** One page of them: those that visitors still see first, the longest wait first. One alone need not wait. */
export async function queuePage(db: Database, page: number, { username, image }: Wanted): Promise<ReportedImageRow[]> {
  const named = sql`select id as image_id from images where id = ${image ?? null}::bigint`
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
      from reported full join objected using (image_id) full join (${named}) as named using (image_id)
    ), of_owner as (
      select waiting.*,
        (count(*) filter (where count > 0) over (partition by owner_id))::int - (count > 0)::int as reported
      from waiting join images on images.id = image_id where ${isOf(username)}
    )
    select images.id, title, slug, cloudflare_id, preview_version, width, height, contrast_tile, status, is_withheld,
      deleted_at is not null as is_deleted, taken_down_at is not null as is_taken_down, owner_id, username, count,
      networks, first_at, last_at, last_report_id, objection_id, objected_at, objection_kind, returns_at,
      has_blocked and is_block as is_owner_blocked, reported,
      (select count(*)::int from report_decision as decision
        where decision.owner_id = images.owner_id and ${isUpheld('decision')}) as upheld,
      (select coalesce(json_agg(by_reason), '[]') from (${openReasons(sql`images.id`)}) as by_reason) as reasons
    from of_owner join images on images.id = image_id join file using (sha256) join users on users.id = owner_id
    where ${image === undefined ? sql`true` : sql`images.id = ${image}`}
    order by pub_no is null, first_at, images.id
    limit ${limits.managedImagesPerPage} offset ${(page - 1) * limits.managedImagesPerPage}`.execute(db)
  return rows
}

export async function imageExists(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export const ownerOf = (db: Database, imageId: number) =>
  db.selectFrom('images').select('owner_id').where('id', '=', imageId).executeTakeFirst()
