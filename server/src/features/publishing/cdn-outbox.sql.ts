import { sql } from 'kysely'
import { changedRows, type Database } from '#kit/database/statements'

/** Transactional outbox for `syncCdn`: a removal that was to wait becomes due once its image is no longer public. */
export async function syncCdnOutbox(db: Database, imageIds: number[]) {
  const isPublic = sql`exists (select from images where id = image_id and pub_no is not null)`
  await changedRows(db, 'withdraw_copies')`
    with withdrawn as (
      update cdn_copy set
        state = 'removing',
        attempts = case state when 'removing' then attempts else 0 end,
        -- Pages in use name the copy of a file that was replaced.
        due_at = case when ${isPublic} then now() + interval '5 minutes' else least(due_at, now()) end
      where image_id = any(${imageIds}) and (state <> 'removing' or not ${isPublic})
        and not exists (
          select from images where id = image_id and pub_no is not null and starts_with(cdn_id, cloudflare_id)
        )
      returning image_id
    )
    update images set delivery_url = null
    where id in (select image_id from withdrawn) and delivery_url is not null`
  await enqueueCopies(db, imageIds)
}

/** A copy's id at the CDN is never reused, because the CDN's caches would deliver the old copy for it. */
export const enqueueCopies = (db: Database, imageIds: number[]) =>
  changedRows(db, 'enqueue_copies')`
    insert into cdn_copy (cdn_id, image_id, state)
    select cloudflare_id || '-' || left(replace(gen_random_uuid()::text, '-', ''), 10), images.id, 'queued'
    from images cross join (select from cdn_config where not is_removing for share) as cdn_config
    where images.id = any(${imageIds}) and pub_no is not null
    on conflict (image_id) where state <> 'removing' do nothing`
