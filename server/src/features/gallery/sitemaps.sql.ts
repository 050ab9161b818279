import { hasVisiblePage } from '#features/accounts/users/users.sql'
import type { Database } from '#kit/database/pool'
import { allRows, allValues } from '#kit/database/statements'

/** The ranges of `size` publish numbers that hold an image, counted from 1; one index lookup for each. */
export const nonEmptyRanges = (db: Database, size: number) => allValues<number>(db)`
  select at from generate_series(1, (select coalesce(max(pub_no), 0) / ${size}::int + 1 from published)) as at
  where exists (select from published where pub_no > (at - 1) * ${size}::bigint and pub_no <= at * ${size}::bigint)
  order by at`

/** Published images above one publish number up to another, oldest first. */
export const publishedBetween = (db: Database, above: number, upTo: number) =>
  allRows<{ pub_no: number; slug: string; cloudflare_id: string; updated_at: Date }>(db)`
    select published.pub_no, slug, cloudflare_id, updated_at from published join images on images.id = image_id
    where published.pub_no > ${above}::bigint and published.pub_no <= ${upTo}::bigint
    order by published.pub_no`

/** Images that a tag needs to be in the sitemap: pages of fewer are of little use to those who search. */
const leastUses = 5

/** Tags of several images, by name. */
export const usedTags = (db: Database, limit: number) => allRows<{ name: string }>(db)`
  select name from keyword where uses >= ${leastUses} order by name limit ${limit}`

/** Contributors with a page that has an image, the longest here first. */
export const contributorsWithImages = (db: Database, limit: number) => allRows<{ username: string }>(db)`
  select username from users
  where ${hasVisiblePage} and exists (
    select from image_count where owner_id = users.id and status = 'approved' and count > 0
  )
  order by id limit ${limit}`
