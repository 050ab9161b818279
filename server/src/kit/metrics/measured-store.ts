import type { Store } from '#kit/storage/store'
import type { Metrics } from './metrics.ts'

/** The store with its operations counted and measured; of reading, how often it was begun and how often it failed. */
export function measuredStore(store: Store, metrics: Metrics): Store {
  const labels: ('operation' | 'outcome')[] = ['operation', 'outcome']
  const operations = metrics.counter('vitrine_storage_operations_total', 'Operations of the file store.', labels)
  const duration = metrics.histogram(
    'vitrine_storage_operation_duration_seconds',
    'Seconds of an operation of the file store; for a bucket, its requests included.',
    ['operation'],
  )
  const measured =
    <Args extends unknown[], T>(operation: string, run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const began = performance.now()
      try {
        const result = await run(...args)
        operations.inc({ operation, outcome: 'ok' })
        return result
      } catch (error) {
        operations.inc({ operation, outcome: 'failed' })
        throw error
      } finally {
        duration.observe({ operation }, (performance.now() - began) / 1000)
      }
    }
  return {
    ...store,
    put: measured('put', store.put),
    size: measured('size', store.size),
    remove: measured('remove', store.remove),
    ...(store.open && { open: measured('open', store.open) }),
    read(key, range) {
      operations.inc({ operation: 'read', outcome: 'ok' })
      return store.read(key, range).on('error', ({ code }: NodeJS.ErrnoException) => {
        operations.inc({ operation: 'read', outcome: code === 'ENOENT' ? 'missing' : 'failed' })
      })
    },
  }
}
