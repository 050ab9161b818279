import type { Metric } from 'prom-client'

/** A number that some part knows at any time, read when Prometheus asks. */
interface Source {
  /** Ends in `_total` where the number only grows, as Prometheus names counters. */
  name: string
  /** A sentence for a reader who does not know our code. */
  help: string
  read(): Promise<Reading[]> | Reading[] | number
}

interface Reading {
  value: number
  labels: Record<string, string>
}

export interface Counter<Label extends string> {
  inc(labels: Record<Label, string>, by?: number): void
}

/** Durations in seconds, counted by their upper bounds. */
interface Histogram<Label extends string> {
  observe(labels: Record<Label, string>, seconds: number): void
}

/** What this process tells Prometheus; the values of a label are few, and never what people typed. */
export interface Metrics {
  counter<Label extends string>(name: string, help: string, labels: Label[]): Counter<Label>
  histogram<Label extends string>(name: string, help: string, labels: Label[], bounds?: number[]): Histogram<Label>
  /** Several parts may offer one name, each with other values of its labels. */
  offer(...sources: Source[]): void
  /** All metrics in Prometheus's text format. */
  scrape(): Promise<{ text: string; contentType: string }>
}

/** Where no one scrapes, nothing is counted. */
export const noMetrics: Metrics = {
  counter: () => ({ inc: () => {} }),
  histogram: () => ({ observe: () => {} }),
  offer: () => {},
  scrape: async () => ({ text: '', contentType: 'text/plain' }),
}

/** Upper bounds in seconds; each one costs a time series for every route, method and status. */
const DEFAULT_BOUNDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Milliseconds that a source may take; Prometheus gives a scrape ten seconds by default. */
const READ_TIMEOUT_MS = 3_000

/** The metrics of one process, with those of Node.js. */
export async function createMetrics(): Promise<Metrics> {
  const prometheus = await import('prom-client') // not loaded where no one scrapes
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const sources = new Map<string, Source[]>()

  const offer = (source: Source) => {
    const others = sources.get(source.name) ?? []
    if (!others.length) registry.registerMetric(readMetric(source, () => sources.get(source.name)!))
    sources.set(source.name, [...others, source])
  }
  return {
    counter: (name, help, labelNames) =>
      (registry.getSingleMetric(name) as Counter<string> | undefined) ??
      new prometheus.Counter<string>({ name, help, labelNames, registers }),
    histogram: (name, help, labelNames, buckets = DEFAULT_BOUNDS) =>
      (registry.getSingleMetric(name) as Histogram<string> | undefined) ??
      new prometheus.Histogram<string>({ name, help, labelNames, buckets, registers }),
    offer: (...offered) => offered.forEach(offer),
    scrape: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  }
}

/** A metric without values of its own. The registry only calls `get`, although its type asks for one of its classes. */
function readMetric({ name, help }: Source, offered: () => Source[]): Metric {
  const type = name.endsWith('_total') ? 'counter' : 'gauge'
  const get = async () => {
    const values = (await Promise.all(offered().map(readSource))).flat()
    return { name, help, type, aggregator: 'sum', values }
  }
  return { name, help, type, get } as unknown as Metric
}

/** A source that fails or hangs is left out; the others are reported. */
async function readSource({ read }: Source): Promise<Reading[]> {
  const { promise: timeout, resolve } = Promise.withResolvers<Reading[]>()
  const timer = setTimeout(resolve, READ_TIMEOUT_MS, [])
  try {
    const readings = await Promise.race([read(), timeout])
    return typeof readings === 'number' ? [{ value: readings, labels: {} }] : readings
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
