import type { NextRetry } from '../model/upload-store.ts'
import type { RetryWait } from './send-with-retry.ts'

interface RetryTimer extends NextRetry {
  resume: () => void
}

/** The batches that wait for their next attempt; `onChange` gets the earliest retry. */
export function createRetryTimers(onChange: (nextRetry: NextRetry | null) => void) {
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
