import type { ImageStatus } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { type RawBuilder, sql } from 'kysely'
import { isListed } from '#features/images/images.sql'
import { lock } from '#kit/database/advisory-locks'
import { allRows, type Database, oneValue } from '#kit/database/statements'
import { hasFilters, type ImageList, imageConditions, queueLength } from '../lists/image-lists.sql.ts'

interface SeenImages {
  waiting: number[]
  skipped: number[]
}

const allPending: ImageList = { name: 'pending', owner: null, filters: { username: '' } }

/** Edits of words alone are decided about in their list. */
const isOfWords = sql`(edit_at is not null and edit_sha256 is null)`

const isInReview = (queue: ImageList) => sql<boolean>`${imageConditions(queue)} and not ${isOfWords}`

/** Leases images to a reviewer, the oldest first, until they have enough, and renews the leases of those they have. */
export async function leaseImages(db: Database, queue: ImageList, reviewer: number, seen: SeenImages) {
  await lock(db, 'review leases')
  await sql`delete from review_lease where expires_at <= now()`.execute(db)
  const wanted = Math.max(0, limits.leasedImages - seen.waiting.length)
  const rows = await allRows<{ image_id: number; is_new: boolean }>(db)`
    insert into review_lease (image_id, reviewer, expires_at)
    select id, ${reviewer}::bigint, now() + make_interval(secs => ${limits.leaseSeconds})
    from (
      select id from images
      where id = any(${seen.waiting}::bigint[]) and ${isInReview(allPending)}
      union all
      (select id from images
      where ${isInReview(queue)} and id <> all(${[...seen.waiting, ...seen.skipped]}::bigint[])
        and not exists (select from review_lease where image_id = images.id and reviewer <> ${reviewer})
      order by created_at, id limit ${wanted})
    ) as leased
    on conflict (image_id) do update set expires_at = excluded.expires_at where review_lease.reviewer = ${reviewer}
    returning image_id`
  const held = new Set(rows.map(({ image_id }) => image_id))
  return {
    added: [...held].filter((id) => !seen.waiting.includes(id)),
    gone: seen.waiting.filter((id) => !held.has(id)),
  }
}

/** An approved image is in the queue as long as a new file waits beside it. */
const queueStatus = sql`case when edit_sha256 is null then images.status else 'pending' end`

/** What became of images that left a reviewer's queue: the status, null where deleted, and who has or decided them. */
export const fatesOf = (db: Database, ids: number[]) =>
  allRows<{ id: number; status: ImageStatus | null; by: string | null }>(db)`
    select wanted.id, ${queueStatus} as status, username as by
    from unnest(${ids}::bigint[]) as wanted (id)
    left join images on images.id = wanted.id and ${isListed}
    left join review_lease on image_id = images.id
    left join lateral (
      select decided_by from decision where decision.image_id = images.id order by id desc limit 1
    ) as last on true
    left join users on users.id = case when ${queueStatus} = 'pending' then reviewer else decided_by end`

export const leasesOfOthers = (db: Database, queue: ImageList, reviewer: number) =>
  allRows<{ username: string; count: number }>(db)`
    select username, count(*)::int as count
    from review_lease join users on users.id = reviewer
    where reviewer <> ${reviewer} and expires_at > now()
      and exists (select from images where id = image_id and ${isInReview(queue)})
    group by username order by username`

export const reviewerOf = (db: Database, imageId: number, caller: number) => oneValue<string | undefined>(db)`
  select username from review_lease join users on users.id = reviewer
  where image_id = ${imageId} and reviewer <> ${caller} and expires_at > now()`

export async function waitingCount(db: Database, queue: ImageList): Promise<number> {
  const count = (condition: RawBuilder<unknown>) =>
    oneValue<number>(db)`select count(*)::int from images where ${condition}`
  if (hasFilters(queue)) return count(isInReview(queue))
  // Triggers maintain the length of a list without a filter, which may be long.
  return (await queueLength(db, queue)).count - (await count(sql`${imageConditions(queue)} and ${isOfWords}`))
}
