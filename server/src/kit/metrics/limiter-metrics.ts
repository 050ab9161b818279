import type { LimiterStatistics } from '#kit/concurrency'
import type { Metrics } from './metrics.ts'

/** Offers the statistics of a limiter (a bulkhead, or a part of load shedding) under its name. */
export function describeLimiter(metrics: Metrics, limiter: string, statistics: () => LimiterStatistics) {
  const read = (of: keyof LimiterStatistics) => () => [{ labels: { limiter }, value: statistics()[of] }]
  metrics.offer(
    { name: 'vitrine_limiter_running', help: 'Tasks that run now, by limiter of concurrency.', read: read('running') },
    { name: 'vitrine_limiter_waiting', help: 'Tasks that wait for a place, by limiter.', read: read('waiting') },
    {
      name: 'vitrine_limiter_started_total',
      type: 'counter',
      help: 'Tasks that got a place, by limiter.',
      read: read('started'),
    },
    {
      name: 'vitrine_limiter_refused_total',
      type: 'counter',
      help: 'Tasks that got no place: too many waited already, or for too long, or their client left.',
      read: read('refused'),
    },
    {
      name: 'vitrine_limiter_wait_seconds_total',
      type: 'counter',
      help: 'Seconds that tasks waited before they got a place; divided by the started ones, the mean wait.',
      read: read('waitedSeconds'),
    },
  )
}
