import { sql } from 'kysely'
import { updateIndexedDownloads } from '#features/search/inverted-index/index-writer.sql'
import type { Database } from '#kit/database/pool'
import { executeNamed } from '#kit/database/statements'

/**
 * Counts a download of the image, in the read model and in its owner's daily figures. The image's row is locked first,
 * as publishing does, so that the two cannot deadlock and the second statement sees the row that a concurrent approval
 * has written. The commit does not wait for the disk (asynchronous commit): losing a count in a crash is acceptable.
 */
export async function countDownload(db: Database, id: number) {
  await db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit to off`.execute(transaction)
    const update = sql<{ downloads: number; owner_id: number }>`
      update images set downloads = downloads + 1 where id = ${id} returning downloads, owner_id`
    const [counted] = await executeNamed(transaction, 'count_download', update)
    if (!counted) return
    const { downloads, owner_id } = counted
    await updateIndexedDownloads(transaction, id, downloads)
    const upsert = sql`
      insert into download_day (owner_id, day, count) values (${owner_id}, (now() at time zone 'utc')::date, 1)
      on conflict (owner_id, day) do update set count = download_day.count + 1`
    await executeNamed(transaction, 'count_download_of_day', upsert)
  })
}
