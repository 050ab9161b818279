import * as limits from '@vitrine/contract/vocabulary/limits'
import { type Selectable, sql } from 'kysely'
import { hasVisiblePage } from '#features/accounts/users/users.sql'
import type { AddedImage } from '#features/images/images.sql'
import { allRows, type Database } from '#kit/database/statements'
import type { Tables } from '#schema'

/** Which images a feed has; all of them by default. */
export interface FeedFilter {
  category?: number
  owner?: number
}

type Contributor = Pick<Selectable<Tables['users']>, 'username' | 'first_name' | 'last_name'>
type Provenance = 'licence' | 'credit' | 'ai_made' | 'source' | 'source_place' | 'source_generator'
type Described = 'slug' | 'title' | 'description' | 'category_id' | 'cloudflare_id' | 'created_at' | 'updated_at'
type Picture = 'byte_size' | 'width' | 'height' | 'preview_version'

export interface FeedImage extends Contributor, Pick<AddedImage, Described | Provenance | Picture> {
  /** When it first was. */
  approved_at: Date
  has_visible_page: boolean
}

/** The newest approved images, the newest first; the index of the filter is read as far as the feed goes. */
export const newestImages = (db: Database, filter: FeedFilter) => allRows<FeedImage>(db)`
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
  order by pub_no desc`

function publishNumbers({ category, owner }: FeedFilter) {
  if (owner !== undefined) return sql`select pub_no from images where owner_id = ${owner} and pub_no is not null`
  return category === undefined
    ? sql`select pub_no from published`
    : sql`select pub_no from published where category_id = ${category}`
}
