import { sql } from 'kysely'
import { enqueueCopies } from '#features/publishing/cdn-outbox.sql'
import { rebuildCards } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import type { Tables } from '#schema'

/** The next public images after this id, in its order. */
async function publicIdsAfter(db: Database, id: number, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from images where id > ${id} and pub_no is not null order by id limit ${count}`.execute(db)
  return rows.map((row) => row.id)
}

/**
 * Brings the next images in line with the configuration: wanted where the account has none, to be confirmed anew where
 * their address is another one now. Answers the last id, or null when there are no more.
 */
export async function reconcileBatch(
  db: Database,
  from: number,
  account_id: string,
  address: (id: string) => string,
  count = 1000,
) {
  const ids = await publicIdsAfter(db, from, count)
  const like = address('\u0001')
    .replace(/[%_\\]/g, '\\$&')
    .replace('\u0001', '%')
  await db.transaction().execute(async (tx) => {
    await lockImageRows(tx, ids)
    await sql`delete from cdn_copy where image_id = any(${ids}) and account_id <> ${account_id}`.execute(tx)
    await enqueueCopies(tx, ids)
    await sql`
      update cdn_copy set state = case cdn_copy.state when 'delivered' then 'sent' else 'queued' end, due_at = now(), attempts = 0, last_error = null
      from images
      where images.id = cdn_copy.image_id and images.id = any(${ids})
        and (cdn_copy.state = 'rejected' or cdn_copy.state = 'delivered' and delivery_url not like ${like})`.execute(tx)
    // Of an account that is not ours to speak for any more.
    await clearDeliveryUrls(tx, ids, sql`id in (select image_id from cdn_copy where state = 'queued')`)
  })
  return ids.at(-1) ?? null
}

/** Lets the next images return to our own address. Their copies go a little later: pages that were sent still name them. */
export async function withdrawBatch(db: Database, from: number, count = 1000): Promise<number | null> {
  const ids = await publicIdsAfter(db, from, count)
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

/** Those that a service delivered are at our own address again. */
async function clearDeliveryUrls(db: Database, ids: number[], which = sql`true`) {
  const { rows } = await sql<{ id: number }>`
    update images set delivery_url = null
    where id = any(${ids}) and delivery_url is not null and ${which} returning id`.execute(db)
  await rebuildCards(
    db,
    rows.map((row) => row.id),
  )
}

/** A copy that is there no longer. */
export function revertToOrigin(db: Database, { image_id }: CdnCopy): Promise<void> {
  return db.transaction().execute((tx) => clearDeliveryUrls(tx, [image_id]))
}

/** Images first and then their copies, in one order by everybody. */
async function lockImageRows(db: Database, ids: number[]) {
  await sql`select id from images where id = any(${ids}) order by id for no key update`.execute(db)
}

type CopyState = Tables['cdn_copy']['state']

/** A copy for which there is something to do. */
export interface CdnCopy {
  cdn_id: string
  image_id: number
  state: 'queued' | 'sent' | 'removing'
  /** This one included. */
  attempts: number
}

/** Copies whose time has come. Should we die at work on them, they come again. */
export async function claimDueCopies(db: Database, account_id: string, count: number): Promise<CdnCopy[]> {
  const { rows } = await sql<CdnCopy>`
    update cdn_copy set due_at = now() + interval '5 minutes', attempts = attempts + 1
    where cdn_id in (
      select cdn_id from cdn_copy
      where state in ('queued', 'sent', 'removing') and due_at <= now() and account_id = ${account_id}
      order by due_at limit ${count} for update skip locked
    )
    returning cdn_id, image_id, state, attempts`.execute(db)
  return rows
}

/** What is sent for an image; undefined when it is public no longer. */
export function publicImage(db: Database, id: number) {
  return db
    .selectFrom('images')
    .select(['sha256', 'byte_size', 'width', 'height', 'slug'])
    .where('id', '=', id)
    .where('pub_no', 'is not', null)
    .executeTakeFirst()
}

interface CopyTransition {
  to: CopyState
  /** Seconds from now; at once unless said. */
  delaySeconds?: number
  attempts?: number
  last_error?: string
}

/** Unless somebody decided otherwise meanwhile. */
export async function updateCopy(
  db: Database,
  { cdn_id, state }: CdnCopy,
  { to, delaySeconds: due = 0, attempts, last_error }: CopyTransition,
) {
  await db
    .updateTable('cdn_copy')
    .set({
      state: to,
      due_at: sql`now() + make_interval(secs => ${due}::float)`,
      last_error: last_error ?? null,
      ...(attempts !== undefined && { attempts: Math.max(0, attempts) }),
    })
    .where('cdn_id', '=', cdn_id)
    .where('state', '=', state)
    .execute()
}

export async function deleteCopy(db: Database, cdn_id: string): Promise<void> {
  await db.deleteFrom('cdn_copy').where('cdn_id', '=', cdn_id).where('state', '=', 'removing').execute()
}

/** From now on visitors get these from the service: `address` says where each copy is to be seen. */
export async function markDelivered(db: Database, copies: CdnCopy[], address: (cdn_id: string) => string) {
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
      from unnest(${ids}::bigint[], ${rows.map((row) => address(row.cdn_id))}::text[]) as row (image_id, url)
      where images.id = row.image_id`.execute(tx)
    await rebuildCards(tx, ids)
  })
}

/** Copies that an earlier account holds; its key is gone. */
export async function deleteOtherAccountsCopies(db: Database, account_id: string): Promise<void> {
  await db.deleteFrom('cdn_copy').where('account_id', '<>', account_id).execute()
}

/** The states in which there are copies. */
export async function copyStatesInUse(db: Database): Promise<CopyState[]> {
  const { rows } = await sql<{ state: CopyState }>`
    select state from unnest(array['queued', 'sent', 'delivered', 'rejected', 'removing']) as state
    where exists (select from cdn_copy where cdn_copy.state = state.state)`.execute(db)
  return rows.map((row) => row.state)
}
