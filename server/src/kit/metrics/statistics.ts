import type { LimiterStatistics } from '#kit/concurrency'
import type { Metrics } from './metrics.ts'

/** What a cache says of itself; hits and misses since the start. */
export interface CacheStatistics {
  hits: number
  misses: number
  entries: number
  bytes: number
  maxBytes: number
}

export const describeCache = describer<CacheStatistics>('cache', {
  hits: ['vitrine_cache_hits_total', 'Look-ups that a cache in the memory of this process answered.'],
  misses: ['vitrine_cache_misses_total', 'Look-ups that a cache could not answer.'],
  entries: ['vitrine_cache_entries', 'Entries of a cache.'],
  bytes: ['vitrine_cache_bytes', 'Bytes of the entries of a cache, as it counts them.'],
  maxBytes: ['vitrine_cache_limit_bytes', 'Bytes at which a cache evicts what was used least.'],
})

/** Offers the statistics of a limiter (a bulkhead, or a part of load shedding) under its name. */
export const describeLimiter = describer<LimiterStatistics>('limiter', {
  running: ['vitrine_limiter_running', 'Tasks that run now, by limiter of concurrency.'],
  waiting: ['vitrine_limiter_waiting', 'Tasks that wait for a place, by limiter.'],
  started: ['vitrine_limiter_started_total', 'Tasks that got a place, by limiter.'],
  refused: [
    'vitrine_limiter_refused_total',
    'Tasks that got no place: too many waited already, or for too long, or their client left.',
  ],
  waitedSeconds: [
    'vitrine_limiter_wait_seconds_total',
    'Seconds that tasks waited before they got a place; divided by the started ones, the mean wait.',
  ],
})

/** Of several parts with the same numbers: each number has a metric with its help, and each part a label. */
function describer<Statistics>(label: string, described: Record<keyof Statistics, [name: string, help: string]>) {
  const numbers = Object.entries(described) as [keyof Statistics, [string, string]][]
  return (metrics: Metrics, part: string, statistics: () => Statistics) => {
    const labels = { [label]: part }
    for (const [of, [name, help]] of numbers)
      metrics.offer({ name, help, read: () => [{ labels, value: Number(statistics()[of]) }] })
  }
}
