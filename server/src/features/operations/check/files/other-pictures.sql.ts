import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { pageSize } from '../inspection.ts'

/** The ids of people with an avatar, in pages. */
export async function* avatarPages(db: Database): AsyncGenerator<string[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number }>`
      select id from users where image is not null and id > ${after} order by id limit ${pageSize}`.execute(db)
    if (!rows.length) return
    yield rows.map(({ id }) => String(id))
    after = rows.at(-1)!.id
  }
}

export interface Avatar {
  id: number
  username: string
  image: string
}

export const avatarsOf = (db: Database, ids: string[]): Promise<Avatar[]> =>
  db
    .selectFrom('users')
    .select(['id', 'username', sql<string>`image`.as('image')])
    .where('image', 'is not', null)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .execute()

/** Has a cover made again. */
export const forgetCover = (db: Database, cover: string) =>
  sql`update highlight_set set cover = null where cover = ${cover}`.execute(db)

export interface DerivativeRow {
  key: string
  byte_size: number | null
}

/** Those that the nightly job does not remove yet. */
const isKept = sql`last_requested_on > (now() at time zone 'utc')::date - ${sql.lit(limits.derivativeDays - 1)}::int`

/** The keys of derivatives that are kept, in pages. */
export async function* derivativePages(db: Database): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ key: string }>`
      select key from derivative where key collate "C" > ${after} and ${isKept}
      order by key collate "C" limit ${pageSize}`.execute(db)
    if (!rows.length) return
    yield rows.map(({ key }) => key)
    after = rows.at(-1)!.key
  }
}

export async function derivativesOf(db: Database, keys: string[]): Promise<DerivativeRow[]> {
  const { rows } = await sql<DerivativeRow>`
    select key, byte_size from derivative where key = any(${keys}) and ${isKept} order by key`.execute(db)
  return rows
}

export async function derivativeCount(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from derivative where ${isKept}`.execute(db)
  return rows[0]!.count
}
