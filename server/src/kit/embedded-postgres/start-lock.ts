import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

// As long as a crash recovery of an embedded database may reasonably take; the holder is alive, or the lock were free.
const LOCK_TIMEOUT_MS = 10 * 60_000
const SQLITE_BUSY = 5

/**
 * Waits for the exclusive lock on `file` (created when missing) and gives the function that releases it.
 *
 * A pid in a file can belong to another program after a crash, and a lock file can outlive its maker. The kernel's own
 * file locks have neither fault: they end with the process, also by kill -9. Node.js has no call for them, but its
 * SQLite takes one on every exclusive transaction, on every platform; the file stays empty. Nothing else may open the
 * file in the same process: POSIX drops a lock when any descriptor of the file is closed (fcntl(2)).
 */
export async function acquireStartLock(file: string, waiting: () => void = () => {}): Promise<() => void> {
  const begun = Date.now()
  let told = false
  for (;;) {
    const release = tryLock(file)
    if (release) return release
    const waited = Date.now() - begun
    if (waited > LOCK_TIMEOUT_MS)
      throw new Error(`Another process has held ${file} for ten minutes. End that process, then start again.`)
    if (waited > 3000 && !told) {
      waiting()
      told = true
    }
    await sleep(10)
  }
}

function tryLock(file: string): (() => void) | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('pragma journal_mode = off; begin exclusive')
    const held = database
    return () => held.close()
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new Error(
      `The lock file ${file} cannot be used (${(error as Error).message}). Does it belong to the account that runs Vitrine?`,
      { cause: error },
    )
  }
}
