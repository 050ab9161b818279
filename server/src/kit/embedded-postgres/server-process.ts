import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { type Cluster, initialiseCluster, pidFilePath, readPostmaster, serverEnvironment } from './cluster.ts'

/** A server that accepts connections on 127.0.0.1. */
export interface ListeningServer {
  pid: number
  port: number
}

export type PrintLine = (line: string) => void

// Crash recovery replays the WAL since the last checkpoint; the server's log shows its progress.
export const RECOVERY_TIMEOUT_MS = 10 * 60_000

export interface LaunchOptions {
  overrides: Record<string, string>
  /** The port on which it listened before; another one is chosen when it is taken. */
  port?: number | undefined
}

/** Starts a server on a cluster without one, creating the cluster when it is missing; resolves when it is ready. */
export async function launchServer(cluster: Cluster, { overrides, port }: LaunchOptions, print: PrintLine) {
  const binary = (cluster.binary ??= findBinaries(cluster.folder, cluster.account, print))
  initialiseCluster(cluster, binary('initdb'), overrides)
  let nextPort = port ?? (await freePort())
  for (const startedAt = Date.now(); ; await sleep(50)) {
    const settings = serverSettings(nextPort, overrides)
    try {
      return await waitUntilReady(cluster, spawnServer(cluster, binary, settings))
    } catch (error) {
      const { message } = error as Error
      if (!TRANSIENT_FAILURE.test(message) || Date.now() - startedAt > TRANSIENT_RETRY_MS) throw error
      if (PORT_TAKEN.test(message)) nextPort = await freePort()
      if (STILL_IN_USE.test(message)) endOrphanedBackends(cluster)
    }
  }
}

const PORT_TAKEN = /could not create any TCP\/IP sockets/
const STILL_IN_USE = /pre-existing shared memory block/
/** The port was taken, a killed postmaster's backends are still finishing their queries, or it was killed itself. */
const TRANSIENT_FAILURE = new RegExp(`${PORT_TAKEN.source}|${STILL_IN_USE.source}|it ended with SIG`)
const TRANSIENT_RETRY_MS = 10_000

const serverSettings = (port: number, overrides: Record<string, string>) => ({
  port: String(port),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // TCP only: a socket file would need cleaning up and be visible to other accounts
  shared_buffers: `${sharedBuffersMegabytes()}MB`,
  max_connections: '100',
  // Crash recovery begins by making all files durable: one system call takes a third of the time of one for each file.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  ...overrides,
})

/**
 * Size of PostgreSQL's page cache: an eighth of the memory that this process may use (the limit of its cgroup counts),
 * at most 1 GiB. Its documentation advises a quarter where a machine does nothing else. A page from the operating
 * system's cache costs 20 µs, and a listing reads 200 pages.
 */
function sharedBuffersMegabytes(): number {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.max(32, Math.min(1024, Math.floor(memory / 8 / 2 ** 20)))
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** With the byte offset in the log at which this start begins. */
function spawnServer(cluster: Cluster, binary: (name: string) => string, settings: Record<string, string>) {
  rotateLog(cluster.logFile)
  fs.rmSync(pidFilePath(cluster), { force: true })
  const log = fs.openSync(cluster.logFile, 'a', 0o600)
  const logOffset = fs.fstatSync(log).size
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const windows = process.platform === 'win32'
  // postgres.exe refuses to run as an administrator; pg_ctl.exe starts it with restricted rights.
  const [file, args] = windows
    ? [
        binary('pg_ctl'),
        ['start', '-W', '-D', cluster.dataFolder, '-l', cluster.logFile, '-o', options.map(quoteArgument).join(' ')],
      ]
    : [binary('postgres'), ['-D', cluster.dataFolderForAccount, ...options]]
  const child = spawn(file, args, {
    ...cluster.account,
    cwd: cluster.dataFolder,
    env: serverEnvironment,
    stdio: windows ? 'ignore' : ['ignore', log, log],
    detached: true, // Ctrl-C in the terminal must stop Vitrine first, which finishes its requests
  })
  child.unref()
  fs.closeSync(log)
  return { child, logOffset }
}

function rotateLog(log: string): void {
  const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) fs.renameSync(log, `${log}.old`)
}

const quoteArgument = (argument: string) => `"${argument.replaceAll('"', '\\"')}"`

async function waitUntilReady(cluster: Cluster, { child, logOffset }: ReturnType<typeof spawnServer>) {
  let ended: string | null = null
  child.on('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => {
    if (code !== 0 || process.platform !== 'win32') ended = `it ended with ${signal ?? `status ${code}`}`
  })
  for (const startedAt = Date.now(); ; await sleep(5)) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid && postmaster.port && postmaster.isReady) return { pid: postmaster.pid, port: postmaster.port }
    if (ended) throw postgresError(cluster, ended, logOffset)
    if (Date.now() - startedAt > RECOVERY_TIMEOUT_MS)
      throw postgresError(cluster, 'it is not ready after ten minutes', logOffset)
  }
}

/** A sentence for the operator, with the server's own reasons from its log, beginning at this byte offset. */
export function postgresError(cluster: Cluster, problem: string, logOffset = Number.POSITIVE_INFINITY): Error {
  const lines = fs.existsSync(cluster.logFile)
    ? fs.readFileSync(cluster.logFile).subarray(logOffset).toString().split('\n')
    : []
  const reasons = lines.filter((line) => /FATAL|PANIC|error while loading/.test(line)).map((line) => line.trim())
  const reason = reasons.length > 0 ? `${problem}: ${reasons.slice(-3).join(' ')}` : problem
  return new Error(`PostgreSQL cannot be used in ${cluster.folder}: ${reason}. See ${cluster.logFile}`)
}

/** Does a fast shutdown, after which the next start needs no recovery. */
export async function shutDownServer(cluster: Cluster, pid: number, print: PrintLine): Promise<void> {
  if (process.platform === 'win32') {
    const pgCtl = findBinaries(cluster.folder, cluster.account, print)('pg_ctl')
    spawnSync(pgCtl, ['stop', '-D', cluster.dataFolder, '-m', 'fast', '-w'], { stdio: 'ignore' })
  } else if (isProcessAlive(pid)) process.kill(pid, 'SIGINT')
  // A server removes its pid file last. Its process may remain as a zombie where no parent reaps it.
  for (const startedAt = Date.now(); readPostmaster(cluster)?.pid === pid && isProcessAlive(pid); await sleep(5))
    if (Date.now() - startedAt > RECOVERY_TIMEOUT_MS)
      throw postgresError(cluster, `process ${pid} has not stopped after ten minutes`)
}

/**
 * Ends the backends of a killed postmaster, which notice its end only when they wait: a long query would keep the next
 * one from starting. Linux alone tells whose they are; elsewhere they are left to finish.
 */
function endOrphanedBackends(cluster: Cluster): void {
  if (process.platform !== 'linux') return
  const inCluster = fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isIn(pid, cluster.dataFolder))
  for (const pid of inCluster) {
    const stat = readProcFile(pid, 'stat')
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isBackend = readProcFile(pid, 'cmdline').startsWith('postgres: ')
    if (isBackend && !inCluster.includes(parent!)) endProcess(Number(pid))
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // ESRCH: gone meanwhile
  }
}

/** Every process of a server works in its data directory. */
function isIn(pid: string, dataFolder: string): boolean {
  try {
    const [own, data] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(dataFolder)]
    return own.ino === data.ino && own.dev === data.dev
  } catch {
    return false // gone meanwhile, or of another account
  }
}

/** Empty for a process that is gone. */
function readProcFile(pid: string, name: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

/** Whether this is a server of the cluster. Linux alone tells; elsewhere it is any living process. */
export const isServerOf = ({ dataFolder }: Cluster, pid: number) =>
  isProcessAlive(pid) && (process.platform !== 'linux' || isIn(String(pid), dataFolder))

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A killed process whose parent does not reap it stays in the table as a zombie (proc(5): state Z).
    return process.platform !== 'linux' || !/\) Z [^)]*$/.test(readProcFile(String(pid), 'stat'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // alive, under another account
  }
}
