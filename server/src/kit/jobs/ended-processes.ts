import { processesWithoutLock } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/pool'

// A process shows that it runs by an advisory lock of its name on its LISTEN connection (decision 0065).

/** Milliseconds between two looks for what ended processes left. */
export const LOOK_INTERVAL_MS = 10_000
/** Milliseconds for which a lock has to be free: a process that lost its connection takes it again within one. */
export const SURE_AFTER_MS = 5_000

/** Returns those of these processes that have ended. */
export type EndedProcesses = (names: string[]) => Promise<string[]>

/**
 * Tells which processes have ended: those whose locks were free at two looks in a row, seconds apart. This process,
 * `ownName`, never has.
 */
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
