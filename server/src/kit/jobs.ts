import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCrontab, type Runner, run, runMigrations, type TaskList } from 'graphile-worker'
import pg from 'pg'
import type { Log } from './log.ts'

/** What is done for each kind of job, by its name. A payload comes back as job-queries.ts stored it. */
export type Tasks = Record<string, (payload: never, means: { abortSignal: AbortSignal }) => Promise<void>>

export interface Jobs {
  /** Waits for the jobs at work, 5 s at the most; what is cut off is tried again later. */
  stop(): Promise<void>
}

/** What a feature has to do: jobs that were added, and what is due every night or minute, by one of the processes. */
export interface Work {
  tasks?: Tasks
  nightly?: Tasks
  minutely?: Tasks
}

/** In UTC; where nobody was up at that hour, at the next start within a day. */
const everyNight = (task: string) => `17 3 * * * ${task} ?fill=1d`
/** One that did not come through waits for the next minute, and no others wait for it. */
const everyMinute = (task: string) => `* * * * * ${task} ?max=1`

const jobsAtOnce = 2

/**
 * Batches of whatever is there at once, since stopping waits for these. Without them a job that ends while we stop stays
 * marked as being done, and is done once more four hours later (tried with 0.18.0).
 */
const accountedFor = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/**
 * Works through the jobs of the database beside its other processes, each job in one of them, from the moment that its
 * transaction commits. It comes back by itself when the database was away.
 */
export function runJobs(url: string, work: Work[], log: Log): Jobs {
  const tasks = Object.assign({}, ...work.flatMap((one) => [one.tasks, one.nightly, one.minutely])) as TaskList
  const due = work.flatMap(({ nightly = {}, minutely = {} }) => [
    ...Object.keys(nightly).map(everyNight),
    ...Object.keys(minutely).map(everyMinute),
  ])
  const pool = openPool(url, jobsAtOnce + 1) // one of them listens
  const stopping = new AbortController()
  let runner: Runner | undefined

  const workOn = async () => {
    while (!stopping.signal.aborted) {
      try {
        runner = await run({
          pgPool: pool,
          taskList: tasks,
          parsedCronItems: parseCrontab(due.join('\n')),
          concurrency: jobsAtOnce,
          noHandleSignals: true, // main.ts hears the signals
          logger: loggerTo(log),
          preset: { worker: accountedFor },
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
  const pool = openPool(url, 1)
  try {
    await runMigrations({ pgPool: pool, logger: loggerTo(null) })
  } finally {
    await pool.end()
  }
}

/** Without the pages' time limits on a connection: a migration may take longer. */
function openPool(url: string, max: number): pg.Pool {
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
function loggerTo(log: Log | null): Logger {
  return new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log?.warn(message)
  })
}
