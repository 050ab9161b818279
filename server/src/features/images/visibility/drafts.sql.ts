import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { allValues, changedRows } from '#kit/database/statements'

/** Submits these drafts in this order, which lists and the review then have. */
export const submitDrafts = (db: Database, ids: number[], rights_version: number) => changedRows(db)`
  update images set status = 'pending', draft_ends_at = null, rights_version = ${rights_version}, rights_at = now(),
    created_at = now() + place * interval '1 microsecond', updated_at = now()
  from unnest(${ids}::bigint[]) with ordinality as submitted (submitted_id, place)
  where id = submitted_id`

/** Whether a draft leaves soon, and its contributor was not told yet. */
const isToBeTold = sql`(state = 'draft' and draft_ends_at is null
  and created_at < now() - make_interval(days => ${sql.lit(limits.draftDays - limits.draftNoticeDays)}))`

export const ownersToTell = (db: Database) => allValues<number>(db)`
  select distinct owner_id from images where ${isToBeTold}`

export const draftsToTellOf = (db: Database, owner: number) => allValues<number>(db)`
  select id from images where ${isToBeTold} and owner_id = ${owner} order by id`

/** Called after the mail server accepted the mail, so that no draft leaves without one. */
export const setDraftsEnd = (db: Database, ids: number[], end: Date) => changedRows(db)`
  update images set draft_ends_at = ${end} where id = any(${ids}::bigint[]) and status = 'draft'`
