import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/**
 * Downloads and approvals of each of the last days; `owner` null is all owners. A picture counts once, on the day of
 * its first approval, and not while it is not approved any more.
 */
export async function dailyTotals(db: Database, owner: number | null) {
  const since = sql`(now() at time zone 'utc')::date - ${sql.lit(limits.statisticsDays - 1)}::int`
  const start = sql`((${since})::timestamp at time zone 'utc')`
  const { rows } = await sql<{ day: string; downloads: number; approvals: number }>`
    with downloaded as (
      select day, sum(count) as n from download_day
      where day >= ${since} and (${owner}::bigint is null or owner_id = ${owner}) group by day
    ), approved as (
      select (first_at at time zone 'utc')::date as day, count(*) as n
      from (
        select image_id, min(at) as first_at from decision join images on images.id = image_id
        where at >= ${start} and decision.status = 'approved' and images.status = 'approved'
          and not about_edit
          and (${owner}::bigint is null or decision.owner_id = ${owner})
        group by image_id
      ) as approval
      where not exists (
        select from decision as earlier
        where earlier.image_id = approval.image_id and earlier.status = 'approved' and earlier.at < ${start})
      group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day,
      coalesce(downloaded.n, 0) as downloads, coalesce(approved.n, 0) as approvals
    from (
      select (${since} + number)::date as day
      from generate_series(0, ${sql.lit(limits.statisticsDays - 1)}) as number
    ) as days
    left join downloaded using (day) left join approved using (day)
    order by day`.execute(db)
  return rows
}

/** The most downloaded approved images. */
export function topImages(db: Database, owner: number | null) {
  return db
    .selectFrom('published')
    .innerJoin('images', 'images.id', 'published.image_id')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['images.id', 'slug', 'title', 'cloudflare_id', 'delivery_url', 'preview_version', 'images.pub_no'])
    .select('published.downloads')
    .where('published.downloads', '>', 0)
    .$if(owner !== null, (query) => query.where('owner_id', '=', owner))
    .orderBy('published.downloads', 'desc')
    .orderBy('published.pub_no', 'desc')
    .limit(limits.topImages)
    .execute()
}
