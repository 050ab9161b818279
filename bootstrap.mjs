// Makes a fresh machine ready, then hands over: installs what the lockfile names, finds the pinned Node, builds the
// pages when their sources changed, and runs what was asked for. Built-ins only, for any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const root = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const bin = join(root, 'node_modules', '.bin')
const windows = process.platform === 'win32'
const [task, ...rest] = process.argv.slice(2)
const reports = ['.cache/vitest.json', '.cache/playwright.json']

const tasks = {
  start: () => handOver('server/src/main.ts', []),
  dev: () => handOver('--watch-path=server/src', ['--watch-path=contract', 'server/src/main.ts', '--dev']),
  vitrine: () => handOver('server/src/cli.ts', rest),
  bench: () => handOver('bench/bench.ts', rest),
  check: () => runAll([checks]),
  test: () => runAll([checks, browserTests]),
}

if (!tasks[task]) stop(`bootstrap.mjs takes one of: ${Object.keys(tasks).join(', ')}`)
install()
Object.assign(process.env, environment())
if (task !== 'vitrine' && task !== 'dev') build()
tasks[task]()

/** `npm ci` unless what is installed is what the lockfile says. */
function install() {
  if (isInstalled()) return
  console.log('Installing what Vitrine needs …')
  // npm tells its scripts where it is; without npm around us it is looked for on the path.
  const npm = process.env.npm_execpath
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const run = npm
    ? spawnSync(process.execPath, [npm, ...words], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', words, { cwd: root, stdio: 'inherit', shell: windows })
  if (run.status !== 0)
    stop('The installation failed. The lines above say why; run the command again once that is mended.')
}

function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
    const there = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')).packages
    return Object.entries(wanted).every(
      ([path, { version, optional, link }]) =>
        !path.startsWith('node_modules/') || link || (there[path] ? there[path].version === version : optional),
    )
  } catch {
    return false // nothing installed, or an installation that was cut off
  }
}

/** The pinned tools come first on the path, so everything below runs on the same Node, whatever the machine has. */
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
  stop(
    `There is no packaged Node for ${process.platform} on ${process.arch}. Install Node 22.18 or later and start again.`,
  )
}

/** The pages, when anything that they are made of has changed. */
function build() {
  const stamp = join(root, 'web/dist/built-from')
  const made = fingerprint(['web', 'contract', 'package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return
  console.log('Building the pages …')
  const run = tool('vite', ['build', '--logLevel', 'warn'], join(root, 'web'))
  if (run.status !== 0) stop('The pages could not be built; the lines above say why.')
  writeFileSync(stamp, made)
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

/** From here on this process only passes on signals and the exit status. */
function handOver(first, words) {
  const child = spawn(pinnedNode(), [first, ...words], { cwd: root, stdio: 'inherit', shell: windows })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C reaches every process in the foreground, so the child has it already; a closed terminal may tell only this one.
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
}

function checks() {
  return [
    ['format and lint', 'biome', ['ci', '--error-on-warnings', '.']],
    ['types of the contract', 'tsc', ['-p', 'contract']],
    ['types of the server', 'tsc', ['-p', 'server']],
    ['types of the pages', 'tsc', ['-p', 'web']],
    ['types of the browser tests', 'tsc', ['-p', 'e2e']],
    ['architecture and server tests', 'vitest', ['run', ...rest]],
  ]
}

function browserTests() {
  process.env.CHROMIUM = chromium()
  return [['browser tests', 'playwright', ['test', ...rest]]]
}

/** All steps run even when one fails, so that one run tells everything. */
function runAll(lists) {
  for (const report of reports) rmSync(join(root, report), { force: true }) // an earlier run's counts would be told again
  const results = lists
    .flatMap((list) => list())
    .map(([name, command, words]) => {
      console.log(`\n▸ ${name}`)
      const began = Date.now()
      const good = tool(command, words, root).status === 0
      return { good, line: `${good ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)` }
    })
  console.log(`\n${results.map(({ line }) => line).join('\n')}`)
  console.log(countsOf())
  process.exit(results.every(({ good }) => good) ? 0 : 1)
}

function countsOf() {
  let [passed, failed] = [0, 0]
  for (const path of reports.filter((one) => existsSync(join(root, one)))) {
    const report = JSON.parse(readFileSync(join(root, path), 'utf8'))
    passed += report.numPassedTests ?? report.stats.expected + report.stats.flaky
    failed += report.numFailedTests ?? report.stats.unexpected
  }
  return `tests: ${passed} passed, ${failed} failed`
}

/** The machine's Chromium; where there is none, Debian's as root, else Playwright's own. */
function chromium() {
  const usual = [
    process.env.CHROMIUM,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:/Program Files/Google/Chrome/Application/chrome.exe',
  ]
  const found = () => usual.find((path) => path && existsSync(path))
  if (found()) return found()
  console.log('Installing Chromium for the browser tests …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...words) =>
      spawnSync('apt-get', ['-y', '-q', ...words], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    apt('update')
    apt('install', '--no-install-recommends', 'chromium', 'fonts-dejavu-core')
  }
  if (!found()) tool('playwright', ['install', 'chromium'], root)
  return found() ?? '' // empty: Playwright's own
}

function tool(name, words, cwd) {
  return spawnSync(join(bin, windows ? `${name}.cmd` : name), words, { cwd, stdio: 'inherit', shell: windows })
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
