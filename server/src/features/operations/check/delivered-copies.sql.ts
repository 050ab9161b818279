import { sql } from 'kysely'
import { enqueueCopies } from '#features/publishing/cdn-outbox.sql'
import { rebuildCards } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import { pageSize } from './inspection.ts'

/** The ids of all copies that visitors are sent to, in pages. */
export async function* deliveredPages(db: Database): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ cdn_id: string }>`
      select cdn_id from cdn_copy where state = 'delivered' and cdn_id collate "C" > ${after}
      order by cdn_id collate "C" limit ${pageSize}`.execute(db)
    if (!rows.length) return
    yield rows.map(({ cdn_id }) => cdn_id)
    after = rows.at(-1)!.cdn_id
  }
}

/** What the database knows of each of these ids of copies; nothing where it has no row for it. */
export async function copyRows(db: Database, ids: string[]) {
  const { rows } = await sql<{ cdn_id: string; image_id: number | null; state: string | null; is_ours: boolean }>`
    select wanted.cdn_id, image_id, state, exists (
      select from images where cloudflare_id = left(wanted.cdn_id, -11)
      union all select from former_cloudflare_id where cloudflare_id = left(wanted.cdn_id, -11)
    ) as is_ours
    from unnest(${ids}::text[]) as wanted (cdn_id) left join cdn_copy using (cdn_id)`.execute(db)
  return new Map(rows.map((row) => [row.cdn_id, row]))
}

/** Lets visitors have an image from this site and queues another copy; the wrong one is removed. */
export const replaceCopy = (db: Database, cdn_id: string, image_id: number) =>
  db.transaction().execute(async (transaction) => {
    await sql`select id from images where id = ${image_id} for no key update`.execute(transaction)
    await sql`
      update cdn_copy set state = 'removing', attempts = 0, due_at = now()
      where cdn_id = ${cdn_id} and state = 'delivered'`.execute(transaction)
    await sql`update images set delivery_url = null where id = ${image_id}`.execute(transaction)
    await enqueueCopies(transaction, [image_id])
    await rebuildCards(transaction, [image_id])
  })
