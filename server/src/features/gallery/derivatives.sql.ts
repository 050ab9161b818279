import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

const today = sql`(now() at time zone 'utc')::date`
const lastDayToKeep = sql`${today} - ${sql.lit(limits.derivativeDays)}::int`

/** Records that these derivatives were requested today; each is written once a day. Losing a day is acceptable. */
export async function recordDerivativeRequests(db: Database, keys: string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit to off`.execute(transaction)
    await sql`
      insert into derivative (key, last_requested_on)
      select key, ${today} from unnest(${keys}::text[]) as requested (key)
      where not exists (
        select from derivative where derivative.key = requested.key and last_requested_on >= ${today}
      )
      order by key
      on conflict (key) do update set last_requested_on = excluded.last_requested_on`.execute(transaction)
  })
}

/** Adds derivatives that were found in the store; those that have no row yet count as requested today. */
export async function addFoundDerivatives(db: Database, keys: string[]): Promise<void> {
  await sql`
    insert into derivative (key, last_requested_on) select key, ${today} from unnest(${keys}::text[]) as found (key)
    order by key
    on conflict (key) do nothing`.execute(db)
}

/** The next derivatives without a request in the last `limits.derivativeDays`, in the order of their keys. */
export async function unusedDerivatives(db: Database, afterKey: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from derivative where key > ${afterKey} and last_requested_on < ${lastDayToKeep}
    order by key limit ${limit}`.execute(db)
  return rows.map(({ key }) => key)
}

/** Deletes the rows of removed files, unless they were requested again meanwhile. */
export async function deleteUnusedDerivatives(db: Database, keys: string[]): Promise<void> {
  await sql`
    delete from derivative where key = any(${keys}::text[]) and last_requested_on < ${lastDayToKeep}`.execute(db)
}
