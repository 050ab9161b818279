import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { serveHealth } from '#kit/health'
import { addJob } from '#kit/jobs/job-queue.sql'
import { createUser, openTestApp } from '#test/test-app'

const all = await openTestApp()
const partOf = (ROLES: string) => openTestApp({ ROLES, DATABASE_URL: all.databaseUrl })
const [pages, api, jobs] = [await partOf('pages'), await partOf('api'), await partOf('jobs')]
for (const { app } of [pages, api, jobs]) serveHealth(app, { drainSeconds: 0, checks: [] })

const statusOf = async ({ app }: typeof all, url: string) => (await app.inject(url)).statusCode
const misdirected = {
  code: 'misdirected',
  message: 'This server answers only a part of the site. Please use the public address of the site.',
}

test('a process with pages alone renders them with data, and refuses API calls from outside', async () => {
  const page = await pages.app.inject('/')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('</html>')
  expect(await statusOf(pages, '/sitemap.xml')).toBe(200)
  for (const url of ['/api/v1/images/approved/', '/%61pi/v1/images/approved/']) {
    const answer = await pages.app.inject(url)
    expect(answer.statusCode).toBe(421)
    expect(answer.json()).toEqual(misdirected)
  }
})

test('a process with the API alone answers calls and renders no page', async () => {
  expect(await statusOf(api, '/api/v1/images/approved/')).toBe(200)
  const person = await createUser(api)
  expect(person.access_token).toBeTruthy()
  expect(await statusOf(api, '/api/v1/no-such-call/')).toBe(404)
  for (const method of ['GET', 'POST'] as const) {
    const answer = await api.app.inject({ method, url: '/about/', payload: '<x/>', headers: { 'content-type': 'a/b' } })
    expect(answer.statusCode).toBe(421)
    expect(answer.json()).toEqual(misdirected)
  }
})

test('a process with jobs alone answers nothing but whether it is well', async () => {
  expect(await statusOf(jobs, '/health/ready')).toBe(200)
  for (const url of ['/', '/api/v1/images/approved/', '/media/x.webp', '/sitemap.xml'])
    expect(await statusOf(jobs, url)).toBe(421)
})

test('jobs run in processes with that role alone', async () => {
  const { app, db, databaseUrl } = await openTestApp({ ROLES: 'web,images' })
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
