import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { BackgroundTask } from '#kit/background-task'
import { type Notifications, notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import type { Logger } from '#kit/logger'
import type { Store } from '#kit/storage/store'
import type { LocalImagingPool } from '../imaging-pool.ts'
import { inputPath, movedTo, outputPaths } from '../pool/job-files.ts'
import { exchangeJobs, type FinishedJob, workCancelled, workDone, workQueued } from './exchange.ts'
import { startHeartbeat } from './heartbeat.ts'
import {
  type AbandonedJob,
  type ClaimedJob,
  deleteAbandonedJobs,
  deleteEndedProcesses,
  endLease,
  extendLease,
  failHopelessJobs,
} from './imaging-queue.sql.ts'
import { failureOf, type StoredOutcome } from './outcome.ts'
import { inputKey, newJobId, outputKey, putTogether, removeWork } from './work-files.ts'

/** Milliseconds for one job with the transfer of its files. */
const JOB_TIMEOUT_MS = 180_000

export interface QueueWorkerDeps {
  db: Database
  notifications: Notifications
  store: Store
  pool: LocalImagingPool
  workers: number
  log: Logger
}

interface RunningJob {
  cancel(): void
  /** Resolves when its result waits to be handed in. */
  done: Promise<void>
}

/** Does the picture work that processes without image workers hand over, in the workers of this one. */
export function runQueueWorker({ db, notifications, store, pool, workers, log }: QueueWorkerDeps): BackgroundTask {
  const process = newJobId()
  const running = new Map<string, RunningJob>()
  const finished: FinishedJob[] = []
  let isStopped = false
  let exchanging: Promise<void> | undefined
  let hasNews = false

  /** What this process's own requests use is not claimed, but one place always is, or the queue would starve. */
  const places = () => Math.max(1, workers - Math.max(0, pool.size() - running.size))

  async function exchangeOnce() {
    const handedIn = finished.splice(0)
    try {
      const isRunning = (id: string) => running.has(id)
      const { claimed, unwanted } = await exchangeJobs(db, { process, workers: places(), isRunning }, handedIn)
      for (const { id } of handedIn) running.delete(id)
      for (const { id, attempt } of unwanted) store.remove(outputKey(id, attempt)).catch(() => {})
      // A lease that had lapsed may give this process a job back at which it still works.
      for (const job of claimed) if (!isRunning(job.id)) running.set(job.id, startJob(job))
    } catch {
      finished.push(...handedIn) // the next heartbeat tries again, and the pool reports a lost database
    }
  }

  /** One exchange at a time; what comes meanwhile is looked at afterwards. */
  function exchange(): Promise<void> {
    hasNews = true
    exchanging ??= (async () => {
      await lease.started // a claim without a lease is free for others
      while (hasNews && !isStopped) {
        hasNews = false
        await exchangeOnce()
      }
      exchanging = undefined
    })()
    return exchanging
  }

  function startJob(job: ClaimedJob): RunningJob {
    const controller = new AbortController()
    const signal = AbortSignal.any([controller.signal, AbortSignal.timeout(JOB_TIMEOUT_MS)])
    const done = doJob(job, signal)
      .catch(failureOf)
      .then((outcome) => {
        finished.push({ id: job.id, attempt: job.attempts, outcome })
        void exchange()
      })
    return { done, cancel: () => controller.abort(new DOMException('Nothing waits for this job.', 'AbortError')) }
  }

  async function doJob({ id, owner, job, attempts: attempt }: ClaimedJob, signal: AbortSignal): Promise<StoredOutcome> {
    const workspace = await store.createWorkspace()
    try {
      const local = movedTo(job, workspace.folder)
      await pipeline(store.read(inputKey(id)), createWriteStream(inputPath(local)), { signal })
      const { result: facts, ms } = await pool.runTimed(local, { owner, signal })
      const lengths = await putTogether(store, outputPaths(local, facts), outputKey(id, attempt))
      return { facts, lengths, attempt, ms }
    } finally {
      await workspace.remove()
    }
  }

  async function tidy() {
    await deleteEndedProcesses(db)
    const abandoned = await deleteAbandonedJobs(db)
    for (const { id } of abandoned) running.get(id)?.cancel()
    void removeAll(abandoned, { store, log }) // it may take long
    const hopeless = await failHopelessJobs(db, { failed: 'The processes that worked at this picture ended.' })
    for (const id of hopeless) await notify(db, `${workDone}\n${id}`)
  }

  // Nothing else delays the lease: while it has lapsed others do the same work.
  const lease = startHeartbeat(() => extendLease(db, { id: process, workers }))
  notifications.on(workQueued, () => void exchange())
  notifications.on(workCancelled, (id = '') => running.get(id)?.cancel())
  const upkeep = startHeartbeat(async () => {
    await tidy().catch(() => {}) // as above
    await exchange()
  })

  return {
    async stop() {
      isStopped = true
      await Promise.all([lease.stop(), upkeep.stop()])
      for (const { cancel } of running.values()) cancel()
      await Promise.all([...running.values()].map(({ done }) => done))
      await exchanging
      await endLease(db, process).catch(() => {}) // it ends by itself a little later
      await notify(db, workQueued).catch(() => {})
    },
  }
}

async function removeAll(jobs: AbandonedJob[], { store, log }: Pick<QueueWorkerDeps, 'store' | 'log'>) {
  for (const { id, attempts } of jobs)
    await removeWork(store, id, attempts).catch((err) => log.warn({ err }, 'Abandoned picture work was not removed'))
}
