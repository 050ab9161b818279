import { EventEmitter, once as onceEmitted } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type JobHelpers,
  makeWorkerUtils,
  parseCrontab,
  type Runner,
  type RunnerOptions,
  run,
  runMigrations,
  type Task,
  type TaskList,
  type WorkerEvents,
  Logger as WorkerLogger,
} from 'graphile-worker'
import pg from 'pg'
import { ApiError } from '#kit/api-error'
import { type BackgroundTask, repeatTask } from '#kit/background-task'
import { clientClass, type DatabaseUrl } from '#kit/database/database-url'
import { LOOK_INTERVAL_MS, watchProcesses } from '#kit/database/ended-processes'
import { isConnectionLost } from '#kit/database/pg-errors'
import { databaseOf } from '#kit/database/pool'
import { type Logger, reportAvailability } from '#kit/logger'
import { once } from '#kit/once'
import { runInRequest } from '#kit/tracing/request-context'
import { type TracedPayload, unlockJobsOfEndedProcesses } from './job-queue.sql.ts'

/** The handlers of jobs by task name; a payload arrives as job-queue.sql.ts stored it. */
export type JobHandlers = Record<string, (payload: never, helpers: { abortSignal: AbortSignal }) => Promise<unknown>>

/** The jobs of a feature: those added to the queue, and those that one of the processes runs regularly. */
export interface JobModule {
  handlers?: JobHandlers
  nightly?: JobHandlers
  hourly?: JobHandlers
  minutely?: JobHandlers
}

/** At 03:17 UTC, or at the next start within a day when no process was running then. */
const nightlyCron = (task: string) => `17 3 * * * ${task} ?fill=1d`
/** At seven minutes past, or at the next start within an hour when no process was running then. */
const hourlyCron = (task: string) => `7 * * * * ${task} ?fill=1h`
/** A failed run is not retried (max=1): the next minute's run follows anyway. */
const minutelyCron = (task: string) => `* * * * * ${task} ?max=1`

const CONCURRENT_JOBS = 2
/** Milliseconds between two tries of a job while something that it needs is away. */
const OUTAGE_RETRY_MS = 10_000

/** Milliseconds, and the clock; a test turns them. */
const defaultTimes = {
  /** Between two looks for jobs that were not announced. */
  poll: 2_000,
  /** Until a runner that ended is started again. */
  restart: 1_000,
  /** That a stopping process leaves a job until its abort signal. */
  abort: 5_000,
  /** That it leaves the job to end after that. */
  handBack: 1_000,
  /** Between two looks for jobs of ended processes. */
  look: LOOK_INTERVAL_MS,
  now: () => performance.now(),
}
type Times = typeof defaultTimes

interface JobOptions {
  log: Logger
  processName: string
  times?: Partial<Times>
}

/** With graphile-worker 0.18.0 a job that ends during shutdown otherwise stays locked, and runs again in four hours. */
const unbatchedCompletion = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** Restarts after an outage; jobs of a killed process are taken over when its lock has gone (ended-processes.ts). */
export function runJobs(url: DatabaseUrl, modules: JobModule[], options: JobOptions): BackgroundTask {
  const { log, processName } = options
  const times = { ...defaultTimes, ...options.times }
  const pool = openJobPool(url, CONCURRENT_JOBS + 1) // one connection listens for new jobs
  const availability = reportAvailability(log, { away: 'No jobs run', back: 'Jobs run again' })
  const stopping = new AbortController()
  let runner: Runner | undefined
  let hasRun = false

  const runOnce = async () => {
    if (hasRun) await unlockJobs(pool, processName)
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      workerPool.id = processName // by which it locks jobs
      hasRun = true
    })
    events.on('worker:getJob:empty', availability.up)
    events.on('job:start', availability.up)
    // A job may have been claimed by an answer that never arrived, and graphile-worker 0.18.0 keeps a failed look-up of
    // its tasks for ever: the next runner unlocks what this one holds.
    events.on('worker:getJob:error', ({ error }) => {
      availability.down(error)
      setImmediate(() => runner?.stop().catch(() => {})) // rejects when it stops already
    })
    runner = await run({ ...runnerOptions(modules, log, times), pgPool: pool, events })
    if (stopping.signal.aborted) await runner.stop()
    await runner.promise
  }

  const runUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      await runOnce().catch(availability.down)
      await sleep(times.restart, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const stopped = runUntilStopped()
  const db = databaseOf(pool)
  const endedProcesses = watchProcesses(db, processName, times.now)
  const unlocking = repeatTask(times.look, () => unlockJobsOfEndedProcesses(db, endedProcesses))
  return {
    /** Waits up to 5 s for running jobs; an interrupted job is retried later. */
    async stop() {
      stopping.abort()
      await unlocking.stop()
      await runner?.stop().catch(() => {}) // rejects when it stops already
      await stopped
      await pool.end()
    },
  }
}

const runnerOptions = (modules: JobModule[], log: Logger, { poll, abort, handBack }: Times): RunnerOptions => ({
  taskList: taskListOf(modules, log, handBack),
  parsedCronItems: parseCrontab(cronLinesOf(modules).join('\n')),
  concurrency: CONCURRENT_JOBS,
  pollInterval: poll,
  noHandleSignals: true, // main.ts handles them
  logger: workerLogger(log),
  preset: { worker: { ...unbatchedCompletion, gracefulShutdownAbortTimeout: abort } },
})

/** Lets other runners have the jobs that a runner has claimed and will not finish. */
async function unlockJobs(pool: pg.Pool, processName: string): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger: workerLogger(null) })
  await utils.forceUnlockWorkers([processName])
  await utils.release()
}

function taskListOf(modules: JobModule[], log: Logger, handBack: number): TaskList {
  const queued = modules.flatMap(({ handlers = {} }) => Object.entries(handlers))
  const eachMinute = modules.flatMap(({ minutely = {} }) => Object.entries(minutely))
  const scheduled = modules.flatMap(({ nightly, hourly }) => [nightly, hourly])
  const wrapped = [
    ...eachMinute.map(([name, task]) => [name, untilNextMinute(task, log)]),
    ...queued.map(([name, task]) => [name, guarded(name, task, handBack)]),
  ]
  return Object.assign({}, ...scheduled, Object.fromEntries(wrapped))
}

/**
 * A job that fails because something is away is added again, or a long outage would use up its attempts. One that does
 * not end while its process stops fails, so that another process takes it.
 */
const guarded =
  (name: string, task: JobHandlers[string], handBack: number): Task =>
  async (traced, helpers) => {
    const { request_id, ...payload } = (traced ?? {}) as TracedPayload
    const run = () => unlessAborted(task(payload as never, helpers), helpers.abortSignal, handBack)
    try {
      await (request_id ? runInRequest({ id: request_id, origin: () => `job ${name}` }, run) : run())
    } catch (error) {
      if (!isAway(error)) throw error
      await addAgain(traced, helpers)
    }
  }

/** A run that meets something away is no failed job: each minute of an outage would leave one. */
const untilNextMinute =
  (task: JobHandlers[string], log: Logger): Task =>
  async (payload, helpers) => {
    try {
      await task(payload as never, helpers as never)
    } catch (error) {
      if (!isAway(error)) throw error
      if (!error.isReported) log.warn({ err: error }, 'A job is left to the next minute')
    }
  }

/** Whether something that a job needs, such as a bucket or another process, may be there again later. */
const isAway = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 503

async function unlessAborted(work: Promise<unknown>, abortSignal: AbortSignal, handBack: number): Promise<void> {
  const settled = new AbortController()
  const aborted = onceEmitted(abortSignal, 'abort', { signal: settled.signal }).then(async () => {
    await sleep(handBack, undefined, { signal: settled.signal })
    throw new Error('The process stopped before the job ended.')
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    settled.abort()
  }
}

function addAgain(payload: unknown, { addJob, job }: JobHelpers) {
  const runAt = new Date(Date.now() + OUTAGE_RETRY_MS)
  const key = job.key ? { jobKey: job.key } : {}
  return addJob(job.task_identifier as never, payload as never, { runAt, maxAttempts: job.max_attempts, ...key })
}

const cronLinesOf = (modules: JobModule[]) =>
  modules.flatMap(({ nightly = {}, hourly = {}, minutely = {} }) => [
    ...Object.keys(nightly).map(nightlyCron),
    ...Object.keys(hourly).map(hourlyCron),
    ...Object.keys(minutely).map(minutelyCron),
  ])

/** Migrates the job tables, which have a schema of their own, `graphile_worker`. */
export async function migrateJobs(url: DatabaseUrl): Promise<void> {
  const pool = openJobPool(url, 1)
  try {
    await runMigrations({ pgPool: pool, logger: workerLogger(null) })
  } finally {
    await pool.end()
  }
}

/** A pool without statement timeouts, since a migration or a job may take long. */
function openJobPool(url: DatabaseUrl, max: number): pg.Pool {
  const pool = new JobPool({
    Client: clientClass(url),
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'vitrine jobs',
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

/**
 * Ignores a second release. When the connection on which graphile-worker 0.18.0 listens is lost while its runner stops,
 * it is released twice, and nothing handles the error that a pool answers with: the process would end.
 */
class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): unknown {
    if (!callback) return super.connect()
    return super.connect((error, client, release) => callback(error, client, client ? once(release) : release))
  }
}

/** Leaves out payloads and lost connections; a failed job is told with the request that queued it. */
function workerLogger(log: Logger | null): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if ((level !== 'error' && level !== 'warning') || isConnectionLost(meta?.error)) return
    const { request_id } = ((meta?.job as { payload?: TracedPayload } | undefined)?.payload ?? {}) as TracedPayload
    log?.warn(request_id ? { request: request_id } : {}, message)
  })
}
