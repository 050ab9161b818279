import { maxHammingDistance } from '@vitrine/contract/perceptual-hash'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

/** The number of bits in which two perceptual hashes of 64 bits differ. */
const hammingDistance = (a: string, b: string) => sql`bit_count(${sql.raw(a)} # ${sql.raw(b)})`

export interface ImageFingerprint {
  sha256: string
  /** Perceptual hash (dHash), 16 hexadecimal digits. */
  look: string | null
}

/**
 * For each fingerprint the owner's image of the same bytes, or else the nearest by Hamming distance within the limit.
 * `index` is the fingerprint's position, from 0.
 */
export async function findOwnSimilar(db: Database, owner: number, fingerprints: ImageFingerprint[]) {
  const hashes = fingerprints.map(({ sha256 }) => sha256)
  const dhashes = fingerprints.map(({ look }) => look && `x${look}`)
  const { rows } = await sql<SimilarImage & { index: number; same: boolean }>`
    with input as (
      select sha256, dhash::bit(64) as dhash, position
      from unnest(${hashes}::text[], ${dhashes}::text[]) with ordinality as row (sha256, dhash, position)
    ), candidate as (
      select position, images.id, -1 as distance from input join images using (sha256)
      where owner_id = ${owner} and deleted_at is null
      union all
      -- One scan of a narrow index of hashes and ids.
      select position, id, distance from (
        select position, owned.id, ${hammingDistance('owned.dhash', 'input.dhash')} as distance
        from (
          select id, dhash from images where owner_id = ${owner} and deleted_at is null and dhash is not null
        ) as owned
        cross join input where input.dhash is not null
      ) as compared
      where distance <= ${sql.lit(maxHammingDistance)}
    ), nearest as (
      select distinct on (position) * from candidate order by position, distance, id
    )
    select (position - 1)::int as index, distance < 0 as same, images.id,
      slug, title, status, cloudflare_id, delivery_url
    from nearest join images using (id)
    order by position`.execute(db)
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

/** Similar images that are shown to a reviewer. */
const maxSimilar = 5

/** Images of all owners within the Hamming distance of this one, the most similar first. */
export async function findSimilar(db: Database, id: number) {
  const { rows } = await sql<SimilarImage & { username: string }>`
    with nearest as (
      select images.id, ${hammingDistance('images.dhash', 'one.dhash')} as distance
      from (select dhash from images where id = ${id}) as one
      join images on images.dhash is not null and images.deleted_at is null and images.id <> ${id}
      where ${hammingDistance('images.dhash', 'one.dhash')} <= ${sql.lit(maxHammingDistance)}
      order by distance, images.id
      limit ${sql.lit(maxSimilar)}
    )
    select images.id, slug, title, status, cloudflare_id, delivery_url, username
    from nearest join images using (id) join users on users.id = owner_id
    order by distance, images.id`.execute(db)
  return rows
}
