import type { Status } from '@vitrine/contract/images'
import { alikeUpTo } from '@vitrine/contract/looks'
import { sql } from 'kysely'
import type { Database } from '#kit/database'

/** In how many of 64 bits two looks differ. */
const apart = (a: string, b: string) => sql`bit_count(${sql.raw(a)} # ${sql.raw(b)})`

export interface AskedPicture {
  sha256: string
  /** 16 hexadecimal digits. */
  look: string | null
}

/** For each of these pictures the image of this owner that it is, or that looks most like it; `index` counts from 0. */
export async function ownAlike(db: Database, owner: number, pictures: AskedPicture[]) {
  const hashes = pictures.map(({ sha256 }) => sha256)
  const looks = pictures.map(({ look }) => look && `x${look}`)
  const { rows } = await sql<AlikeRow & { index: number; same: boolean }>`
    select (asked.place - 1)::int as index, found.sha256 = asked.sha256 as same,
      found.id, found.slug, found.title, found.status, found.cloudflare_id
    from (
      select sha256, look::bit(64) as look, place
      from unnest(${hashes}::text[], ${looks}::text[]) with ordinality as said (sha256, look, place)
    ) as asked
    cross join lateral (
      select * from images
      where owner_id = ${owner} and deleted_at is null
        and (images.sha256 = asked.sha256 or ${apart('images.look', 'asked.look')} <= ${sql.lit(alikeUpTo)})
      order by images.sha256 = asked.sha256 desc, ${apart('images.look', 'asked.look')}
      limit 1
    ) as found
    order by asked.place`.execute(db)
  return rows
}

interface AlikeRow {
  id: number
  slug: string
  title: string
  status: Status
  cloudflare_id: string
}

/** More than these nobody compares. */
const most = 5

/** Images of anybody that look like this one, the most alike first. */
export async function allAlike(db: Database, id: number) {
  const { rows } = await sql<AlikeRow & { username: string }>`
    select images.id, images.slug, images.title, images.status, images.cloudflare_id, username
    from images as one
    join images on ${apart('images.look', 'one.look')} <= ${sql.lit(alikeUpTo)} and images.id <> one.id
    join users on users.id = images.owner_id
    where one.id = ${id} and images.deleted_at is null
    order by ${apart('images.look', 'one.look')}, images.id
    limit ${sql.lit(most)}`.execute(db)
  return rows
}
