import { setTimeout as sleep } from 'node:timers/promises'
import { parseCrontab, type Runner, run, runMigrations, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '#kit/logger'

/** The handlers of jobs by task name; a payload arrives as job-queue.sql.ts stored it. */
export type JobHandlers = Record<string, (payload: never, helpers: { abortSignal: AbortSignal }) => Promise<void>>

export interface JobRunner {
  /** Waits up to 5 s for running jobs; an interrupted job is retried later. */
  stop(): Promise<void>
}

/** The jobs of a feature: those added to the queue, and those that one of the processes runs every night or minute. */
export interface JobModule {
  handlers?: JobHandlers
  nightly?: JobHandlers
  minutely?: JobHandlers
}

/** At 03:17 UTC, or at the next start within a day when no process was running then. */
const nightlyCron = (task: string) => `17 3 * * * ${task} ?fill=1d`
/** A failed run is not retried (max=1): the next minute's run follows anyway. */
const minutelyCron = (task: string) => `* * * * * ${task} ?max=1`

const CONCURRENT_JOBS = 2
const RESTART_DELAY_MS = 5_000

/**
 * Marks each job complete at once, without batching. With graphile-worker 0.18.0 a job that ends during shutdown
 * otherwise stays locked and is run again four hours later.
 */
const unbatchedCompletion = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** Runs queued and scheduled jobs, each in one of the processes; restarts by itself when the database was away. */
export function runJobs(url: string, modules: JobModule[], log: Logger): JobRunner {
  const handlers = modules.flatMap((module) => [module.handlers, module.nightly, module.minutely])
  const taskList = Object.assign({}, ...handlers) as TaskList
  const cronLines = modules.flatMap(({ nightly = {}, minutely = {} }) => [
    ...Object.keys(nightly).map(nightlyCron),
    ...Object.keys(minutely).map(minutelyCron),
  ])
  const pool = openJobPool(url, CONCURRENT_JOBS + 1) // one connection listens for new jobs
  const stopping = new AbortController()
  let runner: Runner | undefined

  const runUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await run({
          pgPool: pool,
          taskList,
          parsedCronItems: parseCrontab(cronLines.join('\n')),
          concurrency: CONCURRENT_JOBS,
          noHandleSignals: true, // main.ts handles them
          logger: workerLogger(log),
          preset: { worker: unbatchedCompletion },
        })
        if (stopping.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        log.warn({ err: error }, `No jobs run at the moment; trying again in ${RESTART_DELAY_MS / 1000} s`)
      }
      await sleep(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const stopped = runUntilStopped()

  const stop = async () => {
    stopping.abort()
    await runner?.stop().catch(() => {}) // rejects when it has stopped by itself
    await stopped
    await pool.end()
  }
  return { stop }
}

/** Migrates the job tables, which have a schema of their own, `graphile_worker`. */
export async function migrateJobs(url: string): Promise<void> {
  const pool = openJobPool(url, 1)
  try {
    await runMigrations({ pgPool: pool, logger: workerLogger(null) })
  } finally {
    await pool.end()
  }
}

/** A pool without statement timeouts, since a migration or a job may take long. */
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

/** Passes the worker's warnings and errors to the log, without the payloads of jobs. */
function workerLogger(log: Logger | null): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log?.warn(message)
  })
}
