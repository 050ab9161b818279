import { maxHammingDistance } from '@vitrine/contract/perceptual-hash'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** In how many of 64 bits two looks differ. */
const hammingDistance = (a: string, b: string) => sql`bit_count(${sql.raw(a)} # ${sql.raw(b)})`

export interface ImageFingerprint {
  sha256: string
  /** 16 hexadecimal digits. */
  look: string | null
}

/** For each of these pictures the image of this owner that it is, or that looks most like it; `index` counts from 0. */
export async function findOwnSimilar(db: Database, owner: number, pictures: ImageFingerprint[]) {
  const hashes = pictures.map(({ sha256 }) => sha256)
  const looks = pictures.map(({ look }) => look && `x${look}`)
  const { rows } = await sql<SimilarImage & { index: number; same: boolean }>`
    with asked as (
      select sha256, look::bit(64) as look, place
      from unnest(${hashes}::text[], ${looks}::text[]) with ordinality as said (sha256, look, place)
    ), found as (
      select place, images.id, -1 as apart from asked join images using (sha256)
      where owner_id = ${owner} and deleted_at is null
      union all
      -- One pass over a narrow index, whose rows hold nothing but looks.
      select place, id, apart from (
        select place, mine.id, ${hammingDistance('mine.look', 'asked.look')} as apart
        from (select id, look from images where owner_id = ${owner} and deleted_at is null and look is not null) as mine
        cross join asked where asked.look is not null
      ) as compared
      where apart <= ${sql.lit(maxHammingDistance)}
    ), nearest as (
      select distinct on (place) * from found order by place, apart, id
    )
    select (place - 1)::int as index, apart < 0 as same, images.id, slug, title, status, cloudflare_id, delivery_url
    from nearest join images using (id)
    order by place`.execute(db)
  return rows
}

interface SimilarImage {
  id: number
  slug: string
  title: string
  status: ImageStatus
  cloudflare_id: string
  delivery_url: string | null
}

/** More than these nobody compares. */
const maxSimilar = 5

/** Images of anybody that look like this one, the most alike first. */
export async function findSimilar(db: Database, id: number) {
  const { rows } = await sql<SimilarImage & { username: string }>`
    with nearest as (
      select images.id, ${hammingDistance('images.look', 'one.look')} as apart
      from (select look from images where id = ${id}) as one
      join images on images.look is not null and images.deleted_at is null and images.id <> ${id}
      where ${hammingDistance('images.look', 'one.look')} <= ${sql.lit(maxHammingDistance)}
      order by apart, images.id
      limit ${sql.lit(maxSimilar)}
    )
    select images.id, slug, title, status, cloudflare_id, delivery_url, username
    from nearest join images using (id) join users on users.id = owner_id
    order by apart, images.id`.execute(db)
  return rows
}
