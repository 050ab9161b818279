import type { DecidedImage } from '@vitrine/contract/calls/back-office/dashboard'
import type { FindingKind } from '@vitrine/contract/measures/findings'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { cloudflareUrl } from '#features/images/image-urls'
import { isListed } from '#features/images/images.sql'
import { allRows, type Database, oneRow } from '#kit/database/statements'

type LinkedImage = Parameters<typeof cloudflareUrl>[0] & { id: number; slug: string; title: string }
type DecidedImageRow = LinkedImage &
  Pick<DecidedImage, 'reason' | 'note' | 'about_edit'> & { at: Date; outcome: 'rejected' | 'approved' }

/** The status that an image has while a decision holds; one about an edit is outdated by the next edit. */
const stillHolds = sql`
  case when not about_edit then decision.status when edit_at is null then 'approved' end`

/** Own images about which, or about whose edit, someone else decided last, the latest first. */
export async function decidedImages(db: Database, owner: number): Promise<DecidedImageRow[]> {
  const withStatus = (status: 'rejected' | 'approved') => sql`(
    select decision.* from decision join images on images.id = image_id
    where decision.owner_id = ${owner} and decision.status = ${sql.lit(status)}
      and images.status = ${stillHolds} and ${isListed}
      and decided_by is distinct from decision.owner_id and not is_automatic
      and not exists (select from decision later where later.image_id = images.id and later.id > decision.id)
    order by decision.id desc limit ${sql.lit(limits.inbox)})`
  return allRows<DecidedImageRow>(db)`
    select images.id, slug, title, pub_no, cloudflare_id, delivery_url, preview_version,
      decided.at, decided.status as outcome, about_edit, reason, note
    from (${withStatus('rejected')} union all ${withStatus('approved')}) as decided
    join images on images.id = image_id join file using (sha256)
    order by decided.id desc`
}

const hasEdit = sql`edit_at is not null and ${isListed}`

/** How many pending images and waiting edits there are, of one owner or of all, and since when. */
export async function waitingImages(db: Database, owner: number | null) {
  const ofOwner = owner === null ? sql`true` : sql`owner_id = ${owner}`
  return oneRow<{ count: number; oldest_at: Date | null }>(db)`
    select
      (select coalesce(sum(count), 0)::int from image_count where status = 'pending' and ${ofOwner})
        + (select count(*)::int from images where ${hasEdit} and ${ofOwner}) as count,
      least(
        (select created_at from images where status = 'pending' and ${isListed} and ${ofOwner}
          order by created_at limit 1),
        (select min(edit_at) from images where ${hasEdit} and ${ofOwner})
      ) as oldest_at`
}

/** Owners that are looked at for the one who has waited longest, and pending images whose findings are counted. */
const [maxOwners, maxPending] = [500, 5_000]

export const waitingContributors = (db: Database) => allRows<{ username: string; count: number; oldest_at: Date }>(db)`
  with edited as (
    select owner_id, count(*) as count, min(edit_at) as oldest_at
    from images where ${hasEdit} group by owner_id
  )
  select username, count::int as count, oldest_at
  from (
    select owner_id, waiting.count, least((
        select created_at from images where status = 'pending' and ${isListed} and owner_id = waiting.owner_id
        order by created_at limit 1), edited.oldest_at) as oldest_at
    from (
      select owner_id, sum(count) as count
      from (
        select owner_id, count from image_count where status = 'pending' and count > 0
        union all select owner_id, count from edited
      ) as counted group by owner_id
      order by count desc limit ${sql.lit(maxOwners)}
    ) as waiting left join edited using (owner_id)
  ) as waiting join users on users.id = owner_id
  where oldest_at is not null
  order by oldest_at limit ${sql.lit(limits.inbox)}`

export const reviewerTotals = (db: Database) =>
  allRows<{ username: string; approved: number; rejected: number; last_at: Date }>(db)`
    select username, approved, rejected, last_at
    from (
      select decided_by, count(*) filter (where status = 'approved')::int as approved,
        count(*) filter (where status = 'rejected')::int as rejected, max(at) as last_at
      from decision
      where at > now() - make_interval(days => ${sql.lit(limits.statisticsDays)}) and status <> 'pending'
      group by decided_by
    ) as total join users on users.id = decided_by
    order by approved + rejected desc, username limit ${sql.lit(limits.inbox)}`

/** How many of the oldest pending images have each open finding. */
export const pendingFindings = (db: Database) => allRows<{ kind: FindingKind; count: number }>(db)`
  select kind, count(*)::int as count
  from (
    select sha256 from images where status = 'pending' and ${isListed}
    order by created_at limit ${sql.lit(maxPending)}
  ) as pending join file using (sha256) cross join unnest(open_findings) as kind
  group by kind order by count desc, kind`

/** Downloads of each of the last days; `owner` null is all owners. */
export const dailyDownloads = (db: Database, owner: number | null) => allRows<{ day: string; downloads: number }>(db)`
  select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(count), 0) as downloads
  from (
    select (now() at time zone 'utc')::date - number as day
    from generate_series(0, ${sql.lit(limits.statisticsDays - 1)}) as number
  ) as days
  left join download_day
    on download_day.day = days.day and (${owner}::bigint is null or owner_id = ${owner})
  group by days.day order by days.day`

export const topImages = (db: Database, owner: number | null) =>
  allRows<LinkedImage & { downloads: number }>(db)`
    select images.id, slug, title, cloudflare_id, delivery_url, preview_version, images.pub_no, published.downloads
    from published join images on images.id = image_id join file using (sha256)
    where published.downloads > 0 and (${owner}::bigint is null or owner_id = ${owner})
    order by published.downloads desc, published.pub_no desc limit ${sql.lit(limits.topImages)}`
