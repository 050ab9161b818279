import { limits } from '@vitrine/contract/vocabulary/limits'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { enqueueImageFileRemoval, type ImageFile } from './image-files.sql.ts'
import { isKnownTo } from './images.sql.ts'

/** Whether an image was reported and no one has decided about that: then it does not leave for good. */
const hasOpenReport = sql<SqlBool>`exists (
  select from report where report.image_id = images.id and decision_id is null)`

/** Whether an image of the trash may leave for good. */
export const mayLeave = sql<SqlBool>`(state = 'trash' and not ${hasOpenReport})`

/** Locks these rows of the trash, of drafts this person's, until the transaction ends, in the order of their ids. */
export function lockTrash(db: Database, ids: number[], draftsOf: number) {
  return db
    .selectFrom('images')
    .select(['id', 'owner_id', 'status', 'version', 'trashed_by'])
    .where('id', 'in', ids)
    .where('state', '=', sql.lit('trash'))
    .where(isKnownTo(draftsOf))
    .orderBy('id')
    .forUpdate()
    .execute()
}

interface TrashPart {
  /** Null means of all users. */
  owner: number | null
  /** Whose drafts are among them; those of all where left out. */
  draftsOf?: number
}

const isIn = ({ owner, draftsOf }: TrashPart) => sql<SqlBool>`(
  state = 'trash' and (${owner}::bigint is null or owner_id = ${owner})
  and ${draftsOf === undefined ? sql`true` : isKnownTo(draftsOf)})`

interface TrashPage {
  count: number
  images: { id: number; is_reported: boolean }[]
}

/** One page of the trash, the latest deleted first, and how many images there are. */
export async function trashPage(db: Database, part: TrashPart, page: number): Promise<TrashPage> {
  const { rows } = await sql<TrashPage>`
    select (select count(*)::int from images where ${isIn(part)}) as count,
      coalesce(json_agg(json_build_object('id', id, 'is_reported', is_reported)), '[]') as images
    from (
      select id, ${hasOpenReport} as is_reported from images where ${isIn(part)} order by trashed_at desc, id desc
      limit ${limits.managedImagesPerPage} offset ${(page - 1) * limits.managedImagesPerPage}
    ) as listed`.execute(db)
  return rows[0]!
}

export interface TrashScope extends TrashPart {
  /** Deleted before this time of the database's clock, as PostgreSQL's text. */
  before: string
}

interface TrashSummary {
  /** Images that may leave, and those that stay since they have open reports. */
  count: number
  staying: number
  /** The database's time of the count. */
  before: string
}

/** What emptying the trash removes now. */
export async function trashSummary(db: Database, part: TrashPart): Promise<TrashSummary> {
  const { rows } = await sql<TrashSummary>`
    select count(*) filter (where ${mayLeave}) as count, count(*) filter (where not ${mayLeave}) as staying,
      clock_timestamp()::text as before
    from images
    where ${isIn(part)}`.execute(db)
  return rows[0]!
}

export async function trashExpiry(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select (now() - make_interval(days => ${sql.lit(limits.trashDays)}))::text as at`.execute(db)
  return rows[0]!.at
}

/** Deletes images of the trash for good, but for those with open reports. */
export const purgeBatch = (db: Database, scope: TrashScope, limit: number) =>
  purge(db, sql`trashed_at < ${scope.before}::timestamptz and ${isIn(scope)} and ${mayLeave}`, limit)

/** Deletes drafts whose end has passed. */
export const purgeDrafts = (db: Database, limit: number) =>
  purge(db, sql`state = 'draft' and draft_ends_at < now()`, limit)

/**
 * Deletes up to `limit` rows permanently and records their files for removal, in one transaction. Returns the number of
 * rows deleted.
 */
function purge(db: Database, isDue: Expression<SqlBool>, limit: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows: doomed } = await sql<{ id: number }>`
      select id from images where ${isDue} order by id limit ${limit} for update`.execute(transaction)
    const ids = doomed.map(({ id }) => id)
    const { rows } = await sql<ImageFile>`
      with deleted as (
        delete from images where id = any(${ids}::bigint[])
        returning cloudflare_id, sha256, edit_cloudflare_id, edit_sha256
      )
      select cloudflare_id, sha256 from deleted
      union all select edit_cloudflare_id, edit_sha256 from deleted where edit_sha256 is not null`.execute(transaction)
    await enqueueImageFileRemoval(transaction, rows)
    return ids.length
  })
}
