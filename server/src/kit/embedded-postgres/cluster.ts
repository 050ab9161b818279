import { spawnSync } from 'node:child_process'
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Account, unprivilegedAccount } from './binaries.ts'

const MAJOR_VERSION = '18'
const UNFINISHED_PREFIX = `${MAJOR_VERSION}.unfinished-`

/** One PostgreSQL data directory and the files next to it. */
export interface Cluster {
  folder: string
  /** The data directory; its name is the major version, so that a later one can lie beside it during an upgrade. */
  dataFolder: string
  logFile: string
  account: Account
  /** The path by which the server's account can reach `dataFolder`. */
  dataFolderForAccount: string
  /** Path of a binary by name, once they were tried: a server that ended is started again without that trial. */
  binary?: (name: string) => string
}

/** Opens the folder, creating it when missing; throws a sentence for the operator when it cannot be used. */
export function openCluster(folder: string): Cluster {
  const data = path.join(folder, MAJOR_VERSION)
  assertFolderUsable(folder, data)
  assertMajorVersion(folder, data)
  const account = unprivilegedAccount(data)
  chownToAccount(data, account)
  // The account may be unable to traverse to a data directory, such as one inside root's home, and Vitrine does not
  // change the modes of foreign folders. A process whose working directory was opened by root needs no traversal, and
  // Linux names it /proc/self/cwd. `-D .` does not work: PostgreSQL makes it absolute and enters it by that path.
  const dataFolderForAccount = account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : data
  const logFile = path.join(folder, 'postgres.log')
  const cluster = { folder, dataFolder: data, logFile, account, dataFolderForAccount }
  if (fs.existsSync(data)) readPassword(cluster)
  return cluster
}

/** Creates the cluster unless it exists. Remains of an interrupted initdb are removed; a finished cluster never is. */
export function initialiseCluster(cluster: Cluster, initdb: string, settings: Record<string, string>): void {
  removeUnfinishedClusters(cluster.folder)
  if (fs.existsSync(cluster.dataFolder)) return
  // The rename marks it as complete. Every attempt has a temporary name of its own, because the initdb of a killed
  // process continues for a second and must not write into this one's directory.
  const unfinished = fs.mkdtempSync(path.join(cluster.folder, UNFINISHED_PREFIX))
  chownToAccount(unfinished, cluster.account)
  const password = createPassword(cluster)
  // An open descriptor, because the account may be unable to traverse to the file.
  const passwordPath = process.platform === 'win32' ? password.file : '/dev/fd/3'
  const isReachable = cluster.dataFolderForAccount === cluster.dataFolder
  const run = spawnSync(
    initdb,
    [
      ...['-D', isReachable ? unfinished : cluster.dataFolderForAccount, '--no-instructions'],
      ...['-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', passwordPath],
      // The same sort order on every platform, independent of its libc and ICU.
      ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(settings.fsync === 'off' ? ['--no-sync'] : []),
    ],
    {
      ...cluster.account,
      cwd: unfinished,
      env: serverEnvironment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', password.descriptor],
    },
  )
  fs.closeSync(password.descriptor)
  if (run.status !== 0) {
    const reason = run.error?.message ?? run.stderr.trim()
    throw new Error(`PostgreSQL could not create a database in ${cluster.folder}: ${reason}`, { cause: run.error })
  }
  fs.renameSync(unfinished, cluster.dataFolder)
  syncFolder(cluster.folder)
}

function removeUnfinishedClusters(folder: string): void {
  for (const name of fs.readdirSync(folder).filter((name) => name.startsWith(UNFINISHED_PREFIX)))
    try {
      fs.rmSync(path.join(folder, name), { recursive: true, force: true })
    } catch {
      // The killed process's initdb is still writing there; the next start removes it.
    }
}

/** The password of the roles `postgres` and `vitrine`. */
export function readPassword(cluster: Cluster): string {
  try {
    return fs.readFileSync(passwordFilePath(cluster.folder), 'utf8')
  } catch (error) {
    throw new Error(
      `The password of the database in ${cluster.folder} cannot be read (${(error as Error).message}). ` +
        'Put the file back, or move the folder away to start with an empty database.',
      { cause: error },
    )
  }
}

/**
 * The server's whole environment: no settings of the operator's own PostgreSQL (PGDATA, PGOPTIONS ...), the log in
 * English and in UTC on every machine. On Windows libuv adds required variables (SystemRoot ...).
 */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC' }

export const pidFilePath = (cluster: Cluster) => path.join(cluster.dataFolder, 'postmaster.pid')

/** Null without such a file: no server runs, and the last one stopped cleanly. */
export function readPostmaster(cluster: Cluster) {
  try {
    // pid, data directory, start time, port, socket directory, listening address, shared memory, state
    const lines = fs.readFileSync(pidFilePath(cluster), 'utf8').split('\n')
    const number = (line?: string) => Number(/\d+/.exec(line ?? '')?.[0]) || null
    return {
      /** Null until the server has written it. */
      pid: number(lines[0]),
      /** Null until the server listens. */
      port: lines[5] ? number(lines[3]) : null,
      isReady: lines[7]?.trim() === 'ready',
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function assertFolderUsable(folder: string, data: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new Error(
      `The database folder ${folder} cannot be used (${(error as Error).message}). ` +
        'Start Vitrine as the account that owns it, or give it to this account.',
      { cause: error },
    )
  }
  const me = process.getuid?.() ?? 0
  const owner = fs.statSync(data, { throwIfNoEntry: false })?.uid
  if (me !== 0 && owner !== undefined && owner !== me)
    throw new Error(
      `The database in ${folder} belongs to another account (uid ${owner}), ` +
        'because Vitrine was started as root or as another account before. ' +
        `Start it that way again, or stop it and change the owner: sudo chown -R ${me} ${folder}`,
    )
}

function assertMajorVersion(folder: string, data: string): void {
  const versionFile = path.join(data, 'PG_VERSION')
  const found = fs.existsSync(data)
    ? fs.existsSync(versionFile) && fs.readFileSync(versionFile, 'utf8').trim()
    : (fs.readdirSync(folder).find((name) => /^\d+$/.test(name)) ?? MAJOR_VERSION)
  if (found === false)
    throw new Error(`${data} is not a PostgreSQL data directory. Move it away, then start Vitrine again.`)
  if (found !== MAJOR_VERSION)
    throw new Error(
      `The folder ${folder} holds a database of PostgreSQL ${found}; ` +
        `this version of Vitrine runs PostgreSQL ${MAJOR_VERSION}, which cannot read it. ` +
        'Start the version that created it, or move the folder away to start with an empty database.',
    )
}

/** A new or restored directory belongs to root; PostgreSQL requires that it owns its directory, with mode 0700. */
function chownToAccount(directory: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined || fs.statSync(directory, { throwIfNoEntry: false })?.uid !== 0) return
  for (const name of fs.readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(directory, name), uid, gid)
  fs.chmodSync(directory, 0o700)
  fs.chownSync(directory, uid, gid)
}

const passwordFilePath = (folder: string) => path.join(folder, 'password')

/** Durable before the cluster is created, because without the password a cluster is inaccessible. */
function createPassword(cluster: Cluster): { file: string; descriptor: number } {
  const file = passwordFilePath(cluster.folder)
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, crypto.randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  if (cluster.account.uid !== undefined) fs.chownSync(file, cluster.account.uid, cluster.account.gid!)
  return { file, descriptor: fs.openSync(file, 'r') }
}

/** Makes a rename durable; Windows cannot sync a directory. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = fs.openSync(folder, 'r')
  fs.fsyncSync(descriptor)
  fs.closeSync(descriptor)
}
