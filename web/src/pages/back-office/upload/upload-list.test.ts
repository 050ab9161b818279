import { expect, test, vi } from 'vitest'
import type { AttemptResult } from './sending/send-with-retry.ts'
import { secondsLeft, type Upload, type UploadedImage } from './upload.ts'
import { createUploadList } from './upload-list.ts'

const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name, { lastModified: 0 })
const files = (count: number, from = 0) => Array.from({ length: count }, (_, i) => file(`${from + i}.png`))
const arrived = { state: 'success', image: { id: 1 } as UploadedImage } as const
const result = (batch: Upload[], outcome: AttemptResult<UploadedImage>['outcomes'][number] = arrived) => ({
  outcomes: batch.map(() => outcome),
  retryAfter: 0,
  isUnreachable: false,
})

/** A list whose batches are answered by hand, in the order in which they were sent. */
function listOf() {
  const sent: { batch: Upload[]; signal: AbortSignal; answer: (result: AttemptResult<UploadedImage>) => void }[] = []
  const halts: string[] = []
  const ends: number[] = []
  const list = createUploadList({
    send(batch, _, { signal }) {
      const { promise, resolve } = Promise.withResolvers<AttemptResult<UploadedImage>>()
      sent.push({ batch, signal, answer: resolve })
      return promise
    },
    onArrived() {},
    onEnd: (count) => void ends.push(count),
    onHalt: (reason) => void halts.push(reason),
  })
  const states = () => list.getSnapshot().uploads.map(({ state }) => state)
  const answerNext = async (outcome?: AttemptResult<UploadedImage>['outcomes'][number]) => {
    await vi.waitFor(() => expect(sent).not.toEqual([]))
    const { batch, answer } = sent.shift()!
    answer(result(batch, outcome))
    const isLoading = ({ id }: Upload) => list.getSnapshot().uploads.find((one) => one.id === id)?.state === 'loading'
    await vi.waitFor(() => expect(batch.filter(isLoading)).toEqual([]))
  }
  return { list, sent, halts, ends, states, answerNext }
}

test('files are sent as they are chosen, two batches at a time, the first ones small', async () => {
  const { list, sent, states, ends, answerNext } = listOf()
  list.add(files(17))
  expect(sent.map(({ batch }) => batch.length)).toEqual([1, 1])
  expect(new Set(states())).toEqual(new Set(['loading']))
  for (const next of [4, 10, 1]) {
    await answerNext()
    await vi.waitFor(() => expect(sent.at(-1)!.batch).toHaveLength(next))
  }
  await answerNext()
  await answerNext()
  expect(new Set(states())).toEqual(new Set(['success']))
  expect(ends).toEqual([17])
})

test('a file that is on its way is not sent twice, and one that has arrived may be sent again', async () => {
  const { list, sent, states, answerNext } = listOf()
  expect(list.add(files(2))).toBe(0)
  expect(list.add(files(3))).toBe(2)
  expect(sent.map(({ batch }) => batch.map((one) => one.file.name))).toEqual([['0.png'], ['1.png']])
  for (let batch = 0; batch < 3; batch++) await answerNext()
  expect(list.add(files(1))).toBe(0)
  expect(states()).toEqual(['loading'])
})

test('empty files are refused without being sent', () => {
  const { list, sent, states } = listOf()
  list.add([file('empty.png', 0)])
  expect(states()).toEqual(['error'])
  expect(sent).toEqual([])
  list.retry()
  expect(sent).toEqual([])
})

test('what is stopped or halted is sent again when that is wanted, and what was refused is not', async () => {
  const { list, sent, halts, states, answerNext } = listOf()
  list.add(files(6))
  await answerNext({ state: 'error', reason: 'No PNG.', canRetry: false, isTransient: false })
  list.stop()
  expect(sent[0]!.signal.aborted).toBe(true)
  expect(states()).toEqual(['error', 'ready', 'ready', 'ready', 'ready', 'ready'])
  for (const { batch, answer } of sent.splice(0)) answer(result(batch))
  list.retry()
  for (let batch = 0; batch < 2; batch++) await answerNext({ state: 'halted', reason: 'Full.' })
  expect(halts).toEqual(['Full.'])
  expect(list.getSnapshot().haltReason).toBe('Full.')
  expect(new Set(states().slice(1))).toEqual(new Set(['ready']))
  list.dismiss(new Set(list.getSnapshot().uploads.map(({ id }) => id)))
  expect(states()).toEqual([])
})

test('a batch that is on its way when another one is halted still arrives, and no other is sent', async () => {
  const { list, sent, halts, states, answerNext } = listOf()
  list.add(files(8))
  const first = sent[0]!
  await answerNext({ state: 'halted', reason: 'Full.' })
  await answerNext()
  expect([first.signal.aborted, sent, halts]).toEqual([false, [], ['Full.']])
  const [ready, success] = ['ready', 'success']
  expect(states()).toEqual([ready, success, ready, ready, ready, ready, ready, ready])
})

test('the time left is told by what was answered, since what was sent is still to be measured', () => {
  const sent: Upload = { id: 1, file: file('a.png'), state: 'loading', sent: 1 }
  expect(secondsLeft([sent, sent], 10)).toBe(null)
  expect(secondsLeft([{ ...sent, ...arrived }, sent, sent, sent], 10)).toBe(30)
})
