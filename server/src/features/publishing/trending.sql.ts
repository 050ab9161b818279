import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/**
 * Orders the most downloaded images of the last days; returns whether the order has changed. Each day (UTC) counts by
 * its logarithm, so that one loud day outweighs no steady week, and seven times as much today as a week ago. A version
 * is the time in microseconds, or one more than the last.
 */
export async function updateTrending(db: Database): Promise<boolean> {
  const { rows } = await sql`
    with scored as (
      select image_id, sum(ln(1 + count) * (${sql.lit(limits.trendingDays)}::int - age)) as score
      from (select *, (now() at time zone 'utc')::date - day as age from image_download_day) as download
      where day > (now() at time zone 'utc')::date - ${sql.lit(limits.trendingDays)}::int
      group by image_id
    ), listed as (
      select coalesce(array_agg(pub_no order by score desc, pub_no desc), '{}') as pub_nos from (
        select pub_no, score from scored join published using (image_id)
        order by score desc, pub_no desc limit ${sql.lit(limits.trendingImages)}
      ) as top
    )
    update trending set
      pub_nos = listed.pub_nos,
      version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
    from listed where trending.pub_nos <> listed.pub_nos
    returning 1`.execute(db)
  return rows.length > 0
}
