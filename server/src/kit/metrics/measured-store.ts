import { finished } from 'node:stream'
import { isDisconnect } from '#kit/http/disconnect-signal'
import type { OpenFile, WriteChunk } from '#kit/storage/large-reads'
import { isMissingFile, type Store } from '#kit/storage/store'
import type { Metrics } from './metrics.ts'

type Outcome = 'ok' | 'missing' | 'failed'

/** The store with each of its operations counted once, and measured where no client sets the pace, as of a read. */
export function measuredStore(store: Store, metrics: Metrics): Store {
  const labels: ('operation' | 'outcome')[] = ['operation', 'outcome']
  const operations = metrics.counter(
    'vitrine_storage_operations_total',
    'Operations of the file store that ended, by outcome; a read that its reader left is ok.',
    labels,
  )
  const duration = metrics.histogram(
    'vitrine_storage_operation_duration_seconds',
    'Seconds of an operation of the file store that did not fail; for a bucket, its requests included.',
    ['operation'],
  )
  const count = (operation: string, outcome: Outcome) => operations.inc({ operation, outcome })
  const measured =
    <Args extends unknown[], T>(operation: string, run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const began = performance.now()
      const ended = (outcome: Outcome) => {
        count(operation, outcome)
        if (outcome !== 'failed') duration.observe({ operation }, (performance.now() - began) / 1000)
      }
      try {
        const result = await run(...args)
        ended(result === null ? 'missing' : 'ok')
        return result
      } catch (error) {
        ended(outcomeOf(error))
        throw error
      }
    }
  const countRead = (outcome: Outcome) => count('read', outcome)
  const open = store.open && measured('open', store.open)
  return {
    ...store,
    put: measured('put', store.put),
    size: measured('size', store.size),
    remove: measured('remove', store.remove),
    ...(open && { open: async (key: string) => countedReads(await open(key), countRead) }),
    read(key, range) {
      const stream = store.read(key, range)
      finished(stream, { writable: false }, (error) => countRead(error && !isLeft(error) ? outcomeOf(error) : 'ok'))
      return stream
    },
  }
}

const outcomeOf = (error: unknown): Outcome => (isMissingFile(error) ? 'missing' : 'failed')

/** Whether a stream was destroyed by its reader. */
const isLeft = (error: NodeJS.ErrnoException) =>
  isDisconnect(error) || ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(error.code!)

/** A chunk that cannot be written is the client's doing. */
const countedReads = (file: OpenFile, count: (outcome: Outcome) => void): OpenFile => ({
  async copy(range, write) {
    let isWriting = false
    const writeChunk: WriteChunk = async (chunk) => {
      isWriting = true
      await write(chunk)
      isWriting = false
    }
    try {
      await file.copy(range, writeChunk)
      count('ok')
    } catch (error) {
      count(isWriting ? 'ok' : outcomeOf(error))
      throw error
    }
  },
})
