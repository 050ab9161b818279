import type { Licence } from '@vitrine/contract/vocabulary/licences'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { DigitalSource, SourcePlace } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { sql } from 'kysely'
import { hasVisiblePage } from '#features/accounts/users/users.sql'
import type { Database } from '#kit/database/pool'

/** Which images a feed has; all of them by default. */
export interface FeedFilter {
  category?: number
  /** Id of the contributor. */
  owner?: number
}

export interface FeedImage {
  slug: string
  title: string
  description: string
  category_id: number | null
  cloudflare_id: string
  licence: Licence
  credit: string
  ai_made: AiStatement
  source: DigitalSource | null
  source_place: SourcePlace | null
  source_generator: string
  byte_size: number
  width: number
  height: number
  preview_version: number
  created_at: Date
  /** When it first was. */
  approved_at: Date
  updated_at: Date
  username: string
  first_name: string
  last_name: string
  has_visible_page: boolean
}

/** The newest approved images, the newest first; the index of the filter is read as far as the feed goes. */
export async function newestImages(db: Database, filter: FeedFilter): Promise<FeedImage[]> {
  const { rows } = await sql<FeedImage>`
    select
      slug, title, description, category_id, cloudflare_id, licence, credit, images.created_at, images.updated_at,
      ai_made, source, source_place, source_generator,
      file.byte_size, file.width, file.height, preview_version, username, first_name, last_name,
      ${hasVisiblePage} as has_visible_page,
      coalesce(
        (select min(at) from decision where image_id = images.id and decision.status = 'approved'), images.created_at
      ) as approved_at
    from (${publishNumbers(filter)} order by pub_no desc limit ${sql.lit(limits.feedEntries)}) as newest
    join images using (pub_no)
    join file using (sha256)
    join users on users.id = owner_id
    order by pub_no desc`.execute(db)
  return rows
}

function publishNumbers({ category, owner }: FeedFilter) {
  if (owner !== undefined) return sql`select pub_no from images where owner_id = ${owner} and pub_no is not null`
  return category === undefined
    ? sql`select pub_no from published`
    : sql`select pub_no from published where category_id = ${category}`
}
