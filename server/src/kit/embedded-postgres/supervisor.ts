import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Cluster, openCluster, pidFilePath, readPassword, readPostmaster } from './cluster.ts'
import {
  isProcessAlive,
  type ListeningServer,
  launchServer,
  postgresError,
  RECOVERY_TIMEOUT_MS,
  shutDownServer,
} from './server-process.ts'
import { acquireStartLock } from './start-lock.ts'

export interface EmbeddedPostgres {
  /** Database `vitrine` as its owner, the role `vitrine`: no superuser, may create databases. */
  url: string
  /** Another process had started this server. */
  isAdopted: boolean
  pid: number
  /** Leaves the server, and stops it when nobody else is connected. */
  stop(): Promise<void>
}

type PrintLine = (line: string) => void

interface Options {
  /** Settings of the server that differ from ours, such as `fsync`. An adopted server keeps those it was started with. */
  settings?: Record<string, string>
  /** Takes a line for the operator when something out of the ordinary happens. */
  print?: PrintLine
}

const PRESENCE_APPLICATION_NAME = 'vitrine attendance'

/**
 * Runs Vitrine's own PostgreSQL 18 on `folder` (absolute, created when missing), or joins the one that already does.
 * Any number of processes may call it at once: one starts the server, the others adopt it, the last to leave stops it.
 * The server outlives a killed process and is adopted by the next. Rejects with a sentence for the operator.
 */
export async function startPostgres(
  folder: string,
  { settings = {}, print: say = () => {} }: Options = {},
): Promise<EmbeddedPostgres> {
  const cluster = openCluster(path.resolve(folder))
  const release = await acquireLock(cluster, say)
  try {
    const adopted = await adopt(cluster, say)
    const { pid, port, client } = adopted ?? (await start(cluster, settings, say))
    const url = await closeOnFailure(cluster, client, ensureDatabase(cluster, port, client))
    const attendance = keepPresence(client, () => connect(cluster, port))
    let leaving: Promise<void> | undefined
    return { url, isAdopted: adopted !== null, pid, stop: () => (leaving ??= leave(cluster, pid, attendance, say)) }
  } finally {
    release()
  }
}

const acquireLock = (cluster: Cluster, say: PrintLine) =>
  acquireStartLock(path.join(cluster.folder, 'start.lock'), () =>
    say(`Waiting for another process that is starting or stopping PostgreSQL in ${cluster.folder}`),
  )

interface ConnectedServer extends ListeningServer {
  client: PresenceClient
}

/** `ref` and `unref` are in pg and not in its types. */
type PresenceClient = Client & { ref(): void; unref(): void }

/**
 * Joins the server that postmaster.pid names. Null when there is none, also when its pid was given to another program
 * after a crash: then nobody listens on the port, or somebody who does not take the password.
 */
async function adopt(cluster: Cluster, say: PrintLine): Promise<ConnectedServer | null> {
  for (const begun = Date.now(); ; await sleep(20)) {
    const found = readPostmaster(cluster)
    if (!found || (found.pid && !isProcessAlive(found.pid))) return null
    const waited = Date.now() - begun
    const { pid, port } = found
    if (!pid || !port || !found.isListening) {
      if (waited > PID_FILE_WRITE_MS) break
      continue
    }
    const answer = await connect(cluster, port).catch((error: Error & { code?: string }) => error)
    if (answer instanceof Client) {
      await closeOnFailure(cluster, answer, assertNotCopied(cluster, answer))
      return { pid, port, client: answer }
    }
    if (NOT_OURS_CODES.includes(answer.code ?? '') && waited > PORT_CLOSE_MS) break
    if (waited > (answer.code === CANNOT_CONNECT_NOW ? RECOVERY_TIMEOUT_MS : NO_ANSWER_TIMEOUT_MS))
      throw postgresError(
        cluster,
        `process ${pid} holds it but does not let Vitrine in (${answer.message}). ` +
          `End that process; if it is not PostgreSQL, remove ${pidFilePath(cluster)}`,
      )
  }
  // PostgreSQL takes the file for a server's as long as any process has that pid, and would refuse to start. Even if
  // we err no data is at risk: a living server still holds its shared memory, at which a second one gives up.
  say(`Removing ${pidFilePath(cluster)}: a crash left it, and its process is not this PostgreSQL`)
  fs.rmSync(pidFilePath(cluster), { force: true })
  return null
}

const CANNOT_CONNECT_NOW = '57P03' // cannot_connect_now
const NOT_OURS_CODES = ['ECONNREFUSED', '28P01'] // 28P01: invalid_password
const PID_FILE_WRITE_MS = 2000 // a server writes all of the file within milliseconds; a shorter one was cut off by a crash
const PORT_CLOSE_MS = 200 // a server that stops closes its port a moment before it removes the file
const NO_ANSWER_TIMEOUT_MS = 30_000 // a busy machine, or a server that is restarting after a crash of one backend

async function connect(cluster: Cluster, port: number): Promise<PresenceClient> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    password: readPassword(cluster),
    application_name: PRESENCE_APPLICATION_NAME,
    ssl: false,
    connectionTimeoutMillis: 5000,
  }) as PresenceClient
  client.on('error', () => {}) // its end is what counts, and is watched in attend()
  await client.connect()
  return client
}

/** A folder copied under a running server names that server in its postmaster.pid, with the right password. */
async function assertNotCopied(cluster: Cluster, client: Client): Promise<void> {
  const name = 'vitrine-identity'
  const file = path.join(cluster.dataFolder, name)
  const secret = crypto.randomUUID()
  fs.writeFileSync(file, secret)
  if (cluster.account.uid !== undefined) fs.chownSync(file, cluster.account.uid, cluster.account.gid!)
  const { rows } = await client.query<{ seen: string | null }>('select pg_read_file($1, true) as seen', [name])
  fs.rmSync(file)
  if (rows[0]?.seen !== secret)
    throw new Error(
      'it is a copy of a folder whose PostgreSQL was running and still is, so it may be torn. ' +
        'Stop that Vitrine, copy its folder again, then start this one',
    )
}

/** Closes the connection when what it was opened for fails: an open one would keep a refused program from ending. */
async function closeOnFailure<T>(cluster: Cluster, client: Client, task: Promise<T>): Promise<T> {
  return task.catch(async (error: Error) => {
    await client.end()
    throw postgresError(cluster, error.message)
  })
}

async function start(cluster: Cluster, settings: Record<string, string>, say: PrintLine): Promise<ConnectedServer> {
  const { pid, port } = await launchServer(cluster, settings, say)
  try {
    return { pid, port, client: await connect(cluster, port) }
  } catch (error) {
    await shutDownServer(cluster, pid, say)
    throw postgresError(
      cluster,
      `it does not let Vitrine in with the password kept beside it (${(error as Error).message})`,
    )
  }
}

/** Makes what is missing of the role and its database; the start lock keeps others from doing so at the same time. */
async function ensureDatabase(cluster: Cluster, port: number, client: Client): Promise<string> {
  const password = readPassword(cluster) // hexadecimal: needs no quoting
  const { rows } = await client.query<{ role: boolean; database: boolean }>(`
    select exists (select from pg_roles where rolname = 'vitrine') as role,
           exists (select from pg_database where datname = 'vitrine') as database`)
  if (!rows[0]?.role) await client.query(`create role vitrine login createdb password '${password}'`)
  if (!rows[0]?.database) await client.query('create database vitrine owner vitrine')
  return `postgres://vitrine:${password}@127.0.0.1:${port}/vitrine`
}

interface PresenceConnection {
  /** Null while the connection is lost. */
  client: PresenceClient | null
  end(): Promise<void>
}

/**
 * Shows the others that this process uses the server, by one idle connection: the application's own pool may hold none
 * for a while. Connects again when it is lost, as all are when PostgreSQL restarts after a crash of one backend.
 */
function keepPresence(first: PresenceClient, again: () => Promise<PresenceClient>): PresenceConnection {
  let ended = false
  const attendance: PresenceConnection = {
    client: null,
    async end() {
      ended = true
      await attendance.client?.end()
    },
  }
  const hold = (client: PresenceClient) => {
    if (ended) return void client.end()
    attendance.client = client
    client.unref() // a program that is done may end without stop()
    client.once('end', () => {
      attendance.client = null
      retry()
    })
  }
  const retry = () => {
    if (!ended) setTimeout(() => again().then(hold, retry), 1000).unref()
  }
  hold(first)
  return attendance
}

/**
 * Ends the attendance, and the server with it when it was the last: whoever started it may have left long before.
 * The start lock makes leaving and coming take turns, so nobody is cut off and of two that leave the second stops it.
 */
async function leave(cluster: Cluster, pid: number, attendance: PresenceConnection, say: PrintLine) {
  const release = await acquireLock(cluster, say)
  try {
    // A lost connection means a server that died, or one that a crash has just restarted: the next start adopts it.
    const last = attendance.client !== null && !(await hasOtherConnections(attendance.client).catch(() => true))
    await attendance.end()
    if (last) await shutDownServer(cluster, pid, say)
  } finally {
    release()
  }
}

async function hasOtherConnections(client: PresenceClient): Promise<boolean> {
  client.ref()
  // The backends of a pool that was closed a moment ago may still be ending.
  for (let i = 0; ; i++) {
    const { rows } = await client.query<{ application_name: string }>(
      `select application_name from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (rows.length === 0) return false
    if (i === 20 || rows.some((row) => row.application_name === PRESENCE_APPLICATION_NAME)) return true
    await sleep(25)
  }
}
