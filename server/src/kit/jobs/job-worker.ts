import { setTimeout as sleep } from 'node:timers/promises'
import { parseCrontab, type Runner, run, runMigrations, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '#kit/logger'

/** What is done for each kind of job, by its name. A payload comes back as job-queries.ts stored it. */
export type JobHandlers = Record<string, (payload: never, means: { abortSignal: AbortSignal }) => Promise<void>>

export interface JobRunner {
  /** Waits for the jobs at work, 5 s at the most; what is cut off is tried again later. */
  stop(): Promise<void>
}

/** What a feature has to do: jobs that were added, and what is due every night or minute, by one of the processes. */
export interface JobModule {
  handlers?: JobHandlers
  nightly?: JobHandlers
  minutely?: JobHandlers
}

/** In UTC; where nobody was up at that hour, at the next start within a day. */
const nightlyCron = (task: string) => `17 3 * * * ${task} ?fill=1d`
/** One that did not come through waits for the next minute, and no others wait for it. */
const minutelyCron = (task: string) => `* * * * * ${task} ?max=1`

const CONCURRENT_JOBS = 2

/**
 * Batches of whatever is there at once, since stopping waits for these. Without them a job that ends while we stop stays
 * marked as being done, and is done once more four hours later (tried with 0.18.0).
 */
const unbatchedCompletion = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/**
 * Works through the jobs of the database beside its other processes, each job in one of them, from the moment that its
 * transaction commits. It comes back by itself when the database was away.
 */
export function runJobs(url: string, work: JobModule[], log: Logger): JobRunner {
  const tasks = Object.assign({}, ...work.flatMap((one) => [one.handlers, one.nightly, one.minutely])) as TaskList
  const due = work.flatMap(({ nightly = {}, minutely = {} }) => [
    ...Object.keys(nightly).map(nightlyCron),
    ...Object.keys(minutely).map(minutelyCron),
  ])
  const pool = openJobPool(url, CONCURRENT_JOBS + 1) // one of them listens
  const stopping = new AbortController()
  let runner: Runner | undefined

  const workOn = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await run({
          pgPool: pool,
          taskList: tasks,
          parsedCronItems: parseCrontab(due.join('\n')),
          concurrency: CONCURRENT_JOBS,
          noHandleSignals: true, // main.ts hears the signals
          logger: workerLogger(log),
          preset: { worker: unbatchedCompletion },
        })
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, 'No jobs are done at the moment; trying again in 5 s')
      }
      await sleep(5_000, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const working = workOn()

  const stop = async () => {
    stopping.abort()
    await runner?.stop().catch(() => {}) // it may have stopped by itself
    await working
    await pool.end()
  }
  return { stop }
}

/** Brings the tables of the jobs up to date; they lie in a schema of their own, `graphile_worker`. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = openJobPool(url, 1)
  try {
    await runMigrations({ pgPool: pool, logger: workerLogger(null) })
  } finally {
    await pool.end()
  }
}

/** Without the pages' time limits on a connection: a migration may take longer. */
function openJobPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'vitrine jobs',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The worker's warnings and failures into our log, without what a job was about. */
function workerLogger(log: Logger | null): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log?.warn(message)
  })
}
