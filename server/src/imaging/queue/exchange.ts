import { lock } from '#kit/database/advisory-locks'
import { notify } from '#kit/database/notifications'
import type { Database } from '#kit/database/pool'
import { FairQueue, type StoredWork } from '../pool/fair-queue.ts'
import {
  type ClaimedJob,
  claimJobs,
  freeJobs,
  type QueuedWork,
  type QueueSnapshot,
  readQueue,
  saveFairness,
  saveOutcome,
} from './imaging-queue.sql.ts'
import type { StoredOutcome } from './outcome.ts'

/** Raised when there is work, which any process may claim. */
export const workQueued = 'imaging work queued'
/** Raised with the id of a job, for its requester. */
export const workDone = 'imaging work done'
/** Raised with the id of a job, for the process that works at it. */
export const workCancelled = 'imaging work cancelled'

export interface FinishedJob {
  id: string
  attempt: number
  outcome: StoredOutcome
}

interface Claimant {
  process: string
  workers: number
  /** Whether the process works at this job, or hands it in. */
  isRunning(id: string): boolean
}

interface Exchange {
  claimed: ClaimedJob[]
  /** Those that are not waited for any more, or that another process has taken over. */
  unwanted: FinishedJob[]
}

/**
 * Hands in what a process has finished, and claims for it what comes next by the fairness between all owners (decision
 * 0030); one process at a time, which takes some milliseconds.
 */
export async function exchangeJobs(
  db: Database,
  { process, workers, isRunning }: Claimant,
  finished: FinishedJob[],
): Promise<Exchange> {
  return db.transaction().execute(async (transaction) => {
    await lock(transaction, 'imaging queue')
    const snapshot = await readWithoutLostClaims(transaction, process, isRunning)
    const queue = restoredQueue(snapshot, workers)
    for (const { work } of snapshot.jobs.filter(isRunningHere))
      if (finished.some(({ id }) => id === work.id)) queue.finish(work)
    const next: QueuedWork[] = []
    for (let work = queue.start(); work; work = queue.start()) next.push(work)
    if (!finished.length && !next.length) return { claimed: [], unwanted: [] }
    const unwanted = await handIn(transaction, process, finished)
    await saveFairness(transaction, queue.fairness)
    return { claimed: next.length ? await claimJobs(transaction, process, next) : [], unwanted }
  })
}

/** Frees claims that their process has never learnt of, because the answer of the commit was lost. */
async function readWithoutLostClaims(db: Database, process: string, isRunning: Claimant['isRunning']) {
  const snapshot = await readQueue(db, process)
  const lost = snapshot.jobs.filter((job) => isRunningHere(job) && !isRunning(job.work.id))
  if (!lost.length) return snapshot
  await freeJobs(
    db,
    lost.map(({ work }) => work.id),
  )
  return readQueue(db, process)
}

const isRunningHere = ({ startedAt, isElsewhere }: StoredWork<QueuedWork>) => startedAt !== null && !isElsewhere

async function handIn(db: Database, process: string, finished: FinishedJob[]): Promise<FinishedJob[]> {
  const unwanted: FinishedJob[] = []
  for (const job of finished) {
    if (await saveOutcome(db, process, job.id, job.outcome)) await notify(db, `${workDone}\n${job.id}`)
    else unwanted.push(job)
  }
  return unwanted
}

/** The queue in memory, of so many workers. */
export function restoredQueue({ now, fairness, jobs }: QueueSnapshot, workers: number): FairQueue<QueuedWork> {
  const queue = new FairQueue<QueuedWork>(workers, () => now)
  queue.restore(fairness, jobs)
  return queue
}
