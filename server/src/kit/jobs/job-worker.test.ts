import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openTestApp } from '#test/test-app'
import { addJob } from './job-queue.sql.ts'
import { type JobHandlers, migrateJobs, runJobs } from './job-worker.ts'

const { db, databaseUrl } = await openTestApp()
const quiet = { info: () => {}, warn: () => {} }
const run = (tasks: JobHandlers) => runJobs(databaseUrl, [{ handlers: tasks }], quiet)

const waitingJobs = async (task: string) => {
  const { rows } = await sql`select 1 from graphile_worker.jobs where task_identifier = ${task}`.execute(db)
  return rows.length
}

test('a job is done when its transaction commits, once among several processes, and never when it does not', async () => {
  const done: number[] = []
  const tasks = { async count({ number }: { number: number }) {
    done.push(number)
  } } // biome-ignore format: one thought
  const workers = [run(tasks), run(tasks)]
  await expect(
    db.transaction().execute(async (tx) => {
      await addJob(tx, 'count', { number: 0 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  for (let number = 1; number <= 20; number++) {
    await db.transaction().execute((tx) => addJob(tx, 'count', { number }))
  }
  await vi.waitFor(() => expect(done.length).toBeGreaterThanOrEqual(20), { timeout: 10_000 })
  await Promise.all(workers.map((one) => one.stop()))
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(await waitingJobs('count')).toBe(0)
})

test('of waiting jobs with one key the last stays', async () => {
  for (const number of [1, 2, 3]) await addJob(db, 'keyed', { number }, { key: 'one key' })
  expect(await waitingJobs('keyed')).toBe(1)
  const done: number[] = []
  const jobs = run({ keyed: async ({ number }: { number: number }) => void done.push(number) })
  await vi.waitFor(() => expect(done).toEqual([3]), { timeout: 10_000 })
  await jobs.stop()
})

test('a failed job waits for its next try', async () => {
  await addJob(db, 'failing', {})
  const tries = vi.fn(async () => {
    throw new Error('not today')
  })
  const jobs = run({ failing: tries })
  await vi.waitFor(() => expect(tries).toHaveBeenCalledTimes(2), { timeout: 15_000 })
  await jobs.stop()
  expect(await waitingJobs('failing')).toBe(1)
})

test('what is due every night is done once by one of the processes, also where nobody was up at that hour', async () => {
  const done = vi.fn(async () => {})
  const begin = () => runJobs(databaseUrl, [{ nightly: { tidy: done } }], quiet)
  const first = begin()
  await vi.waitFor(async () => expect(await knownNightly()).toEqual(['tidy']), { timeout: 10_000 })
  await first.stop()
  await sql`
    update graphile_worker._private_known_crontabs
    set known_since = now() - interval '3 days', last_execution = null`.execute(db)
  const both = [begin(), begin()]
  await vi.waitFor(() => expect(done).toHaveBeenCalled(), { timeout: 10_000 })
  await sleep(300)
  await Promise.all(both.map((one) => one.stop()))
  expect(done).toHaveBeenCalledTimes(1)
})

async function knownNightly() {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from graphile_worker._private_known_crontabs`.execute(db)
  return rows.map(({ identifier }) => identifier)
}

test('stopping waits for the job at work', async () => {
  await addJob(db, 'slow', {})
  let [begun, ended] = [false, false]
  const slow = async () => {
    begun = true
    await sleep(500)
    ended = true
  }
  const jobs = run({ slow })
  await vi.waitFor(() => expect(begun).toBe(true), { timeout: 10_000 })
  await jobs.stop()
  expect(ended).toBe(true)
  expect(await waitingJobs('slow')).toBe(0)
})

test('it may be stopped before it has begun', async () => {
  await run({ none: async () => {} }).stop()
})

test('when the database cuts its lines, jobs are done again as soon as it is back', async () => {
  const done = vi.fn(async () => {})
  const jobs = run({ after: done })
  await sleep(500)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'vitrine jobs'`.execute(db)
  await addJob(db, 'after', {})
  await vi.waitFor(() => expect(done).toHaveBeenCalledOnce(), { timeout: 15_000 })
  await jobs.stop()
})

test('its tables are made once, however many processes begin together', async () => {
  await sql`drop schema graphile_worker cascade`.execute(db)
  await Promise.all([1, 2, 3].map(() => migrateJobs(databaseUrl)))
  await addJob(db, 'made', {})
  expect(await waitingJobs('made')).toBe(1)
})
