import { type Caller, isSignedIn } from '@vitrine/contract/caller'
import { isUnavailable } from './pg-errors.ts'
import type { Database } from './pool.ts'
import type { Replica } from './replica.ts'

/**
 * Runs a read-only task on the replica or the primary. The task may run twice, and returns undefined for what does not
 * exist.
 */
export type DatabaseReader = <T>(task: (db: Database) => Promise<T>) => Promise<T>

/**
 * Chooses the reader of a request: signed-in people read from the primary, to see their own writes, and on connections
 * of their own, so that neither they nor visitors wait for the others' connections.
 */
export type ReadRouter = (request: { caller: Caller | null }) => DatabaseReader

interface ReadPools {
  /** On the primary. */
  people: Database
  /** On the primary too. */
  visitors: Database
  replica?: Replica | undefined
}

/**
 * Visitors read from the replica while it is caught up. The primary is read when the replica fails, and when it finds
 * nothing: another process may have published the row a moment ago.
 */
export function createReadRouter({ people, visitors, replica }: ReadPools): ReadRouter {
  const forPeople: DatabaseReader = (task) => task(people)
  const forVisitors: DatabaseReader = replica ? fromReplica(replica, visitors) : (task) => task(visitors)
  return ({ caller }) => (isSignedIn(caller) ? forPeople : forVisitors)
}

const fromReplica =
  (replica: Replica, primary: Database): DatabaseReader =>
  async (task) => {
    if (replica.isCaughtUp()) {
      try {
        const result = await task(replica.db)
        if (result !== undefined) return result
      } catch (error) {
        if (isUnavailable(error)) replica.quarantine(error)
      }
    }
    return task(primary)
  }
