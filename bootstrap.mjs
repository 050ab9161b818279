// Prepares a fresh machine and runs one task: installs what the lockfile names, finds the pinned Node, builds the pages
// when their sources changed, then starts the product, a command or the tests. Built-ins only, for any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { countsIn, failuresIn } from './test-reports.mjs'

const root = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const bin = join(root, 'node_modules', '.bin')
const windows = process.platform === 'win32'
const [task, ...rest] = process.argv.slice(2)

const check = (name, command, words) => ({ name, command, words, isStatic: true })
const lint = check('format and lint', 'biome', ['ci', '--error-on-warnings', '.'])
const types = [
  check('types of the contract', 'tsc', ['-p', 'contract']),
  check('types of the server', 'tsc', ['-p', 'server']),
  check('types of the web', 'tsc', ['-p', 'web']),
  check('types of the browser tests', 'tsc', ['-p', 'e2e']),
]

const tasks = {
  start: () => replaceBy('server/src/main.ts'),
  dev: () => handOver('--watch-path=server/src', ['--watch-path=contract', 'server/src/main.ts', '--dev']),
  vitrine: () => handOver('server/src/cli.ts', rest),
  bench: () => handOver('bench/bench.ts', rest),
  lint: () => runAll([lint]),
  types: () => runAll(types),
  'test:server': () => runAll([serverTests()]),
  'test:watch': () => {
    installS3Server()
    process.exit(tool('vitest', ['watch', ...rest], root).status ?? 1)
  },
  coverage: () => runAll([serverTests('--coverage')]),
  e2e: () => runAll([browserTests()]),
  'test:deploy': () => runAll([deploymentTests()]),
  test: () => runAll(rest.length ? testsMatching(rest) : [lint, ...types, serverTests('--coverage'), browserTests()]),
}

/** Debian's packages of the deployment tests, by a program of each. */
const deploymentPackages = {
  nginx: 'nginx-light',
  caddy: 'caddy',
  openssl: 'openssl',
  buildah: 'buildah',
  bwrap: 'bubblewrap',
  mmdebstrap: 'mmdebstrap',
  promtool: 'prometheus',
  'docker-compose': 'docker-compose',
  'systemd-analyze': 'systemd',
  'update-ca-certificates': 'ca-certificates',
}

/** The tasks that need no built pages. */
const withoutPages = ['dev', 'vitrine', 'lint', 'types']

if (!tasks[task]) stop(`bootstrap.mjs takes one of: ${Object.keys(tasks).join(', ')}`)
install()
Object.assign(process.env, environment())
if (!withoutPages.includes(task)) build()
await tasks[task]()

/** `npm ci` unless what is installed is what the lockfile says. */
function install() {
  if (isInstalled()) return
  console.log('Installing what Vitrine needs …')
  npmCi(root)
}

/** The S3 server of the tests has a lockfile of its own, so that it never reaches an installation of the product. */
function installS3Server() {
  const folder = join(root, 'server/test/s3')
  if (existsSync(join(folder, 'node_modules/workerd/bin/workerd'))) return
  console.log('Installing the S3 server of the tests …')
  npmCi(folder, '--ignore-scripts')
  // The binary comes with the packages; the script only puts it in place.
  if (spawnSync(pinnedNode(), ['node_modules/workerd/install.js'], { cwd: folder, stdio: 'inherit' }).status !== 0)
    stop('The S3 server of the tests could not be installed; the lines above say why.')
}

function npmCi(folder, ...options) {
  // npm tells its scripts its own path; started without npm, this script looks for it on PATH.
  const npm = process.env.npm_execpath
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error', ...options]
  const run = npm
    ? spawnSync(process.execPath, [npm, ...words], { cwd: folder, stdio: 'inherit' })
    : spawnSync('npm', words, { cwd: folder, stdio: 'inherit', shell: windows })
  if (run.status !== 0)
    stop('The installation failed. The lines above say why; run the command again once that is solved.')
}

function isInstalled() {
  try {
    const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const installed = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages
    return Object.entries(locked).every(
      ([path, { version, optional, link }]) =>
        !path.startsWith('node_modules/') || link || (installed[path] ? installed[path].version === version : optional),
    )
  } catch {
    return false // nothing installed, or an installation that was cut off
  }
}

/** The pinned tools come first on the path, so that everything below runs on the pinned Node. */
function environment() {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  return { PATH: bin + delimiter + process.env.PATH, NODE_COMPILE_CACHE: join(cache, 'compiled') }
}

function pinnedNode() {
  const pinned = join(bin, windows ? 'node.cmd' : 'node')
  if (existsSync(pinned) && spawnSync(pinned, ['--version'], { shell: windows }).status === 0) return pinned
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath
  stop(`No Node is packaged for ${process.platform} on ${process.arch}. Install Node 22.18 or later and start again.`)
}

/** Builds the pages when any of their sources has changed. */
function build() {
  const stamp = join(root, 'web/dist/built-from')
  const digest = fingerprint(['web', 'contract', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  console.log('Building the pages …')
  const run = tool('vite', ['build', '--logLevel', 'warn'], join(root, 'web'))
  if (run.status !== 0) stop('The pages could not be built; the lines above say why.')
  writeFileSync(stamp, digest)
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

function filesIn(path) {
  if (!existsSync(join(root, path)) || /(^|[/\\])(dist|node_modules)$/.test(path)) return []
  try {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => filesIn(join(path, name)))
  } catch {
    return [path] // a file
  }
}

/**
 * Lets the server take the place of this process, whose 45 MiB it would else keep: signals and the exit status are its
 * own. Node has `execve` since 22.15 and 23.11, not on Windows. Under npm the server looks for its end itself.
 */
function replaceBy(script) {
  if (windows || !process.execve) return handOver(script, [])
  const node = pinnedNode()
  process.chdir(root)
  const words = process.env.npm_lifecycle_event ? ['--under-npm'] : []
  process.execve(node, [node, script, ...words], process.env)
}

/** Starts a script under the pinned Node; this process then only forwards signals and the exit status. */
function handOver(first, words) {
  const child = spawn(pinnedNode(), [first, ...words], { cwd: root, stdio: 'inherit', shell: windows })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C reaches every process in the foreground, so the child has it already; a closed terminal signals this one.
  process.on('SIGINT', () => {})
  // npm passes a signal to its shell alone and ends: without this, the server would be left behind.
  if (process.env.npm_lifecycle_event) onceOrphaned(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
}

/** Windows reports the first parent for ever, but has no such signals either. */
function onceOrphaned(stop) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 500).unref()
}

function serverTests(...options) {
  installS3Server()
  const words = ['run', ...options, ...rest]
  return { name: 'architecture and server tests', command: 'vitest', words, report: '.cache/vitest.json' }
}

function browserTests() {
  process.env.CHROMIUM = chromium()
  return { name: 'browser tests', command: 'playwright', words: ['test', ...rest], report: '.cache/playwright.json' }
}

function deploymentTests() {
  const missing = () => Object.keys(deploymentPackages).filter((name) => spawnSync('which', [name]).status !== 0)
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    stop('The deployment tests need root on Debian: they install its packages, build an image and mount its files.')
  installDebianPackages(missing().map((name) => deploymentPackages[name]))
  const names = missing().map((name) => deploymentPackages[name])
  if (names.length)
    stop(`The deployment tests need Debian's packages ${names.join(', ')}, which apt-get could not install.`)
  installS3Server()
  const manifests = join(root, 'deploy/tests/manifests')
  // npm writes this file at the end.
  if (!existsSync(join(manifests, 'node_modules/.package-lock.json'))) npmCi(manifests, '--ignore-scripts')
  const words = ['run', '--config', 'deploy/vitest.config.ts', ...rest]
  return { name: 'deployment tests', command: 'vitest', words, report: '.cache/deploy.json' }
}

/** The runners that have a test file whose path contains one of these words. */
function testsMatching(words) {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.test.ts'))
  const folders = [...atRoot, 'contract', 'server', 'web/src', 'web/vite.config.test.ts', 'e2e']
  const files = folders.flatMap(filesIn).filter((file) => words.some((word) => file.includes(word)))
  const steps = []
  if (files.some((file) => /\.test\.tsx?$/.test(file))) steps.push(serverTests())
  if (files.some((file) => /\.spec\.ts$/.test(file))) steps.push(browserTests())
  if (!steps.length) stop(`No test file has a name that contains ${words.join(' or ')}.`)
  return steps
}

/** Every step runs even when one fails, so that one run reports everything. Static checks run side by side. */
async function runAll(steps) {
  const results = await Promise.all(steps.filter(({ isStatic }) => isStatic).map(runStatic))
  for (const step of steps.filter(({ isStatic }) => !isStatic)) results.push(runTests(step))
  console.log(`\n${results.flatMap(({ line, failures = [] }) => [line, ...failures]).join('\n')}`)
  // In CI `npm run test:deploy` follows `npm test`: each line says whose counts it has.
  console.log(`${task === 'test:deploy' ? 'deployment tests' : 'tests'}: ${countsOf(results)}`)
  if (task === 'test') console.log('– deployment tests: skipped; `npm run test:deploy` runs them, as root on Debian')
  process.exit(results.every(({ isGood }) => isGood) ? 0 : 1)
}

/** Prints the output as one piece when the check has ended. */
function runStatic({ name, command, words }) {
  const began = Date.now()
  const child = spawn(executable(command), words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: windows })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes))
  return new Promise((resolve) =>
    child.on('close', (status) => {
      console.log(`\n▸ ${name}\n${Buffer.concat(output)}`)
      resolve(resultOf(name, status, began))
    }),
  )
}

function runTests({ name, command, words, report }) {
  console.log(`\n▸ ${name}`)
  const began = Date.now()
  const file = join(root, report)
  rmSync(file, { force: true }) // counts of an earlier run
  const result = resultOf(name, tool(command, words, root).status, began)
  if (!existsSync(file)) return { ...result, counts: [0, 1] }
  const found = JSON.parse(readFileSync(file, 'utf8'))
  return { ...result, counts: countsIn(found), failures: failuresIn(found, root) }
}

function resultOf(name, status, began) {
  const isGood = status === 0
  return { isGood, line: `${isGood ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)` }
}

function countsOf(results) {
  const sum = (at) => results.reduce((total, { counts = [0, 0] }) => total + counts[at], 0)
  return `${sum(0)} passed, ${sum(1)} failed`
}

/** Path of the system's Chromium; installs Debian's as root, else Playwright's own, where installed is none. */
function chromium() {
  const usual = [
    process.env.CHROMIUM,
    '/usr/lib/chromium/chromium-headless-shell', // opens a page 0.2 s sooner than the whole browser
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ]
  const found = () => usual.find((path) => path && existsSync(path))
  installDebianPackages([
    ...(found() ? [] : ['chromium-headless-shell', 'fonts-dejavu-core']),
    // The headings' fallback font has Arial's metrics; without Arial or Liberation the pages shift when fonts load.
    ...(existsSync('/usr/share/fonts/truetype/liberation') ? [] : ['fonts-liberation']),
  ])
  if (!found()) tool('playwright', ['install', '--only-shell', 'chromium'], root)
  return found() ?? '' // empty: Playwright's own
}

/** Does nothing where this is not Debian, or not root: a missing font is then the machine's own. */
function installDebianPackages(names) {
  if (!names.length || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${names.join(', ')} for the tests …`)
  const apt = (...words) =>
    spawnSync('apt-get', ['-y', '-q', '-o', 'DPkg::Lock::Timeout=300', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '--no-install-recommends', ...names)
}

function tool(name, words, cwd) {
  return spawnSync(executable(name), words, { cwd, stdio: 'inherit', shell: windows })
}

function executable(name) {
  return join(bin, windows ? `${name}.cmd` : name)
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
