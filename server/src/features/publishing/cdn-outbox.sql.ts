import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'

/**
 * Transactional outbox: queues the CDN copies of images that became public or got another file, and the removal of the
 * copies that are outdated. It runs in the transaction of that change; `syncCdn` executes the queue later.
 */
export async function syncCdnOutbox(db: Database, imageIds: number[]) {
  const withdrawal = sql`
    with withdrawn as (
      update cdn_copy set state = 'removing', attempts = 0, due_at = now() + case
        -- Pages in use name the copy of a file that was replaced.
        when exists (select from images where id = image_id and pub_no is not null) then interval '5 minutes'
        else interval '0'
      end
      where image_id = any(${imageIds}) and state <> 'removing'
        and not exists (
          select from images where id = image_id and pub_no is not null and starts_with(cdn_id, cloudflare_id)
        )
      returning image_id
    )
    update images set delivery_url = null
    where id in (select image_id from withdrawn) and delivery_url is not null`
  await executeNamed(db, 'withdraw_copies', withdrawal)
  await enqueueCopies(db, imageIds)
}

/** A copy's id at the CDN is never reused, because the CDN's caches would deliver the old copy for it. */
export async function enqueueCopies(db: Database, imageIds: number[]) {
  const insertion = sql`
    insert into cdn_copy (cdn_id, image_id, account_id, state)
    select cloudflare_id || '-' || left(replace(gen_random_uuid()::text, '-', ''), 10), images.id, account_id, 'queued'
    from images cross join (select account_id from cdn_config where not is_removing for share) as cdn_config
    where images.id = any(${imageIds}) and pub_no is not null
    on conflict (image_id) where state <> 'removing' do nothing`
  await executeNamed(db, 'enqueue_copies', insertion)
}
