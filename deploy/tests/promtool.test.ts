import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/free-port'
import { startMain, stopMainProcesses, waitForAddress } from '#test/main-process'
import { temporaryFolder } from '#test/temporary-folder'

const prometheus = join(import.meta.dirname, '../prometheus')
const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool)
  console.log('promtool is missing (Debian package prometheus): alert rules and metrics are not checked')

const folder = await temporaryFolder()
afterAll(stopMainProcesses)

const promtool = (words: string[], input = '') => {
  const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: prometheus, input, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

describe.skipIf(!hasPromtool)('Prometheus accepts', () => {
  test.each([
    ['the alert rules', ['check', 'rules', 'alerts.yaml']],
    ['what they say of made-up series', ['test', 'rules', 'alerts.test.yaml']],
    ['the example of its configuration', ['check', 'config', 'prometheus.yaml']],
  ])('%s', (_what, words) => {
    const { status, said } = promtool(words)
    expect(said).toContain('SUCCESS')
    expect(status).toBe(0)
  })

  test('every question of the dashboard', async () => {
    const dashboard = await readFile(join(import.meta.dirname, '../grafana/vitrine.json'), 'utf8')
    const panels: { targets?: { expr: string }[] }[] = JSON.parse(dashboard).panels
    const questions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    expect(questions.length).toBeGreaterThan(30)
    const rules = questions.map((expr, at) => ({
      record: `dashboard:question:${at}`,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'vitrine').replaceAll('$instance', '.*'),
    }))
    const file = join(folder, 'dashboard.yaml')
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] })) // YAML is a superset of JSON
    expect(promtool(['check', 'rules', file]).said).toContain(`SUCCESS: ${questions.length} rules found`)
  })

  test('a scrape, and finds nothing to mend in our metrics', async () => {
    const port = await freePort()
    const main = startMain({ DATA_DIR: folder, METRICS: `localhost:${port}`, LOG_LEVEL: 'silent' })
    const address = await waitForAddress(main)
    for (const path of ['/', '/about/', '/nothing/', '/api/v1/images/approved/'])
      await (await fetch(address + path)).text()
    const scrape = await (await fetch(`http://localhost:${port}/metrics`)).text()
    expect(scrape).toContain('vitrine_http_request_duration_seconds_bucket{le="0.005",route="/about/"')
    const { said } = promtool(['check', 'metrics'], scrape)
    // prom-client names some of Node's gauges as counters are named.
    expect(said.split('\n').filter((line) => line && !line.startsWith('nodejs_active_'))).toEqual([])
  })
})
