import { type Caller, isSignedIn } from '@vitrine/contract/caller'
import { isUnavailable } from './pg-errors.ts'
import type { Database } from './pool.ts'
import type { Replica } from './replica.ts'

/**
 * Reads from the database that may answer. The task must not write, and may run twice; where it answers undefined, what
 * was asked for is not there.
 */
export type DatabaseReader = <T>(task: (db: Database) => Promise<T>) => Promise<T>

/** Visitors may read from the replica. Signed-in people read from the primary what they have just written. */
export type ReadRouter = (request: { caller: Caller | null }) => DatabaseReader

/**
 * Of the primary is asked whatever the replica may not be asked, could not answer, or has not: an image may have been shown
 * to a visitor by another process a moment before the replica learns of it.
 */
export function createReadRouter(primary: Database, replica?: Replica): ReadRouter {
  const fromPrimary: DatabaseReader = (task) => task(primary)
  if (!replica) return () => fromPrimary
  const fromReplica: DatabaseReader = async (task) => {
    if (replica.isCaughtUp()) {
      try {
        const answer = await task(replica.db)
        if (answer !== undefined) return answer
      } catch (error) {
        if (isUnavailable(error)) replica.quarantine(error)
      }
    }
    return task(primary)
  }
  return ({ caller }) => (isSignedIn(caller) ? fromPrimary : fromReplica)
}
