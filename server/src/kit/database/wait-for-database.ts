import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLost } from './pg-errors.ts'

/** Does a task of the start, again while the database cannot be reached. */
export type WaitForDatabase = <T>(task: () => Promise<T>) => Promise<T>

/** Milliseconds for which a start waits for its database, which may be starting too or restart after a crash. */
const WAIT_MS = 30_000
const RETRY_MS = 250

/** Calls `onWait` once, when a task has to wait for the first time; after `timeout` ms the task's error is thrown. */
export function databaseWaiter(onWait: (reason: Error) => void, timeout = WAIT_MS): WaitForDatabase {
  let isReported = false
  return async (task) => {
    for (const startedAt = Date.now(); ; await sleep(RETRY_MS))
      try {
        return await task()
      } catch (error) {
        if (!isConnectionLost(error) || Date.now() - startedAt > timeout) throw error
        if (!isReported) onWait(error as Error)
        isReported = true
      }
  }
}
