import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** Downloads of each of the last days; `owner` null is all owners. */
export async function dailyDownloads(db: Database, owner: number | null) {
  const { rows } = await sql<{ day: string; downloads: number }>`
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(sum(count), 0) as downloads
    from (
      select (now() at time zone 'utc')::date - number as day
      from generate_series(0, ${sql.lit(limits.statisticsDays - 1)}) as number
    ) as days
    left join download_day
      on download_day.day = days.day and (${owner}::bigint is null or owner_id = ${owner})
    group by days.day order by days.day`.execute(db)
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
