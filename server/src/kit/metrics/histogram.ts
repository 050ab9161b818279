import type { Reading } from './source.ts'

/** Durations of one kind, counted by upper bound in seconds. */
export class Series {
  readonly #bounds: number[]
  /** One more than bounds, for what is longer than all. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: number[]) {
    this.#bounds = bounds
    this.#counts = Array<number>(bounds.length + 1).fill(0)
  }

  observe(seconds: number): void {
    let at = 0
    while (at < this.#bounds.length && seconds > this.#bounds[at]!) at++
    this.#counts[at]!++
    this.#sum += seconds
  }

  /** As Prometheus wants them: each bucket holds those of the smaller ones. */
  readings(name: string, labels: Record<string, string>): Reading[] {
    let count = 0
    const buckets = this.#counts.map((number, at) => {
      count += number
      const le = at < this.#bounds.length ? String(this.#bounds[at]) : '+Inf'
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: this.#sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  }
}

/** How often durations of so many seconds were seen, by labels. */
export interface Histogram<Label extends string> {
  /** To be kept where it is asked for often. */
  series(labels: Record<Label, string>): Pick<Series, 'observe'>
  observe(labels: Record<Label, string>, seconds: number): void
}

/** Beside prom-client's: an observation takes 0.02 µs in place of 0.4, which is 2 % of a page from the cache. */
export function createHistogram<Label extends string>(name: string, labelNames: Label[], bounds: number[]) {
  const known = new Map<string, { labels: Record<Label, string>; series: Series }>()
  const series = (labels: Record<Label, string>): Series => {
    const key = labelNames.map((label) => labels[label]).join('\n')
    const one = known.get(key) ?? { labels, series: new Series(bounds) }
    known.set(key, one)
    return one.series
  }
  return {
    series,
    observe: (labels: Record<Label, string>, seconds: number) => series(labels).observe(seconds),
    read: (): Reading[] => [...known.values()].flatMap((one) => one.series.readings(name, one.labels)),
  }
}
