import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'

/**
 * Decides for images that became public, or ceased to be, whether the hosting service is to hold them. Inside the
 * transaction of that change, whose rows are locked: what is decided here is done later, by deliver().
 */
export async function syncCdnOutbox(db: Database, imageIds: number[]) {
  await executeNamed(
    db,
    'withdraw_copies',
    sql`
    with gone as (
      update hosted set state = 'leaving', due_at = now(), tries = 0
      where image_id = any(${imageIds}) and state <> 'leaving'
        and not exists (select from images where id = image_id and pub_no is not null)
      returning image_id
    )
    update images set delivery_url = null
    where id in (select image_id from gone) and delivery_url is not null`,
  )
  await enqueueCopies(db, imageIds)
}

/** The service's ids are never used again, or its caches would mistake a new copy for the old one. */
export async function enqueueCopies(db: Database, imageIds: number[]) {
  await executeNamed(
    db,
    'enqueue_copies',
    sql`
    insert into hosted (hosted_id, image_id, account_id, state)
    select cloudflare_id || '-' || left(replace(gen_random_uuid()::text, '-', ''), 10), images.id, account_id, 'wanted'
    from images cross join (select account_id from hosting where not leaves for share) as hosting
    where images.id = any(${imageIds}) and pub_no is not null
    on conflict (image_id) where state <> 'leaving' do nothing`,
  )
}
