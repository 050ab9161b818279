import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Benchmark, say, table } from '../harness/benchmark.ts'
import { type Fault, faults } from './faults.ts'

const root = join(import.meta.dirname, '../..')
const { failuresIn } = await import(join(root, 'scripts/test-reports.mjs'))

interface Finding {
  fault: Fault
  /** The first failed test, with its file and line; null where all pass. */
  test: string | null
}

/** Applies each fault in this work tree, which must be clean, and runs `npm test` until the first test fails. */
export const findFaults: Benchmark = {
  name: 'faults',
  description: 'Small faults in product code, and which test finds each; --only 1,2,… takes some of them.',

  async run({ only }) {
    if (git('status', '--porcelain')) throw new Error('The work tree has changes; commit or stash them first.')
    const numbers = only.length ? only.map(Number) : faults.map((_, at) => at + 1)
    const findings: Finding[] = []
    for (const number of numbers) {
      const fault = faults[number - 1]
      if (!fault) throw new Error(`There is no fault ${number}.`)
      const finding = { fault, test: testThatFinds(fault) }
      findings.push(finding)
      say(`${number}. ${fault.name}\n   ${finding.test ?? 'Nothing finds it.'}`)
    }
    const found = findings.filter(({ test }) => test).length
    const rows = findings.map(({ fault, test }) => [fault.name, test ?? '**none**'])
    const lines = [`${found} of ${findings.length} faults are found.`, '']
    return {
      lines: [...lines, ...table(['Fault', 'First test that fails'], rows)],
      file: only.length === 0 && 'faults.md',
    }
  },
}

/** The tests beside the file come first, since they find most; the browser is asked for what no other test finds. */
function testThatFinds(fault: Fault): string | null {
  apply(fault)
  try {
    return (
      firstFailure('vitest', 'test:server', dirname(fault.file), '--bail=1', '--passWithNoTests') ??
      firstFailure('vitest', 'test:server', '--bail=1') ??
      firstFailure('playwright', 'e2e', '--max-failures=1')
    )
  } finally {
    git('checkout', '--', fault.file)
  }
}

function apply({ file, find, replace, name }: Fault): void {
  const text = readFileSync(join(root, file), 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${file} does not hold the text of this fault once: ${name}`)
  writeFileSync(
    join(root, file),
    text.replace(find, () => replace),
  )
}

function firstFailure(runner: 'vitest' | 'playwright', ...words: string[]): string | null {
  const report = join(root, '.cache', `${runner}.json`)
  rmSync(report, { force: true })
  const { status } = spawnSync(process.execPath, ['bootstrap.mjs', ...words], { cwd: root, stdio: 'ignore' })
  if (status === 0) return null
  const failures: { text: string }[] = existsSync(report)
    ? failuresIn(JSON.parse(readFileSync(report, 'utf8')), root)
    : []
  // Playwright puts first that it stopped early.
  return (failures.at(-1)?.text ?? `${words[0]} ended without a report`).trim().split('\n')[0]!
}

function git(...words: string[]): string {
  return spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.trim()
}
