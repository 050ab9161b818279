import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#kit/database/pool'
import { pageSize } from './inspection.ts'

/** The keys of these rows, which are a table with a condition, in pages in the order of the keys. */
export async function* keyPages(
  db: Database,
  rows: RawBuilder<unknown>,
  key: RawBuilder<unknown>,
): AsyncGenerator<string[]> {
  for (let isNext = sql`true`; ; ) {
    const { rows: found } = await sql<{ key: string | number }>`
      select ${key} as key from ${rows} and ${isNext} order by ${key} limit ${pageSize}`.execute(db)
    if (!found.length) return
    yield found.map((row) => String(row.key))
    isNext = sql`${key} > ${found.at(-1)!.key}`
  }
}

export async function rowCount(db: Database, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`select count(*) as count from ${rows}`.execute(db)
  return found[0]!.count
}
