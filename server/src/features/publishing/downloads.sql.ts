import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { updateIndexedDownloads } from '#features/search/inverted-index/index-writer.sql'
import { allRows, changedRows, type Database } from '#kit/database/statements'
import type { Tables } from '#schema'

/** Downloads of one image on one day (UTC, YYYY-MM-DD). */
export type DownloadCount = Tables['image_download_day']

/**
 * The images' rows are locked first, in id order, as publishing does, so that the two cannot deadlock and later
 * statements see what an approval has written; the commit is asynchronous, since a crash may lose some counts.
 */
export const addDownloads = (db: Database, counts: DownloadCount[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit to off`.execute(transaction)
    const images = await addToImages(transaction, counts)
    await updateIndexedDownloads(transaction, images)
    await addToDays(transaction, counts)
  })

const countRows = (counts: DownloadCount[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as row (image_id bigint, day date, count int)`

const addToImages = (transaction: Database, counts: DownloadCount[]) =>
  allRows<{ id: number; downloads: number }>(transaction, 'add_downloads')`
    with counted as (
      select image_id, sum(count) as count from ${countRows(counts)} group by image_id
    ), locked as materialized (
      select images.id, counted.count from images join counted on images.id = image_id
      order by images.id for no key update of images
    )
    update images set downloads = downloads + locked.count from locked where images.id = locked.id
    returning images.id, images.downloads`

/** Rows are taken in the order of their key, so that the batches of two processes cannot deadlock. */
const addToDays = (transaction: Database, counts: DownloadCount[]) =>
  changedRows(transaction, 'add_downloads_of_day')`
    with counted as materialized (
      select image_id, owner_id, day, count from ${countRows(counts)} join images on images.id = image_id
    ), by_image as (
      insert into image_download_day (image_id, day, count)
      select image_id, day, count from counted order by image_id, day
      on conflict (image_id, day) do update set count = image_download_day.count + excluded.count
    )
    insert into download_day (owner_id, day, count)
    select owner_id, day, sum(count) from counted group by owner_id, day order by owner_id, day
    on conflict (owner_id, day) do update set count = download_day.count + excluded.count`

export const deleteOldDownloadDays = (db: Database) => changedRows(db)`
  delete from image_download_day
  where day < (now() at time zone 'utc')::date - ${sql.lit(limits.imageDownloadDays)}::int`
