import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Cluster, pidFilePath, readPassword, readPostmaster } from './cluster.ts'
import {
  isServerOf,
  type LaunchOptions,
  type ListeningServer,
  launchServer,
  type PrintLine,
  postgresError,
  RECOVERY_TIMEOUT_MS,
  shutDownServer,
} from './server-process.ts'

export interface OpenServer extends ListeningServer {
  client: PresenceClient
  /** Whether another process had started it. */
  isAdopted: boolean
  /** Database `vitrine` as its owner, the role `vitrine`, which is no superuser but may create databases. */
  url: string
}

/** pg has `ref` and `unref`, but not in its types. */
export type PresenceClient = Client & { ref(): void; unref(): void }

export const PRESENCE_APPLICATION_NAME = 'vitrine attendance'

/** Under the start lock; `ServerLost` when the server ended meanwhile, so that a second try may succeed. */
export async function openServer(cluster: Cluster, options: LaunchOptions, print: PrintLine): Promise<OpenServer> {
  const adopted = await adopt(cluster)
  const { pid, port, client } = adopted ?? (await start(cluster, options, print))
  try {
    return { pid, port, client, url: await ensureDatabase(cluster, port, client), isAdopted: adopted !== null }
  } catch (error) {
    await client.end() // an open connection would keep the program from ending
    throw openingError(cluster, (error as Error).message, error)
  }
}

export class ServerLost extends Error {}

interface ConnectedServer extends ListeningServer {
  client: PresenceClient
}

/** Connects to the server that postmaster.pid names; null when it names none, or another program by now. */
async function adopt(cluster: Cluster): Promise<ConnectedServer | null> {
  for (const startedAt = Date.now(); ; await sleep(20)) {
    const { pid, port } = readPostmaster(cluster) ?? { pid: null, port: null }
    if (!pid || !isServerOf(cluster, pid)) return null
    const waitedMs = Date.now() - startedAt
    const result = await tryConnect(cluster, port)
    if (result instanceof Client) return { pid, port: port!, client: result }
    if (result.code === notListening.code && waitedMs > LISTEN_TIMEOUT_MS) return null
    if (waitedMs > (result.code === CANNOT_CONNECT_NOW ? RECOVERY_TIMEOUT_MS : NO_ANSWER_TIMEOUT_MS))
      throw postgresError(
        cluster,
        `process ${pid} holds it but rejects Vitrine's connection (${result.message}). ` +
          `End that process; if it is not PostgreSQL, remove ${pidFilePath(cluster)}`,
      )
  }
}

const notListening: Error & { code?: string } = Object.assign(new Error('it does not listen'), { code: 'ECONNREFUSED' })
const CANNOT_CONNECT_NOW = '57P03' // cannot_connect_now
// A server listens within milliseconds and stops listening shortly before it ends; another program is not waited for.
const LISTEN_TIMEOUT_MS = 2000
const NO_ANSWER_TIMEOUT_MS = 30_000 // a busy machine, or a restart after a crash of one backend

/** A server without a port does not listen yet. */
const tryConnect = async (cluster: Cluster, port: number | null) =>
  port ? connect(cluster, port).catch((error: typeof notListening) => error) : notListening

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
  client.on('error', () => {}) // the supervisor handles its end
  await client.connect()
  return client
}

async function start(cluster: Cluster, options: LaunchOptions, print: PrintLine): Promise<ConnectedServer> {
  const { pid, port } = await launchServer(cluster, options, print)
  try {
    return { pid, port, client: await connect(cluster, port) }
  } catch (error) {
    await shutDownServer(cluster, pid, print)
    const { message } = error as Error
    throw openingError(cluster, `it rejects the password in its folder (${message})`, error)
  }
}

function openingError(cluster: Cluster, problem: string, cause: unknown): Error {
  const { code = '', message } = cause as Error & { code?: string }
  const isLost = /^(ECONN|EPIPE|57P0)/.test(code) || /Connection terminated|not queryable/.test(message)
  if (!isLost) return postgresError(cluster, problem)
  return new ServerLost(postgresError(cluster, `it ended while Vitrine connected to it (${message})`).message)
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
