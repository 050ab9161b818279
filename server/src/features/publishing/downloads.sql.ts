import { sql } from 'kysely'
import { updateIndexedDownloads } from '#features/search/inverted-index/index-writer'
import { type Database, namedStatement } from '#kit/database/pool'

/**
 * Counts it in the gallery and for its contributor's day as well. The image's row comes first, as for everybody who
 * publishes: so nobody waits in a ring, and the second statement, which looks afresh, meets the row that an approval has
 * just written. The commit waits for no disk: all downloads of a day share a row, and a count is worth no waiting.
 */
export async function countDownload(db: Database, id: number) {
  await db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit to off`.execute(transaction)
    const { rows } = await sql<{ downloads: number; owner_id: number }>`${namedStatement}
      update images set downloads = downloads + 1 where id = ${id} returning downloads, owner_id`.execute(transaction)
    const [counted] = rows
    if (!counted) return
    const { downloads, owner_id } = counted
    await updateIndexedDownloads(transaction, id, downloads)
    await sql`${namedStatement}
      insert into download_day (owner_id, day, count) values (${owner_id}, (now() at time zone 'utc')::date, 1)
      on conflict (owner_id, day) do update set count = download_day.count + 1`.execute(transaction)
  })
}
