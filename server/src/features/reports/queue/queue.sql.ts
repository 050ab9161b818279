import type { ContrastTile } from '@vitrine/contract/measures/contrast-tile'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { isListed } from '#features/images/images.sql'
import { isUpheld } from '#features/trust/trust.sql'
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
  countered_at: Date | null
  returns_at: Date | null
}

/** The last open counter-notice about each image. */
const openNotices = sql`
  select distinct on (image_id) image_id, counter_notice.at as countered_at, returns_at
  from counter_notice join report_decision on report_decision.id = decision_id
  where answer_id is null and withdrawn_at is null order by image_id, decision_id desc`

interface Wanted {
  /** '' for the images of all. */
  username: string
  /** One alone. */
  image?: number | undefined
  /** Those that were taken down, in place of those that wait. */
  taken_down?: '1' | undefined
}

/** Images with open reports or counter-notices, of one contributor or all, or those that were taken down. */
export async function queueLength(db: Database, { username, taken_down }: Wanted = { username: '' }): Promise<number> {
  const isListed = taken_down
    ? sql`taken_down_at is not null`
    : sql`id in (
        select image_id from report where decision_id is null union select image_id from (${openNotices}) as countered
      )`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from images where ${isListed} and ${isOf(username)}`.execute(db)
  return rows[0]!.count
}

const isOf = (username: string) =>
  username ? sql`owner_id = (select id from users where username = ${username})` : sql`true`

/** One page of them: those that visitors still see first, the longest wait first. One alone need not wait. */
export async function queuePage(db: Database, page: number, wanted: Wanted): Promise<ReportedImageRow[]> {
  const { username, image, taken_down } = wanted
  const named = taken_down ? sql`taken_down_at is not null` : sql`id = ${image ?? null}::bigint`
  const { rows } = await sql<ReportedImageRow>`
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
    order by ${taken_down ? sql`taken_down_at desc` : sql`pub_no is null, first_at`}, images.id
    limit ${limits.managedImagesPerPage} offset ${(page - 1) * limits.managedImagesPerPage}`.execute(db)
  return rows
}

export async function imageExists(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
