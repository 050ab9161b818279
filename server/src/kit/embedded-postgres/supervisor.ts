import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Availability, unreportedAvailability } from '../logger.ts'
import { type Cluster, openCluster } from './cluster.ts'
import {
  type OpenServer,
  openServer,
  PRESENCE_APPLICATION_NAME,
  type PresenceClient,
  ServerLost,
} from './open-server.ts'
import { type PrintLine, shutDownServer } from './server-process.ts'

interface Options {
  /** Overrides settings of the server, such as `fsync`; an adopted server keeps those it was started with. */
  settings?: Record<string, string>
  /** Prints a line for the operator when something unusual happens. */
  print?: PrintLine
  availability?: Availability
}

/**
 * Starts the embedded PostgreSQL 18 in `folder`, or adopts the server that runs there, which outlives a killed process.
 * Any number of processes may call it at once; the last to leave stops the server, and the first to notice that it has
 * ended starts it again. Rejects with a sentence for the operator.
 */
export async function startPostgres(
  folder: string,
  { settings = {}, print = () => {}, availability = unreportedAvailability }: Options = {},
) {
  const cluster = openCluster(path.resolve(folder))
  const open = (port?: number) =>
    withStartLock(cluster, print, () => openServer(cluster, { overrides: settings, port }, print))
  const supervised = supervise(await openDespiteLoss(open), open, availability)
  let leaving: Promise<void> | undefined
  return {
    /** Database `vitrine` as its owner, who is no superuser; the port may change when the server is started again. */
    get url() {
      return supervised.server().url
    },
    get pid() {
      return supervised.server().pid
    },
    isAdopted: supervised.server().isAdopted,
    /** Disconnects, and stops the server when no other process is connected. */
    stop: () => (leaving ??= leave(cluster, supervised, print)),
  }
}

/** Milliseconds within which a server that ends during the start is started again. */
const LOSS_RETRY_MS = 10_000

async function openDespiteLoss(open: () => Promise<OpenServer>): Promise<OpenServer> {
  for (const startedAt = Date.now(); ; await sleep(100))
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof ServerLost) || Date.now() - startedAt > LOSS_RETRY_MS) throw error
    }
}

/** Does the task while no other process starts, adopts or stops the cluster's server. */
async function withStartLock<T>(cluster: Cluster, print: PrintLine, task: () => Promise<T>): Promise<T> {
  const release = await acquireStartLock(path.join(cluster.folder, 'start.lock'), () =>
    print(`Waiting for another process that is starting or stopping PostgreSQL in ${cluster.folder}`),
  )
  try {
    return await task()
  } finally {
    release()
  }
}

/** Milliseconds between two tries to start a server, as on a full disk; they double from the first to the second. */
const [MIN_RETRY_MS, MAX_RETRY_MS] = [250, 1_000]

/**
 * Holds an idle connection, which shows other processes that this one uses the server, whose pools may have none. When
 * it ends, the server has ended or restarts after a crash: it is opened again, on the same port where possible.
 */
function supervise(first: OpenServer, reopen: (port: number) => Promise<OpenServer>, availability: Availability) {
  let server = first
  let client: PresenceClient | null = null
  let isReleased = false
  const hold = (opened: OpenServer) => {
    server = opened
    client = opened.client
    client.unref() // a program may end without calling stop()
    client.once('end', () => {
      client = null
      if (!isReleased) void recover()
    })
  }
  const recover = async () => {
    availability.down(new Error(`The connection to process ${server.pid} ended.`))
    for (let wait = MIN_RETRY_MS; !isReleased; wait = Math.min(2 * wait, MAX_RETRY_MS)) {
      const opened = await reopen(server.port).catch(() => null) // PostgreSQL's log has the reason
      if (opened) {
        hold(opened)
        return availability.up()
      }
      await sleep(wait, undefined, { ref: false })
    }
  }
  hold(first)
  return {
    /** That of the last connection, which may have ended. */
    server: () => server,
    /** Null while there is no connection. */
    client: () => client,
    /** Lets the server end without being started again. */
    release: () => void (isReleased = true),
  }
}

/** Under the start lock no starting process loses its server, and of two that leave together the second stops it. */
function leave(cluster: Cluster, supervised: ReturnType<typeof supervise>, print: PrintLine): Promise<void> {
  supervised.release()
  return withStartLock(cluster, print, async () => {
    const client = supervised.client()
    // Without a connection the server has died, or restarts after a crash: then the next process adopts it.
    const isLast = client !== null && !(await hasOtherConnections(client).catch(() => true))
    await client?.end()
    if (isLast) await shutDownServer(cluster, supervised.server().pid, print)
  })
}

async function hasOtherConnections(client: PresenceClient): Promise<boolean> {
  client.ref()
  // The backends of a pool that was just closed may still be ending.
  for (let i = 0; ; i++) {
    const { rows } = await client.query<{ application_name: string }>(
      `select application_name from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (rows.length === 0) return false
    if (i === 20 || rows.some((row) => row.application_name === PRESENCE_APPLICATION_NAME)) return true
    await sleep(25)
  }
}

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
