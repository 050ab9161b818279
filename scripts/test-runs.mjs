// The tests: which runner takes which of them, what a machine needs for it, and the report at the end. Built-ins only,
// for any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { executable, filesIn, npmCi, pinnedNode, root, stop, tool, windows } from './installation.mjs'
import { countsIn, failedFilesIn, failuresIn, slowestIn } from './test-reports.mjs'

const check = (name, command, words) => ({ name, command, words, isStatic: true })
const lint = check('format and lint', 'biome', ['ci', '--error-on-warnings', '.'])
/** Of a folder with a tsconfig.json; the next run checks only what changed. */
const typesOf = (name, folder) =>
  check(`types of the ${name}`, 'tsc', ['-p', folder, '--incremental', '--tsBuildInfoFile', `.cache/types-${folder}`])
const types = [
  typesOf('contract', 'contract'),
  typesOf('server', 'server'),
  typesOf('web', 'web'),
  typesOf('browser tests', 'e2e'),
]

/** The tasks of the tests by name; `words` are file names' parts and options of the runner. */
export const testTasks = (words) => ({
  lint: () => runAll([lint]),
  types: () => runAll(types),
  // What protects a change, as CI runs it.
  test: () => runAll(words.length ? testsMatching(words) : [lint, ...types, serverTests(words), browserTests(words)]),
  // What proves by volume, kills processes or waits by nature.
  'test:slow': () => runAll([slowServerTests(words), slowBrowserTests(words)]),
  'test:server': () => runAll([serverTests(words)]),
  'test:watch': () => watch(words),
  'test:deploy': () => runAll([deploymentTests(words)]),
  e2e: () => runAll([browserTests(words)]),
  coverage: () => runAll([coverage(words)]),
})

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

const serverTests = (words) => vitest('architecture and server tests', 'vitest', ['--project=quick', ...words])

const slowServerTests = (words) =>
  vitest('slow server tests', 'vitest-slow', ['--project=slow', ...words], { TEST_SCALE: '10' })

/** Has no second run: what failed is not in the figures of the first. */
function coverage(words) {
  const run = vitest('coverage of the server', 'coverage', ['--project=quick', '--coverage', ...words])
  return { ...run, secondRun: undefined }
}

function watch(words) {
  installS3Server()
  process.exit(tool('vitest', ['watch', '--project=quick', ...words], root).status ?? 1)
}

/** Words of a runner that do not name files. */
const optionsIn = (words) => words.filter((word) => word.startsWith('--'))

function vitest(...step) {
  installS3Server()
  return vitestStep(...step)
}

export function vitestStep(name, report, words, env) {
  const secondRun = (failed) => ['run', ...optionsIn(words), '--no-file-parallelism', ...failedFilesIn(failed, root)]
  return { name, command: 'vitest', words: ['run', ...words], report, env, secondRun }
}

const browserTests = (words) => playwright('browser tests', 'playwright', words)

const slowBrowserTests = (words) => playwright('slow browser tests', 'playwright-slow', words, { TEST_SLOW: '1' })

function playwright(...step) {
  process.env.CHROMIUM = chromium()
  return playwrightStep(...step)
}

export function playwrightStep(name, report, words, env) {
  const all = [...words, `--shuffle=${seed()}`]
  const secondRun = () => ['test', ...optionsIn(all), '--last-failed', '--workers=1']
  return { name, command: 'playwright', words: ['test', ...all], report, env, secondRun }
}

function deploymentTests(words) {
  const missing = () => Object.keys(deploymentPackages).filter((name) => spawnSync('which', [name]).status !== 0)
  if (!isRootOnDebian())
    stop('The deployment tests need root on Debian: they install its packages, build an image and mount its files.')
  installDebianPackages(missing().map((name) => deploymentPackages[name]))
  const names = missing().map((name) => deploymentPackages[name])
  if (names.length)
    stop(`The deployment tests need Debian's packages ${names.join(', ')}, which apt-get could not install.`)
  const manifests = join(root, 'deploy/tests/manifests')
  // npm writes this file at the end.
  if (!existsSync(join(manifests, 'node_modules/.package-lock.json'))) npmCi(manifests)
  return vitest('deployment tests', 'deploy', ['--project=deployment', ...words])
}

/** The S3 server of the tests has a lockfile of its own, so that it never reaches an installation of the product. */
function installS3Server() {
  const folder = join(root, 'server/test/s3')
  if (existsSync(join(folder, 'node_modules/workerd/bin/workerd'))) return
  console.log('Installing the S3 server of the tests …')
  npmCi(folder)
  // The binary comes with the packages; the script only puts it in place.
  if (spawnSync(pinnedNode(), ['node_modules/workerd/install.js'], { cwd: folder, stdio: 'inherit' }).status !== 0)
    stop('The S3 server of the tests could not be installed; the lines above say why.')
}

/** The runners that have a test file whose path contains one of these words. */
function testsMatching(words) {
  const folders = ['rules', 'scripts', 'contract', 'server', 'web/src', 'e2e']
  const files = folders.flatMap(filesIn).filter((file) => words.some((word) => file.includes(word)))
  const steps = []
  if (files.some((file) => /\.test\.tsx?$/.test(file))) steps.push(serverTests(['--project=slow', ...words]))
  if (files.some((file) => /\.spec\.ts$/.test(file))) steps.push(browserTests(words))
  if (!steps.length) stop(`No test file has a name that contains ${words.join(' or ')}.`)
  return steps
}

/** Seed of the order of the tests, the same for all runners. */
function seed() {
  process.env.TEST_SEED ??= String(Date.now() % 1e6)
  return process.env.TEST_SEED
}

/** Every step runs even when one fails, so that one run reports everything; the exit status is then 1. */
export async function runAll(steps) {
  const order = seed()
  const results = await Promise.all(steps.filter(({ isStatic }) => isStatic).map(runStatic))
  for (const step of steps.filter(({ isStatic }) => !isStatic)) results.push(runTests(step))
  console.log(`\n${results.flatMap(({ line, failures = [] }) => [line, ...failures]).join('\n')}`)
  const reports = results.flatMap(({ report }) => report ?? [])
  for (const { seconds, file } of slowestIn(reports, root)) console.log(`${seconds.toFixed(1).padStart(8)} s ${file}`)
  const flaky = results.flatMap((result) => result.flaky ?? [])
  if (flaky.length) console.log(`flaky: ${flaky.length} failed first and passed alone\n${flaky.join('\n')}`)
  if (reports.length) console.log(`Order of the tests: TEST_SEED=${order}`)
  console.log(`tests: ${countsOf(results)}`)
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
      resolve({ isGood: status === 0, line: lineOf(name, status === 0, began) })
    }),
  )
}

/** More failures than this are a fault of the change, not of a busy machine. */
const failuresToRepeat = 5

/**
 * Runs a step, and once more what failed, one file or test at a time: a shared machine stalls for a minute now and then
 * (decision 0076). What passes then is flaky; what fails twice has failed.
 */
function runTests(step) {
  console.log(`\n▸ ${step.name}`)
  const began = Date.now()
  const first = runOnce(step, step.words, step.report)
  const last = (step.secondRun && isRepeatable(first) && runAgain(step, first)) || first
  const flaky = first.failures.filter(({ name }) => last.failures.every((failure) => failure.name !== name))
  return {
    isGood: last.isGood,
    line: lineOf(step.name, last.isGood, began),
    report: first.report,
    counts: [first.counts[0], last.counts[1]],
    failures: last.failures.map(({ text }) => text),
    flaky: flaky.map(({ text }) => text),
  }
}

/** Whether its report names all that failed, and few. A set-up that failed has no test that could run again. */
const isRepeatable = ({ report, failures }) =>
  report && !report.errors?.length && failures.length > 0 && failures.length <= failuresToRepeat

/** Undefined where the second run ends without a report. */
function runAgain(step, { report }) {
  console.log(`\n▸ ${step.name}: what failed, once more`)
  const second = runOnce(step, step.secondRun(report), `${step.report}-second`)
  return second.report && second
}

/** A runner that ends with an error names at least one failure, or counts as one: it may end without a report. */
function runOnce({ command, env }, words, reportName) {
  const file = join(root, '.cache', `${reportName}.json`)
  rmSync(file, { force: true }) // counts of an earlier run
  const isGood = tool(command, words, root, { ...env, TEST_REPORT: file }).status === 0
  if (!existsSync(file)) return { isGood: false, counts: [0, 1], failures: [] }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const [passed, failed] = countsIn(report)
  return { isGood, report, counts: [passed, isGood ? 0 : Math.max(1, failed)], failures: failuresIn(report, root) }
}

const lineOf = (name, isGood, began) => `${isGood ? '✓' : '✗'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`

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
  if (!names.length || !isRootOnDebian()) return
  console.log(`Installing ${names.join(', ')} for the tests …`)
  const apt = (...words) =>
    spawnSync('apt-get', ['-y', '-q', '-o', 'DPkg::Lock::Timeout=300', ...words], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '--no-install-recommends', ...names)
}

const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
