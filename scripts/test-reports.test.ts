import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The last lines of a run, made of what both runners really write. The module has no types: any Node from 20 reads it.
const root = join(import.meta.dirname, '..')
const { countsIn, failedFilesIn, failuresIn, slowestIn } = await import(join(root, 'scripts/test-reports.mjs'))
const textsIn = (report: unknown, folder: string): string[] =>
  failuresIn(report, folder).map(({ text }: { text: string }) => text)

const body = `
  test('passes', () => expect(1).toBe(1))
  test.describe('a sum', () => {
    test('is wrong', () => expect(1 + 1, 'the sum').toBe(3))
  })`

let folder: string

beforeEach(() => {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'reports-')) // below the root, so that both runners are found
})
afterEach(() => rmSync(folder, { recursive: true }))

function reportOf(runner: string, ...words: string[]) {
  const bin = join(root, 'node_modules/.bin', runner)
  spawnSync(bin, words, { cwd: folder, env: { PATH: process.env.PATH, PLAYWRIGHT_JSON_OUTPUT_NAME: 'report.json' } })
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
}

test('a run of Vitest ends with its failed tests, and with files that hold none because they fail', () => {
  writeFileSync(join(folder, 'sums.test.ts'), `import { expect, test } from 'vitest'${body.replace('test.d', 'd')}`)
  writeFileSync(join(folder, 'unread.test.ts'), `throw new Error('no database')`)
  const group = `beforeAll(() => Promise.reject(new Error('no rows'))); test('has rows', () => {})`
  writeFileSync(join(folder, 'group.test.ts'), `describe('a table', () => { ${group} }); test('passes', () => {})`)
  const report = reportOf('vitest', 'run', '--root', folder, '--globals', '--reporter=json', '--outputFile=report.json')
  expect(countsIn(report)).toEqual([2, 3])
  expect(failedFilesIn(report, folder).sort()).toEqual(['group.test.ts', 'sums.test.ts', 'unread.test.ts'])
  const [ofGroup, sum, unread] = textsIn(report, folder).sort()
  expect(ofGroup).toMatch(/^ {2}group\.test\.ts\n {4}/)
  expect(sum).toMatch(
    /^ {2}sums\.test\.ts:4 › a sum › is wrong\n {4}AssertionError: the sum: expected 2 to be 3[^\n]*$/,
  )
  expect(unread).toMatch(/^ {2}unread\.test\.ts\n {4}no database/)
  expect(
    slowestIn([report], folder)
      .map(({ file }: { file: string }) => file)
      .sort(),
  ).toEqual(['group.test.ts', 'sums.test.ts', 'unread.test.ts'])
})

test('a run of Playwright ends with its failed tests', () => {
  const wrongList = `test('has a list', () => expect(['too much']).toEqual([]))`
  writeFileSync(join(folder, 'sums.spec.ts'), `import { expect, test } from '@playwright/test'${body}\n  ${wrongList}`)
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { testMatch: '*.spec.ts', reporter: 'json', outputDir: 'results' }`,
  )
  const report = reportOf('playwright', 'test')
  expect(countsIn(report)).toEqual([1, 2])
  const [sum, list] = textsIn(report, folder).sort()
  expect(list).toMatch(/^ {2}sums\.spec\.ts:6 › has a list\n {4}Error: [\s\S]+\+ {3}"too much",\n/)
  expect(sum).toMatch(/^ {2}sums\.spec\.ts:4 › a sum › is wrong\n {4}Error: the sum\n[\s\S]+Expected: 3\n +Received: 2/)
  expect(slowestIn([report], folder)).toEqual([{ file: 'sums.spec.ts', seconds: expect.any(Number) }])
})

test('a run of Playwright whose set-up fails has a failure', () => {
  writeFileSync(join(folder, 'sums.spec.ts'), `import { test } from '@playwright/test'${body}`)
  writeFileSync(join(folder, 'setup.ts'), `export default () => { throw new Error('no server') }`)
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { testMatch: '*.spec.ts', reporter: 'json', outputDir: 'results', globalSetup: './setup.ts' }`,
  )
  const report = reportOf('playwright', 'test')
  expect(countsIn(report)).toEqual([0, 1])
  expect(textsIn(report, folder)).toEqual([expect.stringMatching(/^ {2}setup\.ts:1\n {4}Error: no server/)])
})
