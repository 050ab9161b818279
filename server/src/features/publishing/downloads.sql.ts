import { sql } from 'kysely'
import { updateIndexedDownloads } from '#features/search/inverted-index/index-writer'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'

/**
 * Counts it in the gallery and for its contributor's day as well. The image's row comes first, as for everybody who
 * publishes: so nobody waits in a ring, and the second statement, which looks afresh, meets the row that an approval has
 * just written. The commit waits for no disk: all downloads of a day share a row, and a count is worth no waiting.
 */
export async function countDownload(db: Database, id: number) {
  await db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit to off`.execute(transaction)
    const rows = await executeNamed(
      transaction,
      'count_download',
      sql<{ downloads: number; owner_id: number }>`
      update images set downloads = downloads + 1 where id = ${id} returning downloads, owner_id`,
    )
    const [counted] = rows
    if (!counted) return
    const { downloads, owner_id } = counted
    await updateIndexedDownloads(transaction, id, downloads)
    await executeNamed(
      transaction,
      'count_download_of_day',
      sql`
      insert into download_day (owner_id, day, count) values (${owner_id}, (now() at time zone 'utc')::date, 1)
      on conflict (owner_id, day) do update set count = download_day.count + 1`,
    )
  })
}
