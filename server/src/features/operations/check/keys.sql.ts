import { type RawBuilder, sql } from 'kysely'
import { allRows, type Database, oneValue } from '#kit/database/statements'
import { pageSize } from './inspections.ts'

/** The keys of these rows, which are a table with a condition, in pages in the order of the keys. */
export async function* keyPages(db: Database, rows: RawBuilder<unknown>, key: RawBuilder<unknown>) {
  for (let isNext = sql`true`; ; ) {
    const found = await allRows<{ key: string | number }>(db)`
      select ${key} as key from ${rows} and ${isNext} order by ${key} limit ${pageSize}`
    if (!found.length) return
    yield found.map((row) => String(row.key))
    isNext = sql`${key} > ${found.at(-1)!.key}`
  }
}

export const rowCount = (db: Database, rows: RawBuilder<unknown>) =>
  oneValue<number>(db)`select count(*) as count from ${rows}`
