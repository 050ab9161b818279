import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fail } from '#kit/api-error'
import { createLimiter } from '#kit/concurrency'
import { CsvError } from './csv-table.ts'
import type { CsvAnswer, CsvQuestion, CsvSteps } from './csv-worker.ts'

/** The steps of csv-worker.ts, asked from outside. */
export type CsvThread = { [Step in keyof CsvSteps]: (...input: Parameters<CsvSteps[Step]>) => Answer<Step> }
type Answer<Step extends keyof CsvSteps> = Promise<ReturnType<CsvSteps[Step]>>

export type WithCsvThread = ReturnType<typeof createCsvThreads>

const THREADS = 2
const MEMORY_MB = 256
const MAX_WAIT = 60_000
/** Milliseconds that one step may take; the slowest file takes 1.2 s of the processor. */
const DEADLINE = 20_000

/** Each CSV is read in a thread that ends with its task, so that none delays requests (requirements: #csv-thread). */
export function createCsvThreads({ deadline = DEADLINE } = {}) {
  const limiter = createLimiter({ running: THREADS, maxWait: MAX_WAIT })
  return <T>(file: Uint8Array, owner: number, task: (thread: CsvThread) => Promise<T>): Promise<T> =>
    limiter.run(
      async () => {
        await using worker = new Worker(new URL('./csv-worker.ts', import.meta.url), {
          workerData: file,
          resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
        })
        return await task(threadOf(worker, deadline))
      },
      { key: owner },
    )
}

function threadOf(worker: Worker, deadline: number): CsvThread {
  /** Rejects when the thread ends, also while no step runs. */
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread that reads a CSV ended with code ${code}.`)))
  })
  ended.catch(() => {})
  const ask = async (step: keyof CsvSteps, input?: unknown) => {
    worker.postMessage({ step, input } satisfies CsvQuestion)
    const answering = once(worker, 'message', { signal: AbortSignal.timeout(deadline) })
    const [answer] = (await Promise.race([ended, answering]).catch((error) => {
      throw brokenThreadError(error)
    })) as [CsvAnswer]
    if ('refusal' in answer) throw new CsvError(answer.refusal)
    return answer.result
  }
  const step = <Step extends keyof CsvSteps>(name: Step) => ((input) => ask(name, input)) as CsvThread[Step]
  return {
    names: step('names'),
    addImages: step('addImages'),
    nextEdits: step('nextEdits'),
    report: step('report'),
  }
}

function brokenThreadError(error: Error & { code?: string }): Error {
  if (error.name === 'AbortError') return new CsvError('The file takes too long to read.')
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return new CsvError('The file takes too much memory to read.')
  return fail('internal', { cause: error })
}
