import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fail } from '#kit/api-error'
import { SURE_AFTER_MS } from '#kit/database/ended-processes'
import { listenForNotifications } from '#kit/database/notifications'
import { silentLog } from '#kit/logger'
import { requestContext, runInRequest } from '#kit/tracing/request-context'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { runWaitingJobs } from '#test/due-jobs'
import { openTestApp } from '#test/test-app'
import { addJob } from './job-queue.sql.ts'
import { type JobModule, migrateJobs, runJobs } from './job-worker.ts'

const { db, databaseUrl } = await openTestApp()
/** The jobs of another process. */
const run = (module: JobModule, { log = silentLog, times = {} }: Partial<Options> = {}, url = databaseUrl) =>
  runJobs(url, [module], { log, processName: randomUUID(), times: { poll: 50, restart: 10, ...times } })
type Options = Parameters<typeof runJobs>[2]

const waitingJobs = async (task: string) => {
  const { rows } = await sql`select 1 from graphile_worker.jobs where task_identifier = ${task}`.execute(db)
  return rows.length
}

test('a job runs once among several processes when its transaction commits, and never when it rolls back', async () => {
  const done: number[] = []
  const count = async ({ number }: { number: number }) => void done.push(number)
  const workers = [run({ handlers: { count } }), run({ handlers: { count } })]
  await expect(
    db.transaction().execute(async (tx) => {
      await addJob(tx, 'count', { number: 0 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  for (let number = 1; number <= 20; number++) {
    await db.transaction().execute((tx) => addJob(tx, 'count', { number }))
  }
  await expect.poll(() => done.length).toBeGreaterThanOrEqual(20)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(await waitingJobs('count')).toBe(0)
})

test('of waiting jobs with one key only the last remains', async () => {
  for (const number of [1, 2, 3]) await addJob(db, 'keyed', { number }, { key: 'one key' })
  expect(await waitingJobs('keyed')).toBe(1)
  const done: number[] = []
  const jobs = run({ handlers: { keyed: async ({ number }: { number: number }) => void done.push(number) } })
  await expect.poll(() => done).toEqual([3])
  await jobs.stop()
})

test('a nightly job runs once in one of the processes, or at the next start when none was running', async () => {
  const done = vi.fn(async () => {})
  const first = run({ nightly: { tidy: done } })
  await expect.poll(scheduledTasks).toContain('tidy')
  await first.stop()
  await sql`
    update graphile_worker._private_known_crontabs
    set known_since = now() - interval '3 days', last_execution = null where identifier = 'tidy'`.execute(db)
  const started: string[] = []
  const both = ['here', 'there'].map((place) =>
    run({ nightly: { tidy: done }, handlers: { [place]: async () => void started.push(place) } }),
  )
  for (const place of ['here', 'there']) await addJob(db, place, {})
  await expect.poll(() => started).toHaveLength(2)
  await expect.poll(() => done).toHaveBeenCalled()
  await Promise.all(both.map((worker) => worker.stop()))
  expect([done.mock.calls.length, await waitingJobs('tidy')]).toEqual([1, 0])
})

async function scheduledTasks() {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from graphile_worker._private_known_crontabs`.execute(db)
  return rows.map(({ identifier }) => identifier)
}

test('stopping waits for the running job, and not for a connection', async () => {
  await run({ handlers: { none: async () => {} } }).stop()
  await addJob(db, 'slow', {})
  const [started, stopping] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isDone = false
  const slow = async () => {
    started.resolve()
    await stopping.promise
    for (let statement = 0; statement < 20; statement++) await waitingJobs('slow') // longer than stopping alone takes
    isDone = true
  }
  const jobs = run({ handlers: { slow } })
  await started.promise
  const stopped = jobs.stop()
  stopping.resolve()
  await stopped
  expect(isDone).toBe(true)
  expect(await waitingJobs('slow')).toBe(0)
})

test('a job that does not end while its worker stops is handed back, and done by another one', async () => {
  await addJob(db, 'endless', {})
  const endless = vi.fn(() => new Promise<void>(() => {}))
  const first = run({ handlers: { endless } }, { times: { abort: 10, handBack: 10 } })
  await expect.poll(() => endless).toHaveBeenCalled()
  await first.stop()
  await runWaitingJobs(db)
  const done = vi.fn(async () => {})
  const second = run({ handlers: { endless: done } })
  await expect.poll(() => done).toHaveBeenCalledOnce()
  await second.stop()
})

test.each(['unavailable', 'busy'] as const)('a job that fails with %s uses up no attempt', async (code) => {
  await addJob(db, 'needy', { number: 7 }, { key: 'needy' })
  const needy = vi.fn(async () => {
    throw fail(code)
  })
  const jobs = run({ handlers: { needy } })
  await expect.poll(() => needy).toHaveBeenCalledOnce()
  await jobs.stop()
  const { rows } = await sql<{ attempts: number; key: string; waits: boolean }>`
    select attempts, key, run_at > now() as waits
    from graphile_worker.jobs where task_identifier = 'needy'`.execute(db)
  expect(rows).toEqual([{ attempts: 0, key: 'needy', waits: true }])
})

test('a minutely job that meets something away leaves its work to the next minute, and no failed job', async () => {
  await sql`select graphile_worker.add_job('needy_each_minute', max_attempts => 1)`.execute(db)
  const needy_each_minute = vi.fn(async () => {
    throw fail('busy')
  })
  const jobs = run({ minutely: { needy_each_minute } })
  await expect.poll(() => needy_each_minute).toHaveBeenCalled()
  await jobs.stop()
  expect(await waitingJobs('needy_each_minute')).toBe(0)
})

test('a job that fails waits for its next attempt, and the log names the request that queued it', async () => {
  const warnings: [object | string, string?][] = []
  const log = { info: () => {}, warn: (...line: [object | string, string?]) => void warnings.push(line) }
  const payloads: unknown[] = []
  const traced = async (payload: object) => {
    payloads.push(payload, requestContext()?.id)
    throw new Error('no luck')
  }
  await runInRequest({ id: 'request-1', origin: () => 'POST /' }, () => addJob(db, 'traced', { number: 1 }))
  const jobs = run({ handlers: { traced } }, { log })
  await expect.poll(() => warnings).toHaveLength(1)
  const attempts = sql`
    select attempts, run_at > now() as waits
    from graphile_worker.jobs where task_identifier = 'traced' and locked_at is null`
  await expect.poll(async () => (await attempts.execute(db)).rows).toEqual([{ attempts: 1, waits: true }])
  await jobs.stop()
  expect(payloads.slice(0, 2)).toEqual([{ number: 1 }, 'request-1'])
  expect(warnings[0]).toEqual([{ request: 'request-1' }, expect.stringContaining('no luck')])
})

test('a job of a process that was killed is taken over, and one of a process that runs is not', async () => {
  const done: string[] = []
  const alive = await listenForNotifications(databaseUrl)
  for (const name of [alive.processName, randomUUID()]) {
    await addJob(db, 'claimed', { name })
    await sql`
      update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = ${name}
      where payload ->> 'name' = ${name}`.execute(db)
  }
  const minutely = await sql<{ id: number }>`
    select id from graphile_worker.add_job('each minute', max_attempts => 1)`.execute(db)
  await sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'a killed process'
    where id = ${minutely.rows[0]!.id}`.execute(db)
  let ms = 0
  const now = () => (ms += SURE_AFTER_MS) // so two looks are enough
  const claimed = async ({ name }: { name: string }) => void done.push(name)
  const jobs = run({ handlers: { claimed } }, { times: { look: 50, now } })
  await expect.poll(() => done).toHaveLength(1)
  await alive.stop()
  await jobs.stop()
  expect(await waitingJobs('each minute')).toBe(0)
  expect(done).not.toContain(alive.processName)
  await sql`delete from graphile_worker._private_jobs where payload ->> 'name' is not null`.execute(db)
})

function recordLines() {
  const lines: string[] = []
  const record = (about: object | string, line?: string) => void lines.push(line ?? String(about))
  return { lines, log: { info: record, warn: record } }
}

test('jobs wait while the database is away, and run when it is back, with one line each way', async () => {
  const proxy = await startClosableProxy(Number(new URL(databaseUrl).port))
  const { lines, log } = recordLines()
  const done = vi.fn(async () => {})
  const jobs = run({ handlers: { later: done } }, { log }, urlAtPort(databaseUrl, proxy.port))
  await addJob(db, 'later', {})
  await expect.poll(() => waitingJobs('later')).toBe(0)
  await proxy.close()
  await addJob(db, 'later', {})
  await expect.poll(() => lines).toEqual(['No jobs run'])
  await proxy.open()
  await expect.poll(() => done).toHaveBeenCalledTimes(2)
  await expect.poll(() => lines).toEqual(['No jobs run', 'Jobs run again'])
  await jobs.stop()
  await proxy.close()
})

test('a connection that is lost while its runner stops ends no process', async () => {
  const { promise: held, resolve: hold } = Promise.withResolvers<Socket>()
  // Holds back the statement by which a runner begins to listen for jobs.
  const proxy = await startClosableProxy(Number(new URL(databaseUrl).port), (client, upstream) => {
    client.on('data', (bytes) => (bytes.includes('LISTEN "jobs:insert"') ? hold(client) : upstream.write(bytes)))
    upstream.pipe(client)
  })
  const { lines, log } = recordLines()
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  onTestFinished(() => void process.off('unhandledRejection', unhandled))
  const jobs = run({ handlers: { none: async () => {} } }, { log }, urlAtPort(databaseUrl, proxy.port))
  const waiting = await held
  const closed = proxy.close(waiting)
  await expect.poll(() => lines).toEqual(['No jobs run'])
  await nextTurn() // the runner stops
  waiting.destroy()
  await Promise.all([jobs.stop(), closed])
  expect(unhandled).not.toHaveBeenCalled()
})

test('the job tables are created once when several processes start together', async () => {
  await sql`drop schema graphile_worker cascade`.execute(db)
  await Promise.all([1, 2, 3].map(() => migrateJobs(databaseUrl)))
  await addJob(db, 'made', {})
  expect(await waitingJobs('made')).toBe(1)
})
