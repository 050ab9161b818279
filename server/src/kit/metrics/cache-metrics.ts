import type { Metrics } from './metrics.ts'

/** What a cache says of itself; hits and misses since the start. */
export interface CacheStatistics {
  hits: number
  misses: number
  entries: number
  bytes: number
  maxBytes: number
}

/** Offers the statistics of a cache under its name. */
export function describeCache(metrics: Metrics, cache: string, statistics: () => CacheStatistics) {
  const read = (of: keyof CacheStatistics) => () => [{ labels: { cache }, value: statistics()[of] }]
  metrics.offer(
    {
      name: 'vitrine_cache_hits_total',
      type: 'counter',
      help: 'Look-ups that a cache in the memory of this process answered.',
      read: read('hits'),
    },
    {
      name: 'vitrine_cache_misses_total',
      type: 'counter',
      help: 'Look-ups that a cache could not answer.',
      read: read('misses'),
    },
    { name: 'vitrine_cache_entries', help: 'Entries of a cache.', read: read('entries') },
    { name: 'vitrine_cache_bytes', help: 'Bytes of the entries of a cache, as it counts them.', read: read('bytes') },
    {
      name: 'vitrine_cache_limit_bytes',
      help: 'Bytes at which a cache evicts what was used least.',
      read: read('maxBytes'),
    },
  )
}
