import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/test-app'

const { metrics } = await openTestApp({ METRICS: 'localhost:1' })
const root = join(import.meta.dirname, '../../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const dashboard = textOf('deploy/grafana/vitrine.json')
const rules = textOf('deploy/prometheus/alerts.yaml')
const operations = textOf('docs/operations.md')

/** Names of metrics in expressions, without the suffixes of a histogram's samples. */
function namesIn(text: string): string[] {
  const names = text.match(/\b(?:vitrine|nodejs|process)_[a-z0-9_]+/g) ?? []
  return [...new Set(names.map((name) => name.replace(/(?<=_seconds)_(bucket|sum|count)$/, '')))]
}

const { text } = await metrics.scrape()
const offered = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!)

test('what dashboard and alert rules watch is in a scrape', () => {
  for (const watched of [dashboard, rules]) {
    expect(namesIn(watched).length).toBeGreaterThan(10)
    expect(namesIn(watched).filter((name) => !offered.includes(name))).toEqual([])
  }
})

test('every metric of ours is on the dashboard, and has a sentence', () => {
  const ours = offered.filter((name) => name.startsWith('vitrine_'))
  const shown = namesIn(dashboard)
  expect(ours.filter((name) => !shown.includes(name))).toEqual([])
  const sentences = [...text.matchAll(/^# HELP (vitrine_\S+) (.*)$/gm)]
  expect(sentences.filter(([, , sentence]) => !/^\S.{15,}\.$/.test(sentence!)).map(([, name]) => name)).toEqual([])
})

test('labels are of few values and never of people', () => {
  const labels = [...text.matchAll(/^vitrine_\w+\{(.*)\} /gm)].flatMap(([, all]) =>
    [...all!.matchAll(/(\w+)="/g)].map(([, name]) => name!),
  )
  const bounded = ['cache', 'counted', 'folder', 'kind', 'le', 'limiter', 'method', 'operation', 'outcome', 'pool']
  const known = new Set([...bounded, 'commit', 'route', 'state', 'status', 'task', 'version'])
  expect([...new Set(labels)].filter((label) => !known.has(label))).toEqual([])
})

test('every alert has sentences for the operator, and a section that says more', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1)
  expect(alerts.length).toBeGreaterThan(10)
  const anchors = [...operations.matchAll(/^## (.*)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-'))
  for (const alert of alerts) {
    expect(alert).toMatch(/^ {10}summary: /m)
    expect(alert).toMatch(/^ {10}action: /m)
    expect(anchors).toContain(/section: "docs\/operations\.md#([\w-]+)"/.exec(alert)?.[1])
  }
})
