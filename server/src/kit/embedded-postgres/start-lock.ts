import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

// Long enough for a crash recovery by the holder, which is alive: the lock ends with its process.
const LOCK_TIMEOUT_MS = 10 * 60_000
const SQLITE_BUSY = 5

/**
 * Waits for the exclusive lock on `file` (created when missing) and returns the function that releases it.
 *
 * It is a file lock of the kernel, which ends with the process, even by kill -9; a pid file could outlive its process
 * and name another program. Node.js has no call for such locks, but its SQLite takes one for every exclusive
 * transaction, on every platform; the file stays empty. Nothing else may open the file in the same process: POSIX drops
 * a lock when any descriptor of the file is closed (fcntl(2)).
 */
export async function acquireStartLock(file: string, onWait: () => void = () => {}): Promise<() => void> {
  const startedAt = Date.now()
  let isWaitReported = false
  for (;;) {
    const release = tryLock(file)
    if (release) return release
    const waitedMs = Date.now() - startedAt
    if (waitedMs > LOCK_TIMEOUT_MS)
      throw new Error(`Another process has held ${file} for ten minutes. End that process, then start again.`)
    if (waitedMs > 3000 && !isWaitReported) {
      onWait()
      isWaitReported = true
    }
    await sleep(10)
  }
}

function tryLock(file: string): (() => void) | null {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { timeout: 0 })
    database.exec('pragma journal_mode = off; begin exclusive')
    const locked = database
    return () => locked.close()
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new Error(
      `The lock file ${file} cannot be used (${(error as Error).message}). ` +
        'Does it belong to the account that runs Vitrine?',
      { cause: error },
    )
  }
}
