import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
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

type PrintLine = (line: string) => void

// Crash recovery reads all that was written since the last checkpoint; its log tells the progress.
export const RECOVERY_TIMEOUT_MS = 10 * 60_000

/** Starts a server on a cluster that has none, and makes the cluster first when it is missing. Resolves when it is ready. */
export async function launchServer(
  cluster: Cluster,
  own: Record<string, string>,
  say: PrintLine,
): Promise<ListeningServer> {
  const binary = findBinaries(cluster.folder, cluster.account, say)
  initialiseCluster(cluster, binary('initdb'), own)
  for (const begun = Date.now(); ; await sleep(100)) {
    const settings = serverSettings(await freePort(), own)
    try {
      return await waitUntilReady(cluster, spawnServer(cluster, binary, settings))
    } catch (error) {
      if (!TRANSIENT_FAILURE.test((error as Error).message) || Date.now() - begun > TRANSIENT_RETRY_MS) throw error
    }
  }
}

// Another program took the port after freePort(); or a killed postmaster's backends are still finishing their queries.
const TRANSIENT_FAILURE = /could not create any TCP\/IP sockets|pre-existing shared memory block/
const TRANSIENT_RETRY_MS = 10_000

const serverSettings = (port: number, own: Record<string, string>) => ({
  port: String(port),
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // no socket: nothing to clean up, nothing for other accounts to find
  shared_buffers: `${sharedBuffersMegabytes()}MB`,
  max_connections: '100',
  ...own,
})

/**
 * Megabytes that PostgreSQL keeps of its tables, when it has so much of them: a quarter of what this process may have, as
 * PostgreSQL advises. A page that must be fetched from the system's memory costs 20 µs, and a listing reads 200 of them.
 */
function sharedBuffersMegabytes(): number {
  const memory = Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  return Math.max(128, Math.min(8192, Math.floor(memory / 4 / 2 ** 20)))
}

async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as net.AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

interface SpawnedServer {
  child: ChildProcess
  /** Where this start begins in the log, in bytes. */
  logOffset: number
}

function spawnServer(
  cluster: Cluster,
  binary: (name: string) => string,
  settings: Record<string, string>,
): SpawnedServer {
  rotateLog(cluster.logFile)
  fs.rmSync(pidFilePath(cluster), { force: true })
  const log = fs.openSync(cluster.logFile, 'a', 0o600)
  const logged = fs.fstatSync(log).size
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const windows = process.platform === 'win32'
  // postgres.exe refuses an administrator's token; pg_ctl.exe gives it a lesser one.
  const [file, args] = windows
    ? [
        binary('pg_ctl'),
        ['start', '-W', '-D', cluster.dataFolder, '-l', cluster.logFile, '-o', given.map(quoteArgument).join(' ')],
      ]
    : [binary('postgres'), ['-D', cluster.dataFolderForAccount, ...given]]
  const child = spawn(file, args, {
    ...cluster.account,
    cwd: cluster.dataFolder,
    env: serverEnvironment,
    stdio: windows ? 'ignore' : ['ignore', log, log],
    detached: true, // Ctrl-C in the terminal is for Vitrine, which first lets its requests end
  })
  child.unref()
  fs.closeSync(log)
  return { child, logOffset: logged }
}

function rotateLog(log: string): void {
  const size = fs.statSync(log, { throwIfNoEntry: false })?.size ?? 0
  if (size > 10_000_000) fs.renameSync(log, `${log}.old`)
}

const quoteArgument = (argument: string) => `"${argument.replaceAll('"', '\\"')}"`

async function waitUntilReady(cluster: Cluster, { child, logOffset: logged }: SpawnedServer): Promise<ListeningServer> {
  let ended: string | null = null
  child.on('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => {
    if (code !== 0 || process.platform !== 'win32') ended = `it ended with ${signal ?? `status ${code}`}`
  })
  for (const begun = Date.now(); ; await sleep(5)) {
    const found = readPostmaster(cluster)
    if (found?.pid && found.port && found.isReady) return { pid: found.pid, port: found.port }
    if (ended) throw postgresError(cluster, ended, logged)
    if (Date.now() - begun > RECOVERY_TIMEOUT_MS)
      throw postgresError(cluster, 'it is not ready after ten minutes', logged)
  }
}

/** The sentence for the operator, with what the server itself gave as the reason since `from` (bytes) in its log. */
export function postgresError(cluster: Cluster, what: string, from = Number.POSITIVE_INFINITY): Error {
  const lines = fs.existsSync(cluster.logFile)
    ? fs.readFileSync(cluster.logFile).subarray(from).toString().split('\n')
    : []
  const reasons = lines.filter((line) => /FATAL|PANIC|error while loading/.test(line)).map((line) => line.trim())
  const reason = reasons.length > 0 ? `${what}: ${reasons.slice(-3).join(' ')}` : what
  return new Error(`PostgreSQL cannot be used in ${cluster.folder}: ${reason}. See ${cluster.logFile}`)
}

/** PostgreSQL's fast shutdown: the next start needs no recovery. */
export async function shutDownServer(cluster: Cluster, pid: number, say: PrintLine): Promise<void> {
  if (process.platform === 'win32') {
    const pgCtl = findBinaries(cluster.folder, cluster.account, say)('pg_ctl')
    spawnSync(pgCtl, ['stop', '-D', cluster.dataFolder, '-m', 'fast', '-w'], { stdio: 'ignore' })
  } else if (isProcessAlive(pid)) process.kill(pid, 'SIGINT')
  // Removing its pid file is the last thing a server does. Its process may stay as a zombie where nobody reaps it.
  for (const begun = Date.now(); readPostmaster(cluster)?.pid === pid && isProcessAlive(pid); await sleep(5))
    if (Date.now() - begun > RECOVERY_TIMEOUT_MS)
      throw postgresError(cluster, `process ${pid} has not stopped after ten minutes`)
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // it lives, under another account
  }
}
