import { fail } from '#kit/api-error'
import { type Notifications, notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import type { Logger } from '#kit/logger'
import { isMissingFile, type Store } from '#kit/storage/store'
import { type ImagingPool, jobMethods, MAX_DELAY_MS, PoolBusy, type Requester } from '../imaging-pool.ts'
import type { Owner } from '../pool/fair-queue.ts'
import { JobCost } from '../pool/job-cost.ts'
import { inputPath, movedTo, outputPaths, receiveOutputs } from '../pool/job-files.ts'
import type { JobResult, WorkerJob } from '../worker-protocol.ts'
import { restoredQueue, workCancelled, workQueued } from './exchange.ts'
import { startHeartbeat } from './heartbeat.ts'
import { deleteJob, endLease, extendLease, insertJob, type QueueSnapshot, readQueue } from './imaging-queue.sql.ts'
import { toError } from './outcome.ts'
import { createWaitingJobs } from './waiting-jobs.ts'
import { inputKey, newJobId, outputKey, putCopy, removeWork } from './work-files.ts'

/** Milliseconds for which jobs wait while no process has image workers: a restart takes a few seconds. */
const MAX_ABSENCE_MS = 15_000
/** Seconds after which a refused client may ask again. */
const RETRY_AFTER = 30

export interface QueuedPoolDeps {
  db: Database
  notifications: Notifications
  store: Store
  log: Logger
}

/**
 * Hands jobs to processes with image workers: the files by way of the store, the rest by a row, and NOTIFY both ways
 * (decision 0068).
 */
export function openQueuedPool(deps: QueuedPoolDeps): ImagingPool {
  const { db } = deps
  const process = newJobId()
  const jobCost = new JobCost()
  const waiting = createWaitingJobs(db, deps.notifications)
  const cleaning = new Set<Promise<void>>()
  /** Jobs that could not be deleted, since the database was away. */
  const undeleted = new Set<string>()
  let snapshot: QueueSnapshot | undefined
  /** As milliseconds of `performance.now()`. */
  let workersSeenAt = performance.now()
  let isStopped = false

  const hasWorkers = () => performance.now() - workersSeenAt < MAX_ABSENCE_MS

  function assertAdmitted(owner: Owner, cost: number) {
    if (!hasWorkers()) throw noWorkers()
    // The snapshot may be older than a person's first job. Visitors are strangers to each other.
    if (!snapshot?.workers || (owner !== 'visitors' && waiting.hasJobOf(owner))) return
    const delay = restoredQueue(snapshot, snapshot.workers).delayFor(owner, cost)
    if (delay > MAX_DELAY_MS) throw new PoolBusy(delay)
  }

  const lease = startHeartbeat(() => extendLease(db, { id: process, workers: 0 }))
  const looking = startHeartbeat(async () => {
    try {
      snapshot = await readQueue(db, process)
      if (snapshot.workers) workersSeenAt = performance.now()
      await waiting.readOutcomes()
      for (const id of undeleted) clean(id)
    } finally {
      if (!hasWorkers()) waiting.rejectAll(noWorkers())
    }
  })

  function clean(id: string) {
    undeleted.delete(id)
    const cleaned: Promise<void> = removeJob(deps, id)
      .catch(() => void undeleted.add(id))
      .finally(() => cleaning.delete(cleaned))
    cleaning.add(cleaned)
  }

  async function run(job: WorkerJob, { owner, signal }: Requester): Promise<JobResult> {
    signal?.throwIfAborted()
    if (isStopped) throw stoppingError()
    const cost = jobCost.estimate(job)
    assertAdmitted(owner, cost)
    const id = newJobId()
    const entry = waiting.add(id, owner)
    const leave = () => entry.reject(signal!.reason)
    signal?.addEventListener('abort', leave)
    try {
      await Promise.race([lease.started, entry.outcome]) // without a lease the job would count as abandoned
      await putCopy(deps.store, inputPath(job), inputKey(id))
      await insertJob(db, { id, requester: process, owner, cost, job: movedTo(job, '') })
      entry.setQueued()
      await notify(db, workQueued)
      const outcome = await entry.outcome
      if (!('ms' in outcome)) throw toError(outcome)
      const { facts, lengths, attempt, ms } = outcome
      jobCost.learn(job, ms)
      if (lengths.length)
        await receiveOutputs(deps.store.read(outputKey(id, attempt)), outputPaths(job, facts), lengths).catch(asPassing)
      return facts
    } finally {
      signal?.removeEventListener('abort', leave)
      entry.forget()
      clean(id)
    }
  }

  async function stop() {
    isStopped = true
    waiting.rejectAll(stoppingError())
    await Promise.all([lease.stop(), looking.stop()])
    await Promise.all(cleaning)
    await endLease(db, process).catch(() => {}) // it ends by itself a little later
  }

  return {
    ...jobMethods(run),
    assertNotBusy: (owner) => assertAdmitted(owner, 0),
    problem: () => (hasWorkers() ? null : 'Pictures cannot be processed: no process for them is running.'),
    stop,
  }
}

/** After its result has arrived, or its requester has left; no request waits for this. Rejects when its row is left. */
async function removeJob({ db, store, log }: QueuedPoolDeps, id: string): Promise<void> {
  const { attempts, isRunning } = await deleteJob(db, id)
  try {
    if (isRunning) await notify(db, `${workCancelled}\n${id}`)
    await removeWork(store, id, attempts)
  } catch (err) {
    log.warn({ err }, 'Files of picture work were not removed; a job does so within two hours')
  }
}

/** Files that are gone were removed because this process had no lease for a moment. */
function asPassing(error: unknown): never {
  throw isMissingFile(error) ? fail('unavailable', { cause: error }) : error
}

const noWorkers = () => fail('no_image_workers', { retryAfter: RETRY_AFTER, isReported: true })
const stoppingError = () => new Error('The server is stopping, so this image was not processed.')
