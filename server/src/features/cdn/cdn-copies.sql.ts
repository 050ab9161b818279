import { sql } from 'kysely'
import { enqueueCopies } from '#features/publishing/cdn-outbox.sql'
import { rebuildCards } from '#features/publishing/read-model'
import { escapeLike } from '#kit/database/like-pattern'
import type { Database } from '#kit/database/pool'
import type { Tables } from '#schema'

/** Ids of the next public images after this id, ascending. */
async function publicIdsAfter(db: Database, id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from images where id > ${id} and pub_no is not null order by id limit ${count}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Reconciles the next images with the configuration: queues copies that the account lacks, and has those confirmed
 * again whose delivery URL has changed. Returns the last id, or null at the end.
 */
export async function reconcileBatch(
  db: Database,
  afterId: number,
  account_id: string,
  urlOf: (cdn_id: string) => string,
  count = 1000,
) {
  const ids = await publicIdsAfter(db, afterId, count)
  const pattern = escapeLike(urlOf('\u0001')).replace('\u0001', '%')
  await db.transaction().execute(async (tx) => {
    await lockImageRows(tx, ids)
    await sql`delete from cdn_copy where image_id = any(${ids}) and account_id <> ${account_id}`.execute(tx)
    await enqueueCopies(tx, ids)
    await sql`
      update cdn_copy
      set state = case cdn_copy.state when 'delivered' then 'sent' else 'queued' end,
        due_at = now(), attempts = 0, last_error = null
      from images
      where images.id = cdn_copy.image_id and images.id = any(${ids})
        and (cdn_copy.state = 'rejected' or cdn_copy.state = 'delivered' and delivery_url not like ${pattern})`.execute(
      tx,
    )
    // Images whose copies belonged to another account are delivered by our origin until they are uploaded again.
    await clearDeliveryUrls(tx, ids, sql`id in (select image_id from cdn_copy where state = 'queued')`)
  })
  return ids.at(-1) ?? null
}

/** Moves the next images back to our origin; their copies go 5 minutes later, since pages in use name them. */
export async function withdrawBatch(db: Database, afterId: number, count = 1000): Promise<number | null> {
  const ids = await publicIdsAfter(db, afterId, count)
  await db.transaction().execute(async (tx) => {
    await lockImageRows(tx, ids)
    await sql`
      update cdn_copy set state = 'removing', attempts = 0, due_at = now() + interval '5 minutes'
      where image_id = any(${ids}) and state <> 'removing'`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      update images set delivery_url = null where id = any(${ids}) and delivery_url is not null returning id`.execute(
      tx,
    )
    await rebuildCards(
      tx,
      rows.map((row) => row.id),
    )
  })
  return ids.at(-1) ?? null
}

/** Moves images that the CDN delivers back to our origin. */
async function clearDeliveryUrls(db: Database, ids: number[], which = sql`true`) {
  const { rows } = await sql<{ id: number }>`
    update images set delivery_url = null
    where id = any(${ids}) and delivery_url is not null and ${which} returning id`.execute(db)
  await rebuildCards(
    db,
    rows.map((row) => row.id),
  )
}

/** Moves the image of a lost or rejected copy back to our origin. */
export function revertToOrigin(db: Database, { image_id }: CdnCopy): Promise<void> {
  return db.transaction().execute((tx) => clearDeliveryUrls(tx, [image_id]))
}

/** Locks images by id before their copies; every transaction keeps this order, so none deadlock. */
async function lockImageRows(db: Database, ids: number[]) {
  await sql`select id from images where id = any(${ids}) order by id for no key update`.execute(db)
}

type CopyState = Tables['cdn_copy']['state']

/** A copy with a pending step. */
export interface CdnCopy {
  cdn_id: string
  image_id: number
  state: 'queued' | 'sent' | 'removing'
  /** Including the current one. */
  attempts: number
}

/** The next steps of copies: deletions come first, since what was taken down must not wait for what is new. */
export type CopyWork = 'deletions' | 'uploads'

const isDue = (account_id: string, work: CopyWork) => sql`
  ${work === 'deletions' ? sql`state = 'removing'` : sql`state in ('queued', 'sent')`}
  and due_at <= now() and account_id = ${account_id}`

/** Claims due copies for 5 minutes; after a crash they become due again. */
export async function claimDueCopies(
  db: Database,
  account_id: string,
  work: CopyWork,
  count: number,
): Promise<CdnCopy[]> {
  const { rows } = await sql<CdnCopy>`
    update cdn_copy set due_at = now() + interval '5 minutes', attempts = attempts + 1
    where cdn_id in (
      select cdn_id from cdn_copy where ${isDue(account_id, work)}
      order by due_at limit ${count} for update skip locked
    )
    returning cdn_id, image_id, state, attempts`.execute(db)
  return rows
}

export async function isDeletionDue(db: Database, account_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select exists (select from cdn_copy where ${isDue(account_id, 'deletions')}) as is_due`.execute(db)
  return rows[0]!.is_due
}

/** The image to upload; undefined when it is no longer public. */
export function publicImage(db: Database, id: number) {
  return db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['file.sha256', 'byte_size', 'width', 'height', 'preview_version', 'slug'])
    .where('id', '=', id)
    .where('pub_no', 'is not', null)
    .executeTakeFirst()
}

interface CopyTransition {
  to: CopyState
  /** Seconds until the next step; 0 by default. */
  delaySeconds?: number
  attempts?: number
  last_error?: string
}

/** Does nothing when the copy's state was changed meanwhile. */
export async function updateCopy(
  db: Database,
  { cdn_id, state }: CdnCopy,
  { to, delaySeconds = 0, attempts, last_error }: CopyTransition,
) {
  await db
    .updateTable('cdn_copy')
    .set({
      state: to,
      due_at: sql`now() + make_interval(secs => ${delaySeconds}::float)`,
      last_error: last_error ?? null,
      ...(attempts !== undefined && { attempts: Math.max(0, attempts) }),
    })
    .where('cdn_id', '=', cdn_id)
    .where('state', '=', state)
    .execute()
}

/** Lets visitors get these copies from the CDN, at the URL that `urlOf` returns for each. */
export async function markDelivered(db: Database, copies: CdnCopy[], urlOf: (cdn_id: string) => string) {
  if (!copies.length) return
  await db.transaction().execute(async (tx) => {
    await lockImageRows(
      tx,
      copies.map((copy) => copy.image_id),
    )
    const { rows } = await sql<{ image_id: number; cdn_id: string }>`
      update cdn_copy set state = 'delivered', attempts = 0, last_error = null
      where cdn_id = any(${copies.map((copy) => copy.cdn_id)}) and state = 'sent'
      returning image_id, cdn_id`.execute(tx)
    const ids = rows.map((row) => row.image_id)
    await sql`
      update images set delivery_url = url
      from unnest(${ids}::bigint[], ${rows.map((row) => urlOf(row.cdn_id))}::text[]) as row (image_id, url)
      where images.id = row.image_id`.execute(tx)
    await rebuildCards(tx, ids)
  })
}

/** Forgets the copies of a former account, whose key is no longer known. */
export async function deleteOtherAccountsCopies(db: Database, account_id: string): Promise<void> {
  await db.deleteFrom('cdn_copy').where('account_id', '<>', account_id).execute()
}

/** The states that at least one copy is in. */
export async function copyStatesInUse(db: Database): Promise<CopyState[]> {
  const { rows } = await sql<{ state: CopyState }>`
    select state from unnest(array['queued', 'sent', 'delivered', 'rejected', 'removing']) as state
    where exists (select from cdn_copy where cdn_copy.state = state.state)`.execute(db)
  return rows.map((row) => row.state)
}
