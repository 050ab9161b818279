import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { allRows, allValues, changedRows, type Database } from '#kit/database/statements'

/** By the logarithm of each day (UTC): one loud day outweighs no steady week, and today counts as seven a week ago. */
export const selectTrending = (db: Database) => allValues<number>(db)`
  with scored as (
    select image_id, sum(ln(1 + count) * (${sql.lit(limits.trendingDays)}::int - age)) as score
    from (select *, (now() at time zone 'utc')::date - day as age from image_download_day) as download
    where day > (now() at time zone 'utc')::date - ${sql.lit(limits.trendingDays)}::int
    group by image_id
  )
  select pub_no from scored join published using (image_id)
  order by score desc, pub_no desc limit ${sql.lit(limits.trendingImages)}`

/** An image by what makes it like another one. */
export interface MixableImage {
  pub_no: number
  title_key: number
  first_keyword: number | null
  owner_id: number
  category_id: number | null
}

export const selectNewest = (db: Database, without: number[]) => allRows<MixableImage>(db)`
  select pub_no, title_key, keyword_ids[1] as first_keyword, owner_id, published.category_id
  from published join card using (pub_no) join images using (pub_no)
  where pub_no <> all(${without}::int[]) order by pub_no desc limit ${sql.lit(limits.trendingImages)}`

/** Returns 0 where the order is the same. A version is the time in microseconds, or one more than the last. */
export const saveTrending = (db: Database, pubNos: number[], downloaded: number) => changedRows(db)`
  insert into trending (pub_nos, downloaded, version)
  values (${pubNos}, ${downloaded}, extract(epoch from clock_timestamp()) * 1000000)
  on conflict (is_only_row) do update set
    pub_nos = excluded.pub_nos,
    downloaded = excluded.downloaded,
    version = greatest(trending.version + 1, excluded.version)
  where (trending.pub_nos, trending.downloaded) <> (excluded.pub_nos, excluded.downloaded)`
