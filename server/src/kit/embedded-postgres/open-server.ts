import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Cluster, pidFilePath, readPassword, readPostmaster } from './cluster.ts'
import {
  isProcessAlive,
  type LaunchOptions,
  type ListeningServer,
  launchServer,
  postgresError,
  RECOVERY_TIMEOUT_MS,
  shutDownServer,
} from './server-process.ts'

type PrintLine = (line: string) => void

/** A server to which this process is connected. */
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

/**
 * Adopts the cluster's server, or starts one. The caller holds the start lock. Rejects with a sentence for the
 * operator, and with `ServerLost` when the server ended meanwhile, so that a second try may succeed.
 */
export async function openServer(cluster: Cluster, options: LaunchOptions, print: PrintLine): Promise<OpenServer> {
  const adopted = await adopt(cluster, print)
  const { pid, port, client } = adopted ?? (await start(cluster, options, print))
  const url = await closeOnFailure(cluster, client, ensureDatabase(cluster, port, client))
  return { pid, port, client, url, isAdopted: adopted !== null }
}

/** The server ended while it was being opened. */
export class ServerLost extends Error {}

interface ConnectedServer extends ListeningServer {
  client: PresenceClient
}

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
  client.on('error', () => {}) // the supervisor handles its end
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
    throw openingError(cluster, error.message, error)
  })
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
