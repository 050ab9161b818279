import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { allRows, allValues, changedRows, type Database } from '#kit/database/statements'

const today = sql`(now() at time zone 'utc')::date`
const lastDayToKeep = sql`${today} - ${sql.lit(limits.derivativeDays)}::int`

export interface StoredDerivative {
  key: string
  byte_size: number
}

/** Records that these derivatives were requested today; each is written once a day. Losing a day is acceptable. */
export const recordDerivativeRequests = (db: Database, requested: StoredDerivative[]): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit to off`.execute(transaction)
    await sql`
      insert into derivative (key, last_requested_on, byte_size)
      select distinct on (key) key, ${today}, byte_size
      from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as requested (key text, byte_size bigint)
      where not exists (
        select from derivative
        where derivative.key = requested.key and last_requested_on >= ${today}
          and derivative.byte_size = requested.byte_size
      )
      order by key
      on conflict (key) do update
      set last_requested_on = excluded.last_requested_on, byte_size = excluded.byte_size`.execute(transaction)
  })

/** Bytes of the derivatives that were requested before, by key. */
export async function derivativeSizes(db: Database, keys: string[]): Promise<Map<string, number>> {
  const found = await allRows<StoredDerivative>(db, 'derivative_sizes')`
    select key, byte_size from derivative where key = any(${keys}::text[]) and byte_size is not null`
  return new Map(found.map(({ key, byte_size }) => [key, byte_size]))
}

/** The derivatives without the `count` that were requested last. */
export const derivativesBeyond = (db: Database, keys: string[], count: number) => allValues<string>(db)`
  select key from derivative where key = any(${keys}::text[])
  order by last_requested_on desc, key offset ${count}`

export const deleteDerivatives = (db: Database, keys: string[]) =>
  changedRows(db)`delete from derivative where key = any(${keys}::text[])`

/** Deletes the rows of a folder; its files leave first, so that what was cut off is done again. */
export const deleteDerivativesIn = (db: Database, folder: string) =>
  changedRows(db)`delete from derivative where starts_with(key, ${folder})`

/** Adds derivatives that were found in the store; those that have no row yet count as requested today. */
export const addFoundDerivatives = (db: Database, keys: string[]) => changedRows(db)`
  insert into derivative (key, last_requested_on) select key, ${today} from unnest(${keys}::text[]) as found (key)
  order by key
  on conflict (key) do nothing`

/** The next derivatives without a request in the last `limits.derivativeDays`, in the order of their keys. */
export const unusedDerivatives = (db: Database, afterKey: string, limit: number) => allValues<string>(db)`
  select key from derivative where key > ${afterKey} and last_requested_on < ${lastDayToKeep}
  order by key limit ${limit}`

/** Deletes the rows of removed files, unless they were requested again meanwhile. */
export const deleteUnusedDerivatives = (db: Database, keys: string[]) => changedRows(db)`
  delete from derivative where key = any(${keys}::text[]) and last_requested_on < ${lastDayToKeep}`
