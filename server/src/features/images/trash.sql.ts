import * as limits from '@vitrine/contract/vocabulary/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import { allRows, allValues, type Database, oneRow, oneValue } from '#kit/database/statements'
import { enqueueImageFileRemoval, type ImageFile } from './files-of-images.sql.ts'
import { type AddedImage, isKnownTo } from './images.sql.ts'

/** Whether an image was reported and no one has decided about that: then it does not leave for good. */
const hasOpenReport = sql<SqlBool>`exists (
  select from report where report.image_id = images.id and decision_id is null)`

export const mayLeave = sql<SqlBool>`(state = 'trash' and not ${hasOpenReport})`

/** Locks these rows of the trash, of drafts this person's, until the transaction ends, in the order of their ids. */
export const lockTrash = (db: Database, ids: number[], draftsOf: number) => allRows<TrashedImage>(db)`
  select id, owner_id, status, version, trashed_by from images
  where id = any(${ids}::bigint[]) and state = 'trash' and ${isKnownTo(draftsOf)} order by id for update`

type TrashedImage = Pick<AddedImage, 'id' | 'owner_id' | 'status' | 'version' | 'trashed_by'>

interface TrashPart {
  /** Null means of all users. */
  owner: number | null
  /** Whose drafts are among them; those of all where left out. */
  draftsOf?: number
}

const isIn = ({ owner, draftsOf }: TrashPart) => sql<SqlBool>`(
  state = 'trash' and (${owner}::bigint is null or owner_id = ${owner})
  and ${draftsOf === undefined ? sql`true` : isKnownTo(draftsOf)})`

/** One page of the trash, the latest deleted first, and how many images there are. */
export const trashPage = (db: Database, part: TrashPart, page: number) =>
  oneRow<{ count: number; images: { id: number; is_reported: boolean }[] }>(db)`
  select (select count(*)::int from images where ${isIn(part)}) as count,
    coalesce(json_agg(json_build_object('id', id, 'is_reported', is_reported)), '[]') as images
  from (
    select id, ${hasOpenReport} as is_reported from images where ${isIn(part)} order by trashed_at desc, id desc
    limit ${limits.managedImagesPerPage} offset ${(page - 1) * limits.managedImagesPerPage}
  ) as listed`

export interface TrashScope extends TrashPart {
  /** Deleted before this time of the database's clock, as PostgreSQL's text. */
  before: string
}

/** What emptying the trash removes now, what stays since it has open reports, and the database's time of the count. */
export const trashSummary = (db: Database, part: TrashPart) =>
  oneRow<{ count: number; staying: number; before: string }>(db)`
  select count(*) filter (where ${mayLeave}) as count, count(*) filter (where not ${mayLeave}) as staying,
    clock_timestamp()::text as before
  from images
  where ${isIn(part)}`

export const trashExpiry = (db: Database) => oneValue<string>(db)`
  select (now() - make_interval(days => ${sql.lit(limits.trashDays)}))::text as at`

export const purgeBatch = (db: Database, scope: TrashScope, limit: number) =>
  purge(db, sql`trashed_at < ${scope.before}::timestamptz and ${isIn(scope)} and ${mayLeave}`, limit)

export const purgeDrafts = (db: Database, limit: number) =>
  purge(db, sql`state = 'draft' and draft_ends_at < now()`, limit)

/** Deletes up to `limit` rows for good and records their files for removal, in one transaction; returns how many. */
const purge = (db: Database, isDue: Expression<SqlBool>, limit: number): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const ids = await allValues<number>(transaction)`
      select id from images where ${isDue} order by id limit ${limit} for update`
    const rows = await allRows<ImageFile>(transaction)`
      with deleted as (
        delete from images where id = any(${ids}::bigint[])
        returning cloudflare_id, sha256, edit_cloudflare_id, edit_sha256
      )
      select cloudflare_id, sha256 from deleted
      union all select edit_cloudflare_id, edit_sha256 from deleted where edit_sha256 is not null`
    await enqueueImageFileRemoval(transaction, rows)
    return ids.length
  })
