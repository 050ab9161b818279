import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// Whole runs of both runners over a folder of their own, by the last lines and the exit status.

const root = join(import.meta.dirname, '..')
let folder: string

beforeEach(() => {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'runs-')) // below the root, so that both runners are found
  const report = `outputFile: process.env.TEST_REPORT`
  const vitest = `globals: true, reporters: [['json', { ${report} }]]`
  writeFileSync(join(folder, 'vitest.config.ts'), `export default { test: { ${vitest} } }`)
  const playwright = `testMatch: '*.spec.ts', reporter: [['json', { ${report} }]], outputDir: 'results'`
  writeFileSync(join(folder, 'playwright.config.ts'), `export default { ${playwright} }`)
})
afterEach(() => {
  for (const report of ['', '-second'])
    rmSync(join(root, '.cache', `${basename(folder)}${report}.json`), { force: true })
  rmSync(folder, { recursive: true })
})

const runners = {
  vitest: { ending: 'test', module: 'vitest', options: (): string[] => [`--root=${folder}`] },
  playwright: {
    ending: 'spec',
    module: '@playwright/test',
    options: () => [`--config=${folder}/playwright.config.ts`],
  },
}
type Runner = keyof typeof runners

function writeTests(runner: Runner, name: string, tests: string) {
  const { ending, module } = runners[runner]
  const modules = `import { existsSync, writeFileSync } from 'node:fs'; import { expect, test } from '${module}'`
  writeFileSync(join(folder, `${name}.${ending}.ts`), `${modules}\n${tests}`)
}

/** A test that fails until the given file exists, which it writes when it runs. */
function failsOnce(title: string) {
  const file = JSON.stringify(join(folder, `ran-${title}`))
  const body = `const ran = existsSync(${file}); writeFileSync(${file}, ''); expect(ran).toBe(true)`
  return `test('${title}', () => { ${body} })\n`
}

const passes = `test('passes', () => {})\n`

function runTests(runner: Runner, ...options: string[]) {
  const words = JSON.stringify([...runners[runner].options(), ...options])
  const runs = JSON.stringify(pathToFileURL(join(root, 'scripts/test-runs.mjs')))
  const step = `${runner}Step('a step', '${basename(folder)}', ${words})`
  const script = `import { ${runner}Step, runAll } from ${runs}; await runAll([${step}])`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  return { status, lines: stdout.slice(stdout.lastIndexOf('a step (')).split('\n') }
}

const isSlow = Number(process.env.TEST_SCALE) > 1
for (const runner of isSlow ? (['vitest', 'playwright'] as const) : (['vitest'] as const)) {
  const file = `a.${runners[runner].ending}.ts`

  test(`a test of ${runner} that fails on its first run alone is told as flaky, and the run passes`, () => {
    writeTests(runner, 'a', passes + failsOnce('is late'))
    writeTests(runner, 'b', passes)
    const { status, lines } = runTests(runner)
    expect(lines).toContain('flaky: 1 failed first and passed alone')
    expect(lines.join('\n')).toMatch(new RegExp(`  \\S*${file}:\\d+ › is late\\n +(AssertionError|Error): `))
    expect(lines).toContain('tests: 2 passed, 0 failed')
    expect(lines.filter((line) => /^ +\d+\.\d s \S+\.ts$/.test(line))).toHaveLength(2)
    expect(status).toBe(0)
  })

  test(`a test of ${runner} that fails twice fails the run`, () => {
    writeTests(runner, 'a', `${passes}${failsOnce('is late')}test('is wrong', () => expect(1).toBe(2))`)
    const { status, lines } = runTests(runner)
    expect(lines).toContain('flaky: 1 failed first and passed alone')
    expect(lines).toContain('tests: 1 passed, 1 failed')
    expect(lines[1]).toMatch(/ › is wrong$/)
    expect(status).toBe(1)
  })
}

test('with more than five failures Vitest is not run again', () => {
  const titles = ['one', 'two', 'three', 'four', 'five', 'six']
  writeTests('vitest', 'a', passes + titles.map(failsOnce).join(''))
  const { status, lines } = runTests('vitest')
  expect(lines.filter((line) => line.startsWith('flaky'))).toEqual([])
  expect(lines).toContain('tests: 1 passed, 6 failed')
  expect(status).toBe(1)
})

test('a run that ends without a report has failed', () => {
  writeTests('vitest', 'a', passes)
  const { status, lines } = runTests('vitest', '--no-such-option')
  expect(lines).toContain('tests: 0 passed, 1 failed')
  expect(status).toBe(1)
})

test('failures of Vitest are told with file, line, titles and reason, also where no test could run', () => {
  writeTests('vitest', 'sums', `describe('a sum', () => test('is wrong', () => expect(1 + 1, 'the sum').toBe(3)))`)
  writeTests('vitest', 'unread', `throw new Error('no database')`)
  const group = `beforeAll(() => Promise.reject(new Error('no rows'))); test('has rows', () => {})`
  writeTests('vitest', 'group', `describe('a table', () => { ${group} }); ${passes}`)
  const { lines } = runTests('vitest')
  const said = lines.join('\n')
  expect(said).toMatch(/sums\.test\.ts:2 › a sum › is wrong\n {4}AssertionError: the sum: expected 2 to be 3[^\n]*\n/)
  expect(said).toMatch(/unread\.test\.ts\n {4}no database/)
  expect(said).toMatch(/group\.test\.ts\n {4}\S/)
  expect(lines).toContain('tests: 1 passed, 3 failed')
})

test('a failure of Playwright is told with what it received, and so is a set-up that fails', () => {
  const wrongList = `test('is empty', () => expect(['too much']).toEqual([]))`
  writeTests('playwright', 'a', `test.describe('a list', () => { ${wrongList} })`)
  const ofList = runTests('playwright').lines.join('\n')
  expect(ofList).toMatch(/a\.spec\.ts:2 › a list › is empty\n {4}Error: [\s\S]+\+ {3}"too much",\n/)
  writeFileSync(join(folder, 'setup.ts'), `export default () => { throw new Error('no server') }`)
  const config = join(folder, 'playwright.config.ts')
  writeFileSync(config, readFileSync(config, 'utf8').replace('{ ', `{ globalSetup: './setup.ts', `))
  const { lines } = runTests('playwright')
  expect(lines.join('\n')).toMatch(/setup\.ts:1\n {4}Error: no server/)
  expect(lines).toContain('tests: 0 passed, 1 failed')
})
