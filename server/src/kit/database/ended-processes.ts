import type pg from 'pg'
import { allValues, type Database } from './statements.ts'

// A process shows that it runs by an advisory lock of its name on its LISTEN connection (decision 0065).

/** Milliseconds between two looks for what ended processes left. */
export const LOOK_INTERVAL_MS = 10_000
/** Milliseconds for which a lock has to be free: a process that lost its connection takes it again within one. */
export const SURE_AFTER_MS = 5_000

/** Returns the processes that have ended. */
export type EndedProcesses = (names: string[]) => Promise<string[]>

/** Those whose locks were free at two looks in a row, seconds apart; `ownName`, this process, never is one of them. */
export function watchProcesses(db: Database, ownName: string, now = () => performance.now()): EndedProcesses {
  let freeSince = new Map<string, number>()
  return async (names) => {
    const before = freeSince
    freeSince = new Map() // a look that fails counts as none: locks are free for a moment when the database is back
    const at = now()
    const others = names.filter((name) => name !== ownName)
    for (const name of await processesWithoutLock(db, others)) freeSince.set(name, before.get(name) ?? at)
    return [...freeSince].filter(([, since]) => at - since >= SURE_AFTER_MS).map(([name]) => name)
  }
}

/** Takes the lock for as long as the connection lives. It is shared, so that a reconnect never waits for itself. */
export async function holdProcessLock(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared(hashtext($1))', [name])
}

/** The processes whose locks are free now. A look takes no lock, which another look would see. */
export async function processesWithoutLock(db: Database, names: string[]): Promise<string[]> {
  if (!names.length) return []
  return allValues<string>(db)`
    select distinct name from unnest(${names}::text[]) as name
    where hashtext(name)::bigint not in (
      select classid::bigint << 32 | objid::bigint from pg_locks
      where locktype = 'advisory' and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())
    )`
}
