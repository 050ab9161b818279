import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { allRows } from '#kit/database/statements'
import { keyPages, rowCount } from '../keys.sql.ts'

export const avatarOwners = (db: Database) => keyPages(db, sql`users where image is not null`, sql`id`)

export const avatarsOf = (db: Database, ids: string[]) => allRows<{ id: number; username: string; image: string }>(db)`
  select id, username, image from users where image is not null and id = any(${ids}::bigint[]) order by id`

/** Has a cover made again. */
export const forgetCover = (db: Database, cover: string) =>
  sql`update highlight_set set cover = null where cover = ${cover}`.execute(db)

interface DerivativeRow {
  key: string
  byte_size: number | null
}

/** Those that the nightly job does not remove yet. */
const current = sql`
  derivative where last_requested_on > (now() at time zone 'utc')::date - ${sql.lit(limits.derivativeDays - 1)}::int`

export const derivativeCount = (db: Database) => rowCount(db, current)
export const derivativeKeys = (db: Database) => keyPages(db, current, sql`key collate "C"`)

export const derivativesOf = (db: Database, keys: string[]) => allRows<DerivativeRow>(db)`
  select key, byte_size from ${current} and key = any(${keys}) order by key`
