import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { jobOf, outputPaths } from '#imaging/pool/job-files'
import { assertWritten, type ImagingWorker } from '#imaging/pool/sandboxed-process'
import { type FinishedJob, runJob } from '#imaging/run-job'
import type { JobResult, WorkerJob } from '#imaging/worker-protocol'

/** Does the jobs of an imaging pool in this process, as a sandboxed one takes half a second of a processor to start. */
export function inProcessWorker(): ImagingWorker {
  let cancel = (_reason: unknown) => {}
  const worker = {
    isReusable: true,
    lastJobMs: 0,
    async run(job: WorkerJob) {
      const began = performance.now()
      const cancelled = new Promise<never>((_, reject) => {
        cancel = reject
      })
      const result = await Promise.race([resultOf(job), cancelled])
      worker.lastJobMs = performance.now() - began
      return result
    },
    cancel: (reason: unknown) => cancel(reason),
    kill: async () => cancel(new Error('The imaging pool is stopped.')),
  }
  return worker
}

async function resultOf(job: WorkerJob): Promise<JobResult> {
  const { files, ...outcome } = await finishedJob(job)
  assertWritten(outcome)
  for (const [at, path] of outputPaths(job, outcome.facts).entries()) await writeFile(path, files[at]!)
  return structuredClone(outcome.facts)
}

/** The same picture is decoded once for all tests of this process. */
const finishedJobs = new Map<string, Promise<FinishedJob>>()

async function finishedJob(job: WorkerJob): Promise<FinishedJob> {
  const file = await readFile(jobOf(job).file)
  const task = JSON.stringify(job, (name, value) => (['file', 'folder', 'to'].includes(name) ? undefined : value))
  const key = createHash('sha256').update(task).update(file).digest('base64')
  const finished = finishedJobs.get(key) ?? runJob(job, file)
  finishedJobs.set(key, finished)
  return finished
}
