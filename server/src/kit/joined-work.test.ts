import { expect, test } from 'vitest'
import { createJoinedWork } from './joined-work.ts'

/** Work that lasts until it is aborted or `finish` is called, and how often it was started. */
function pendingWork() {
  const joined = createJoinedWork<string>()
  const started: { signal: AbortSignal; finish: () => void }[] = []
  const join = (participant: AbortController) =>
    joined
      .join('key', participant.signal, (signal) => {
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        signal.addEventListener('abort', () => reject(signal.reason))
        started.push({ signal, finish: () => resolve('done') })
        return promise
      })
      .catch((error) => error.name)
  return { joined, started, join }
}

test('work is aborted when the last participant leaves, and not before', async () => {
  const { started, join } = pendingWork()
  const [first, second] = [new AbortController(), new AbortController()]
  const results = [join(first), join(second)]
  first.abort()
  expect(started[0]!.signal.aborted).toBe(false)
  second.abort()
  expect(started[0]!.signal.aborted).toBe(true)
  expect(await Promise.all(results)).toEqual(['AbortError', 'AbortError'])
})

test('who asks after the last one left is not given the aborted work; who is gone starts none', async () => {
  const { joined, started, join } = pendingWork()
  const gone = new AbortController()
  const aborted = join(gone)
  gone.abort()
  const result = join(new AbortController())
  expect(await aborted).toBe('AbortError')
  started[1]!.finish()
  expect(await result).toBe('done')
  expect(await join(gone)).toBe('AbortError')
  expect(joined.size).toBe(0)
})
