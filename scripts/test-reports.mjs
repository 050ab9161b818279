// Reads the JSON reports of Vitest and Playwright. Built-ins only: test-runs.mjs uses it.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Passed and failed tests of a report; a file or a set-up that fails before its tests counts as one. */
export function countsIn({ stats, errors, numPassedTests, numFailedTests, testResults }) {
  if (stats) return [stats.expected + stats.flaky, stats.unexpected + errors.length]
  return [numPassedTests, numFailedTests + testResults.filter(isUnread).length]
}

/** Of each failed test its file and titles; `text` has its line too, and the beginning of its error. */
export function failuresIn({ suites, errors = [], testResults }, root) {
  const failures = suites ? suites.flatMap((suite) => failuresOfPlaywright(suite)) : failuresOfVitest(testResults, root)
  const ofSetUp = errors.map(({ message, stack, location }) => ({
    file: location ? nameOf({ name: location.file }, root) : 'set-up',
    names: [],
    error: message,
    stack,
  }))
  return [...ofSetUp, ...failures].map(({ file, names, error, stack = error }) => {
    const line = Number.parseInt(stripVTControlCharacters(stack ?? '').split(`${file}:`)[1] ?? '', 10)
    const title = [line ? `${file}:${line}` : file, ...names].join(' › ')
    return { name: [file, ...names].join(' › '), text: [`  ${title}`, ...linesOf(error)].join('\n    ') }
  })
}

/** The files below `root` of a report of Vitest that hold a failed test, or could not be read. */
export const failedFilesIn = ({ testResults }, root) =>
  testResults.filter(({ status }) => status === 'failed').map((file) => nameOf(file, root))

/** The ten files of these reports whose tests took longest, with the sum of their seconds. */
export function slowestIn(reports, root) {
  const files = reports.flatMap(({ suites, testResults = [] }) => [
    ...(suites ?? []).map((suite) => ({ file: suite.file, seconds: secondsOf(suite) })),
    ...testResults.map((one) => ({ file: nameOf(one, root), seconds: (one.endTime - one.startTime) / 1000 })),
  ])
  return files.sort((a, b) => b.seconds - a.seconds).slice(0, 10)
}

function secondsOf({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests).flatMap((one) => one.results)
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
  return suites.reduce((sum, suite) => sum + secondsOf(suite), own)
}

function failuresOfPlaywright({ title, file, suites = [], specs = [] }, above = []) {
  const names = title === file ? above : [...above, title]
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map((spec) => ({ file, names: [...names, spec.title], ...errorOf(spec) })),
    ...suites.flatMap((suite) => failuresOfPlaywright(suite, names)),
  ]
}

function errorOf({ tests }) {
  const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
  return { error: error?.message, stack: error?.stack }
}

const failuresOfVitest = (files, root) =>
  files.flatMap((one) => {
    const file = nameOf(one, root)
    if (isUnread(one)) return [{ file, names: [], error: one.message || 'its set-up failed' }]
    const failed = one.assertionResults.filter(({ status }) => status === 'failed')
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      file,
      names: [...ancestorTitles, title],
      error: failureMessages[0],
    }))
  })

const nameOf = (file, root) => relative(root, file.name).replaceAll('\\', '/')

/** Whether it failed before its tests, or before those of one group. */
const isUnread = ({ status, assertionResults }) =>
  status === 'failed' && assertionResults.every((one) => one.status !== 'failed')

/** At most six lines, which say what was expected and found, without colours, the legend of a diff and the stack. */
function linesOf(error = 'no message') {
  const lines = stripVTControlCharacters(error).split('\n')
  return lines
    .filter((line) => line.trim() && !/^( {4}at |[-+] (Expected|Received) +[-+] +\d+$)/.test(line))
    .slice(0, 6)
}
