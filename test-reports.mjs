// Reads the JSON reports of Vitest and Playwright. Built-ins only: bootstrap.mjs uses it.
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Passed and failed tests of a report; a file that fails before its tests counts as one. */
export function countsIn({ stats, numPassedTests, numFailedTests, testResults }) {
  if (stats) return [stats.expected + stats.flaky, stats.unexpected]
  return [numPassedTests, numFailedTests + testResults.filter(isUnread).length]
}

/** Each failed test: its file below `root` and its names, with what its error begins with. */
export function failuresIn({ suites, testResults }, root) {
  const failures = suites ? suites.flatMap((suite) => failuresOfPlaywright(suite)) : failuresOfVitest(testResults, root)
  return failures.map(({ names, error }) => [`  ${names.join(' › ')}`, ...linesOf(error)].join('\n    '))
}

function failuresOfPlaywright({ title, suites = [], specs = [] }, above = []) {
  const names = [...above, title]
  const failed = specs.filter(({ ok }) => !ok)
  return [
    ...failed.map((spec) => ({ names: [...names, spec.title], error: errorOf(spec) })),
    ...suites.flatMap((suite) => failuresOfPlaywright(suite, names)),
  ]
}

function errorOf({ tests }) {
  return tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message
}

function failuresOfVitest(files, root) {
  return files.flatMap((file) => {
    const name = relative(root, file.name).replaceAll('\\', '/')
    if (isUnread(file)) return [{ names: [name], error: file.message }]
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    return failed.map(({ ancestorTitles, title, failureMessages }) => ({
      names: [name, ...ancestorTitles, title],
      error: failureMessages[0],
    }))
  })
}

function isUnread({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.length
}

/** At most six lines, which say what was expected and where, without the colours of Playwright. */
function linesOf(error = 'no message') {
  const lines = stripVTControlCharacters(error).split('\n')
  return lines.filter((line) => line.trim()).slice(0, 6)
}
