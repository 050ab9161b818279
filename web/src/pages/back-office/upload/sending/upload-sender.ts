import { splitIntoBatches } from '@vitrine/contract/upload-batches'
import * as limits from '@vitrine/contract/vocabulary/limits'
import {
  type Ids,
  idsOf,
  type NextRetry,
  type Upload,
  type UploadedImage,
  type UploadStore,
  withProgress,
  withState,
} from '../upload.ts'
import { type AttemptResult, type FinalOutcome, type RetryWait, sendWithRetry } from './send-with-retry.ts'

type SendBatch = (
  batch: Upload[],
  isFirst: boolean,
  options: { signal: AbortSignal; onSent: (shares: number[]) => void },
) => Promise<AttemptResult<UploadedImage>>

export interface UploadSenderOptions {
  store: UploadStore
  send: SendBatch
  onArrived: () => void
  /** Called when nothing is being sent any more, with the number of new images. */
  onEnd: (arrived: number) => void
  /** Called when no further file is taken for now, with the sentence that says why. */
  onHalt: (reason: string) => void
}

/** Files of the first batches, so that a person soon sees what was found in some. */
const firstBatches = [1, 1, 4]

/** Sends uploads in batches, a few at a time, with retries. */
export function createUploadSender({ store, send, onArrived, onEnd, onHalt }: UploadSenderOptions) {
  const enqueue = concurrencyQueue(limits.uploadConcurrency)
  const retryTimers = createRetryTimers((nextRetry) => store.set({ nextRetry }))
  let round = new AbortController()
  let arrived = 0
  const uploads = () => store.getSnapshot().uploads

  function start(selected: Upload[]) {
    const { signal } = round
    const isSending = uploads().some(({ state }) => state === 'loading')
    store.set({
      uploads: withState(uploads(), idsOf(selected), { state: 'loading', sent: 0 }),
      haltReason: null,
      ...(!isSending && { startedAt: Date.now() }),
    })
    for (const batch of splitIntoBatches(selected, ({ file }) => file.size, firstBatches))
      enqueue(() => sendBatchOf(idsOf(batch), signal))
  }

  /** Makes everything ready again that has not arrived yet. */
  function stop() {
    round.abort()
    round = new AbortController()
    retryTimers.resumeAll()
    release(idsOf(uploads()))
  }

  function release(ids: Ids) {
    const loading = uploads().filter(({ id, state }) => ids.has(id) && state === 'loading')
    store.set({ uploads: withState(uploads(), idsOf(loading), { state: 'ready' }) })
    notifyEnd()
  }

  /** No other batch is sent; one that is on its way may still have arrived. */
  function halt(reason: string, ids: Ids) {
    const isFirst = !store.getSnapshot().haltReason
    store.set({ haltReason: reason })
    release(ids)
    if (isFirst) onHalt(reason)
  }

  async function sendBatchOf(ids: Ids, signal: AbortSignal) {
    const batch = uploads().filter(({ id, state }) => ids.has(id) && state === 'loading')
    if (signal.aborted || !batch.length) return
    if (store.getSnapshot().haltReason) return release(ids)
    await sendWithRetry(batch, {
      signal,
      attempt: (left, isFirst) => send(left, isFirst, { signal, onSent: (shares) => showProgress(left, shares) }),
      pause: (wait) => retryTimers.wait(wait, signal),
      settle,
      halt: (reason) => halt(reason, ids),
    })
    onArrived()
  }

  const showProgress = (batch: Upload[], shares: number[]) =>
    store.set({ uploads: withProgress(uploads(), batch, shares) })

  function settle({ id }: Upload, outcome: FinalOutcome<UploadedImage>) {
    if (outcome.state === 'success') arrived++
    store.set({ uploads: withState(uploads(), new Set([id]), outcome) })
    notifyEnd()
  }

  function notifyEnd() {
    if (!arrived || uploads().some(({ state }) => state === 'loading')) return
    onEnd(arrived)
    arrived = 0
  }

  return { start, stop, retryNow: retryTimers.resumeAll }
}

/** Runs jobs in order, at most `limit` at a time. */
function concurrencyQueue(limit: number) {
  const waiting: (() => Promise<void>)[] = []
  let running = 0

  const next = async () => {
    if (running >= limit) return
    const job = waiting.shift()
    if (!job) return
    running++
    await job()
    running--
    void next()
  }

  return (job: () => Promise<void>) => {
    waiting.push(job)
    void next()
  }
}

interface RetryTimer extends NextRetry {
  resume: () => void
}

/** The batches that wait for their next attempt; `onChange` gets the earliest retry. */
function createRetryTimers(onChange: (nextRetry: NextRetry | null) => void) {
  const timers = new Set<RetryTimer>()
  const publish = () => onChange([...timers].sort((a, b) => a.at - b.at)[0] ?? null)

  return {
    /** Resolves when the time is over or `resumeAll` is called. */
    async wait({ milliseconds, isUnreachable }: RetryWait, signal: AbortSignal) {
      if (signal.aborted) return
      const { promise, resolve: resume } = Promise.withResolvers<void>()
      const own = { at: Date.now() + milliseconds, isUnreachable, resume }
      const timeout = setTimeout(resume, milliseconds)
      timers.add(own)
      publish()
      await promise
      clearTimeout(timeout)
      timers.delete(own)
      publish()
    },
    resumeAll() {
      for (const { resume } of timers) resume()
    },
  }
}
