import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { serveHealth } from '#kit/health'
import { addJob } from '#kit/jobs/job-queue.sql'
import { codeOf, openTestApp } from '#test/test-app'

test('a process with jobs alone answers nothing but whether it is well', async () => {
  const { app } = await openTestApp({ ROLES: 'jobs' })
  serveHealth(app, { drainSeconds: 0, checks: [] })
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  for (const url of ['/', '/api/v1/images/approved/', '/media/x.webp', '/sitemap.xml'])
    for (const method of ['GET', 'POST'] as const) {
      expect(codeOf(await app.inject({ method, url }))).toEqual([421, 'misdirected'])
    }
})

test('jobs run in processes with that role alone', async () => {
  const { app, db, databaseUrl } = await openTestApp({ ROLES: 'web' })
  await app.ready()
  await addJob(db, 'sync_hidden_images', { ownerId: 0, afterId: 0 })
  const count = async (from: RawBuilder<unknown>) =>
    (await sql<{ count: number }>`select count(*) from ${from}`.execute(db)).rows[0]!.count
  const runners = sql`pg_stat_activity where datname = current_database() and application_name = 'vitrine jobs'`
  expect(await count(runners)).toBe(0)
  const { app: worker } = await openTestApp({ ROLES: 'jobs', DATABASE_URL: databaseUrl })
  await worker.ready()
  await expect.poll(() => count(sql`graphile_worker.jobs`), { timeout: 10_000 }).toBe(0)
  expect(await count(runners)).toBeGreaterThan(0)
})
