import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { createDatabase } from '#test/databases'
import { runWaitingJobs } from '#test/due-jobs'
import { startMailServer } from '#test/mail-server'
import { aPng } from '#test/png'
import { templateDatabase } from '#test/postgres-global-setup'
import { startS3 } from '#test/s3-server'
import { createUser, openTestApp, upload } from '#test/test-app'

const s3 = await startS3()
afterAll(s3.stop)
const mailServer = await startMailServer()
const databaseUrl = await createDatabase(templateDatabase)
const services = {
  database: await startClosableProxy(Number(new URL(databaseUrl).port)),
  bucket: await startClosableProxy(Number(new URL(s3.settings.S3_ENDPOINT).port)),
}
afterAll(async () => {
  for (const { close } of Object.values(services)) await close()
})
const site = await openTestApp({
  ...s3.settings,
  DATABASE_URL: urlAtPort(databaseUrl, services.database.port),
  S3_ENDPOINT: urlAtPort(s3.settings.S3_ENDPOINT, services.bucket.port),
  SMTP_URL: mailServer.url,
  SLOW_QUERY_MS: '0', // the log has no lines but of outages
})
const { app, db } = site
const user = await createUser(site)

const logged: string[] = []
for (const level of ['info', 'warn', 'error'] as const)
  vi.spyOn(app.log, level).mockImplementation((about: unknown, line?: string) => void logged.push(line ?? `${about}`))
/** Until these lines are in the log, and no others, in any order. */
const untilLogged = (...lines: string[]) => expect.poll(() => logged.toSorted()).toEqual(lines.toSorted())
await app.ready()

/** Takes a service away while `meanwhile` runs. */
async function outage(service: keyof typeof services, meanwhile: () => Promise<unknown>) {
  logged.length = 0
  await services[service].close()
  await meanwhile()
  await services[service].open()
}

const search = async () => (await app.inject(`/api/v1/images/suggestions/?title=${Math.random()}`)).statusCode

const uploadPicture = async (seed: number) =>
  (await upload(site, user, [{ name: 'images', value: aPng({ seed }), filename: 'a.png' }])).statusCode

test('while the database is away calls answer 503; then all parts are back, with one line each way', async () => {
  expect(await search()).toBe(200)
  expect(await uploadPicture(1)).toBe(201) // which ends after what the process looks up at its start
  const dueJobs = sql`select from graphile_worker.jobs where run_at <= now()`
  await expect.poll(async () => (await dueJobs.execute(db)).rows).toEqual([]) // else the runner has lines of its own
  const away = [
    'No jobs run',
    'The LISTEN connection is down; cached replies live 5 s',
    'The database cannot be reached; calls that need it are answered with 503',
  ]
  await outage('database', async () => {
    for (let calls = 0; calls < 10; calls++) expect(await search()).toBe(503)
    expect(await uploadPicture(2)).toBe(503)
    expect((await app.inject('/')).statusCode).toBeLessThan(504)
    await untilLogged(...away)
  })
  await expect.poll(search).toBe(200)
  expect(await uploadPicture(2)).toBe(201)
  await untilLogged(...away, 'Jobs run again', 'The LISTEN connection is up again', 'The database can be reached again')
})

test('an upload while the bucket is away answers 503, and is taken when it is sent again', async () => {
  await outage('bucket', async () => {
    for (let tries = 0; tries < 2; tries++) expect(await uploadPicture(3)).toBe(503)
  })
  expect(await uploadPicture(3)).toBe(201)
  const away = 'The bucket does not answer; calls that need its files are answered with 503'
  await untilLogged(away, 'The bucket answers again')
})

test('an e-mail that was caused while the mail server is away is sent once when it is back', async () => {
  logged.length = 0
  const away = 'The mail server cannot be used; e-mails wait'
  await mailServer.whileAway(async () => {
    const payload = { email: user.email }
    const forgot = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/forgot-password/', payload })
    expect(forgot.statusCode).toBe(200)
    await untilLogged(away)
  })
  const received = async () => {
    await runWaitingJobs(db)
    return mailServer.inbox.map(({ to }) => to)
  }
  await expect.poll(received).toEqual([user.email])
  await untilLogged(away, 'The mail server can be used again')
})
