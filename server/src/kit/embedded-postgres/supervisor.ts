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
  /** Database `vitrine` as its owner, the role `vitrine`, which is no superuser but may create databases. */
  url: string
  /** Whether another process had started the server. */
  isAdopted: boolean
  pid: number
  /** Disconnects, and stops the server when no other process is connected. */
  stop(): Promise<void>
}

type PrintLine = (line: string) => void

interface Options {
  /** Overrides settings of the server, such as `fsync`; an adopted server keeps those it was started with. */
  settings?: Record<string, string>
  /** Prints a line for the operator when something unusual happens. */
  print?: PrintLine
}

const PRESENCE_APPLICATION_NAME = 'vitrine attendance'

/**
 * Starts the embedded PostgreSQL 18 in `folder` (created when missing), or adopts the server that runs there. Any
 * number of processes may call it at once: one starts the server, the others adopt it, and the last to leave stops it.
 * A server outlives a killed process and is adopted by the next one. Rejects with a sentence for the operator.
 */
export async function startPostgres(
  folder: string,
  { settings = {}, print = () => {} }: Options = {},
): Promise<EmbeddedPostgres> {
  const cluster = openCluster(path.resolve(folder))
  const release = await acquireLock(cluster, print)
  try {
    const adopted = await adopt(cluster, print)
    const { pid, port, client } = adopted ?? (await start(cluster, settings, print))
    const url = await closeOnFailure(cluster, client, ensureDatabase(cluster, port, client))
    const presence = keepPresence(client, () => connect(cluster, port))
    let leaving: Promise<void> | undefined
    return { url, isAdopted: adopted !== null, pid, stop: () => (leaving ??= leave(cluster, pid, presence, print)) }
  } finally {
    release()
  }
}

const acquireLock = (cluster: Cluster, print: PrintLine) =>
  acquireStartLock(path.join(cluster.folder, 'start.lock'), () =>
    print(`Waiting for another process that is starting or stopping PostgreSQL in ${cluster.folder}`),
  )

interface ConnectedServer extends ListeningServer {
  client: PresenceClient
}

/** pg has `ref` and `unref`, but not in its types. */
type PresenceClient = Client & { ref(): void; unref(): void }

/**
 * Connects to the server that postmaster.pid names. Null when there is none, also when another program has its pid
 * after a crash: then the port is closed, or its server does not accept the password.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one retry loop, whose exits are read together
async function adopt(cluster: Cluster, print: PrintLine): Promise<ConnectedServer | null> {
  for (const startedAt = Date.now(); ; await sleep(20)) {
    const postmaster = readPostmaster(cluster)
    if (!postmaster || (postmaster.pid && !isProcessAlive(postmaster.pid))) return null
    const waitedMs = Date.now() - startedAt
    const { pid, port } = postmaster
    if (!pid || !port || !postmaster.isListening) {
      if (waitedMs > PID_FILE_WRITE_MS) break
      continue
    }
    const result = await connect(cluster, port).catch((error: Error & { code?: string }) => error)
    if (result instanceof Client) {
      await closeOnFailure(cluster, result, assertNotCopied(cluster, result))
      return { pid, port, client: result }
    }
    if (NOT_OURS_CODES.includes(result.code ?? '') && waitedMs > PORT_CLOSE_MS) break
    if (waitedMs > (result.code === CANNOT_CONNECT_NOW ? RECOVERY_TIMEOUT_MS : NO_ANSWER_TIMEOUT_MS))
      throw postgresError(
        cluster,
        `process ${pid} holds it but rejects Vitrine's connection (${result.message}). ` +
          `End that process; if it is not PostgreSQL, remove ${pidFilePath(cluster)}`,
      )
  }
  // PostgreSQL refuses to start while any process has the pid in that file. Removing it wrongly would put no data at
  // risk: a living server holds its shared memory, which makes a second one give up.
  print(`Removing ${pidFilePath(cluster)}: a crash left it, and its process is not this PostgreSQL`)
  fs.rmSync(pidFilePath(cluster), { force: true })
  return null
}

const CANNOT_CONNECT_NOW = '57P03' // cannot_connect_now
const NOT_OURS_CODES = ['ECONNREFUSED', '28P01'] // 28P01: invalid_password
const PID_FILE_WRITE_MS = 2000 // a server writes the file within milliseconds; an incomplete one was left by a crash
const PORT_CLOSE_MS = 200 // a stopping server closes its port before it removes the file
const NO_ANSWER_TIMEOUT_MS = 30_000 // a busy machine, or a restart after a crash of one backend

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
  client.on('error', () => {}) // keepPresence handles its end
  await client.connect()
  return client
}

/** The copy of a folder whose server was running names that server in its postmaster.pid, and has its password. */
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
      'it is a copy of a folder whose PostgreSQL was running and still is, so it may be inconsistent. ' +
        'Stop that Vitrine, copy its folder again, then start this one',
    )
}

/** Closes the connection when the task fails, because an open one would keep the program from ending. */
async function closeOnFailure<T>(cluster: Cluster, client: Client, task: Promise<T>): Promise<T> {
  return task.catch(async (error: Error) => {
    await client.end()
    throw postgresError(cluster, error.message)
  })
}

async function start(cluster: Cluster, settings: Record<string, string>, print: PrintLine): Promise<ConnectedServer> {
  const { pid, port } = await launchServer(cluster, settings, print)
  try {
    return { pid, port, client: await connect(cluster, port) }
  } catch (error) {
    await shutDownServer(cluster, pid, print)
    throw postgresError(cluster, `it rejects the password in its folder (${(error as Error).message})`)
  }
}

/** Creates the role and its database where they are missing; the start lock excludes other processes meanwhile. */
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
 * Shows other processes that this one uses the server, by an idle connection: the application's pools may have none for
 * a while. Reconnects when it is lost, as after PostgreSQL's restart when a backend has crashed.
 */
function keepPresence(first: PresenceClient, reconnect: () => Promise<PresenceClient>): PresenceConnection {
  let isEnded = false
  const presence: PresenceConnection = {
    client: null,
    async end() {
      isEnded = true
      await presence.client?.end()
    },
  }
  const hold = (client: PresenceClient) => {
    if (isEnded) return void client.end()
    presence.client = client
    client.unref() // a program may end without calling stop()
    client.once('end', () => {
      presence.client = null
      retry()
    })
  }
  const retry = () => {
    if (!isEnded) setTimeout(() => reconnect().then(hold, retry), 1000).unref()
  }
  hold(first)
  return presence
}

/**
 * Ends the presence connection, and stops the server when it was the last one. The start lock serialises starting and
 * leaving: no starting process loses its server, and of two processes that leave together the second one stops it.
 */
async function leave(cluster: Cluster, pid: number, presence: PresenceConnection, print: PrintLine) {
  const release = await acquireLock(cluster, print)
  try {
    // Without a connection the server has died, or restarts after a crash: then the next process adopts it.
    const isLast = presence.client !== null && !(await hasOtherConnections(presence.client).catch(() => true))
    await presence.end()
    if (isLast) await shutDownServer(cluster, pid, print)
  } finally {
    release()
  }
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
