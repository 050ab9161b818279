import { sql } from 'kysely'
import { enqueueCopies } from '#features/publishing/cdn-outbox.sql'
import { rebuildCards } from '#features/publishing/read-model'
import { allRows, allValues, changedRows, type Database, escapeLike, oneRow, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'

/** Images of one transaction. */
const batchSize = 1_000

/** Queues copies of the next public images without one at the URL of `urlOf`; returns the last id, null at the end. */
export const pushBatch = (db: Database, afterId: number, urlOf: (cdn_id: string) => string) =>
  db.transaction().execute(async (tx) => {
    const ids = await allValues<number>(tx)`
      select id from images where id > ${afterId} and pub_no is not null order by id limit ${batchSize}
      for no key update`
    const pattern = escapeLike(urlOf('\u0001')).replace('\u0001', '%')
    const moved = await clearDeliveryUrls(tx, ids, sql`delivery_url not like ${pattern}`)
    await sql`
      update cdn_copy set state = 'queued', due_at = now(), attempts = 0, last_error = null
      where image_id = any(${ids})
        and (state = 'rejected' or state = 'delivered' and image_id = any(${moved}))`.execute(tx)
    await enqueueCopies(tx, ids)
    return ids.at(-1) ?? null
  })

/** Moves images back to our origin; their copies, which pages in use name, go 5 minutes later. False without any. */
export const withdrawBatch = (db: Database): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const ids = await allValues<number>(tx)`
      select image_id from cdn_copy where state <> 'removing' limit ${batchSize}`
    await lockImageRows(tx, ids)
    await sql`
      update cdn_copy set state = 'removing', attempts = 0, due_at = now() + interval '5 minutes'
      where image_id = any(${ids}) and state <> 'removing'`.execute(tx)
    await clearDeliveryUrls(tx, ids)
    return ids.length > 0
  })

/** Moves images that the CDN delivers back to our origin; returns their ids. */
async function clearDeliveryUrls(db: Database, ids: number[], which = sql`true`): Promise<number[]> {
  const moved = await allValues<number>(db)`
    update images set delivery_url = null
    where id = any(${ids}) and delivery_url is not null and ${which} returning id`
  await rebuildCards(db, moved)
  return moved
}

export async function revertToOrigin(db: Database, { image_id }: CdnCopy): Promise<void> {
  await db.transaction().execute((tx) => clearDeliveryUrls(tx, [image_id]))
}

/** Locks images by id before their copies; every transaction keeps this order, so none deadlock. */
const lockImageRows = (db: Database, ids: number[]) =>
  allRows(db)`select id from images where id = any(${ids}) order by id for no key update`

/** A copy with a pending step. */
export interface CdnCopy {
  cdn_id: string
  image_id: number
  state: 'queued' | 'sent' | 'removing'
  /** Including the current one. */
  attempts: number
}

/** The next steps of copies: deletions come first, since what was taken down must not wait for what is new. */
type CopyWork = 'deletions' | 'uploads'

const isDue = (work: CopyWork) => sql`
  ${work === 'deletions' ? sql`state = 'removing'` : sql`state in ('queued', 'sent')`} and due_at <= now()`

export const dueCopies = (db: Database, work: CopyWork, count: number) => allRows<CdnCopy>(db)`
  select cdn_id, image_id, state, attempts + 1 as attempts from cdn_copy where ${isDue(work)}
  order by due_at limit ${count}`

export const publicImage = (db: Database, id: number) =>
  db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['file.sha256', 'byte_size', 'width', 'height', 'preview_version', 'slug'])
    .where('id', '=', id)
    .where('pub_no', 'is not', null)
    .executeTakeFirst()

interface CopyTransition {
  to: Tables['cdn_copy']['state']
  /** Seconds until the next step; 0 by default. */
  delaySeconds?: number
  /** The current one included by default. */
  attempts?: number
  last_error?: string
}

/** Does nothing when the copy's state was changed meanwhile. */
export const updateCopy = (
  db: Database,
  { cdn_id, state, ...copy }: CdnCopy,
  { to, delaySeconds = 0, attempts = copy.attempts, last_error }: CopyTransition,
) => changedRows(db)`
  update cdn_copy set state = ${to}, due_at = now() + make_interval(secs => ${delaySeconds}::float),
    attempts = ${attempts}, last_error = ${last_error ?? null}
  where cdn_id = ${cdn_id} and state = ${state}`

/** Lets visitors get these copies from the CDN, at the URL that `urlOf` returns for each. */
export async function markDelivered(db: Database, copies: CdnCopy[], urlOf: (cdn_id: string) => string) {
  if (!copies.length) return
  await db.transaction().execute(async (tx) => {
    const locked = copies.map((copy) => copy.image_id)
    await lockImageRows(tx, locked)
    const rows = await allRows<{ image_id: number; cdn_id: string }>(tx)`
      update cdn_copy set state = 'delivered', attempts = 0, last_error = null
      where cdn_id = any(${copies.map((copy) => copy.cdn_id)}) and state = 'sent'
      returning image_id, cdn_id`
    const ids = rows.map((row) => row.image_id)
    await sql`
      update images set delivery_url = url
      from unnest(${ids}::bigint[], ${rows.map((row) => urlOf(row.cdn_id))}::text[]) as row (image_id, url)
      where images.id = row.image_id`.execute(tx)
    await rebuildCards(tx, ids)
  })
}

export const forgetCopy = (db: Database, { cdn_id }: CdnCopy) =>
  changedRows(db)`delete from cdn_copy where cdn_id = ${cdn_id} and state = 'removing'`

export const hasCopies = (db: Database) => oneValue<boolean>(db)`select exists (select from cdn_copy)`

export const countCopies = (db: Database) =>
  oneRow<{ approved: number; there: number; coming: number; unfit: number; leaving: number }>(db)`
    select
      (select count(*)::int from published) as approved,
      count(*) filter (where state = 'delivered')::int as there,
      count(*) filter (where state in ('queued', 'sent'))::int as coming,
      count(*) filter (where state = 'rejected')::int as unfit,
      count(*) filter (where state = 'removing')::int as leaving
    from cdn_copy`

/** A delivery URL as an example, and the error of one rejected copy. */
export const sampleCopies = (db: Database) => oneRow<{ shown: string | null; refused: string | null }>(db)`
  select
    (select delivery_url from images join cdn_copy on image_id = id
      where cdn_copy.state = 'delivered' limit 1) as shown,
    (select last_error from cdn_copy where state = 'rejected' limit 1) as refused`
