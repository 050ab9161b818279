import type { OwnStatus } from '@vitrine/contract/schemas/image'
import { sql } from 'kysely'
import type { AddressableImage } from '#features/images/image-urls'
import { type AddedImage, isKnownTo, isListed, isListedFor } from '#features/images/images.sql'
import { allRows, type Database, oneValue } from '#kit/database/statements'

type Listed = 'id' | 'sha256' | 'owner_id' | 'slug' | 'title' | 'width' | 'height'

export interface ImageOfFile extends AddressableImage, Pick<AddedImage, Listed> {
  username: string
  status: OwnStatus
}

/** Images of one file that are found at most: each contributor may have one. */
const maxImagesOfFile = 5

/** Images outside of the trash, the person's own first; a file that waits beside a public image counts as pending. */
export const imagesOfFiles = (db: Database, hashes: string[], personId: number) => allRows<ImageOfFile>(db)`
  select found.*, username, preview_version, width, height
  from unnest(${hashes}::text[]) with ordinality as wanted (hash, position)
  cross join lateral (
    select * from (
      select id, sha256, owner_id, slug, title, status, pub_no, cloudflare_id, delivery_url
      from images
      where sha256 = wanted.hash and ${isListedFor(personId)}
      union all
      select id, edit_sha256, owner_id, slug, title, 'pending', null, edit_cloudflare_id, null
      from images
      where edit_sha256 = wanted.hash and ${isListed}
    ) as held
    order by owner_id = ${personId} desc, pub_no is not null desc, id
    limit ${sql.lit(maxImagesOfFile)}
  ) as found
  join file using (sha256)
  join users on users.id = owner_id
  order by position, owner_id = ${personId} desc, pub_no is not null desc, found.id`

/** The hash of the file to be judged: the one that waits beside the image, or else its own; not of others' drafts. */
export const hashOfImage = (db: Database, id: number, personId: number) => oneValue<string | undefined>(db)`
  select coalesce(edit_sha256, sha256) from images where id = ${id} and ${isKnownTo(personId)}`
