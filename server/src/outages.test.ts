import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { startClosableProxy, urlAtPort } from '#test/closable-proxy'
import { startMain, stopMainProcesses } from '#test/main-process'
import { aPng } from '#test/png'
import { startS3 } from '#test/s3-server'
import { createUser, openTestApp, withoutJobs } from '#test/test-app'

/** Seconds for which each service is away; an outage of a minute takes a minute of test. */
const outageSeconds = Number(process.env.OUTAGE_SECONDS ?? 3)

const inbox: string[] = []
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, { envelope }, done) {
    stream.resume().on('end', () => {
      inbox.push(...envelope.rcptTo.map(({ address }) => address))
      done()
    })
  },
})
await new Promise<void>((open) => mailServer.listen(0, '127.0.0.1', open))
afterAll(() => new Promise<void>((closed) => mailServer.close(closed)))
const s3 = await startS3()
afterAll(s3.stop)
const testApp = await openTestApp({}, withoutJobs)
const user = await createUser(testApp)

const { port: mailPort } = mailServer.server.address() as { port: number }
const services = {
  database: await startClosableProxy(Number(new URL(testApp.databaseUrl).port)),
  bucket: await startClosableProxy(Number(new URL(s3.settings.S3_ENDPOINT).port)),
  mail: await startClosableProxy(mailPort),
}
const main = startMain({
  ...s3.settings,
  DATA_DIR: testApp.folder,
  DATABASE_URL: urlAtPort(testApp.databaseUrl, services.database.port),
  S3_ENDPOINT: urlAtPort(s3.settings.S3_ENDPOINT, services.bucket.port),
  SMTP_URL: `smtp://127.0.0.1:${services.mail.port}`,
  IMAGE_WORKERS: '1',
  SLOW_QUERY_MS: '0', // the log has no lines but of outages
})
afterAll(async () => {
  await stopMainProcesses()
  for (const { close } of Object.values(services)) await close()
})

/** The log, without the lines that are printed at the start. */
const logged: { level: number; msg: string }[] = []
const address = await new Promise<string>((resolve) => {
  createInterface(main.stdout!).on('line', (line) => {
    const ready = /is ready at (\S+)/.exec(line)?.[1]
    if (ready) resolve(ready)
    if (line.startsWith('{')) logged.push(JSON.parse(line))
  })
})

/** Takes a service away while `meanwhile` runs, for as long as an outage lasts. */
async function outage(service: keyof typeof services, meanwhile: () => Promise<unknown>) {
  logged.length = 0
  await services[service].close()
  await Promise.all([sleep(outageSeconds * 1000), meanwhile()])
  await services[service].open()
}
const lines = () => logged.map(({ msg }) => msg).sort()

const search = async () => (await fetch(`${address}/api/v1/images/suggestions/?title=${Math.random()}`)).status

let seed = 0
async function upload(): Promise<number> {
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(aPng({ seed: ++seed }))], { type: 'image/png' }), 'a.png')
  form.append('title', 'Red kite')
  const url = `${address}/api/v1/images/upload/`
  return (await fetch(url, { method: 'POST', headers: user.headers, body: form })).status
}

test('while the database is away calls answer 503; then all parts are back, with one line each way', async () => {
  expect(await search()).toBe(200)
  expect(await upload()).toBe(201) // which ends after what the process looks up at its start
  await outage('database', async () => {
    for (let calls = 0; calls < 10; calls++) expect(await search()).toBe(503)
    expect(await upload()).toBe(503)
    expect((await fetch(address)).status).toBeLessThan(504)
  })
  await expect.poll(search, { timeout: 10_000 }).toBe(200)
  expect(await upload()).toBe(201)
  await expect
    .poll(lines, { timeout: 10_000 })
    .toEqual([
      'Jobs run again',
      'No jobs run',
      'The LISTEN connection is down; cached replies live 5 s',
      'The LISTEN connection is up again',
      'The database can be reached again',
      'The database cannot be reached; calls that need it are answered with 503',
    ])
}, 180_000)

test('an upload while the bucket is away answers 503, and is taken when it is sent again', async () => {
  await outage('bucket', async () => {
    expect(await upload()).toBe(503)
    seed-- // the same picture again
    expect(await upload()).toBe(503)
  })
  seed--
  expect(await upload()).toBe(201)
  await expect
    .poll(lines)
    .toEqual([
      'The bucket answers again',
      'The bucket does not answer; calls that need its files are answered with 503',
    ])
}, 180_000)

test('an e-mail that was caused while the mail server is away is sent once when it is back', async () => {
  const forgot = () =>
    fetch(`${address}/api/v1/accounts/user/forgot-password/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email }),
    })
  await outage('mail', async () => {
    expect((await forgot()).status).toBe(200)
    await expect.poll(lines, { timeout: 10_000 }).toHaveLength(1)
  })
  await expect.poll(() => inbox, { timeout: 40_000 }).toEqual([user.email])
  await expect
    .poll(lines)
    .toEqual(['The mail server can be used again', 'The mail server cannot be used; e-mails wait'])
}, 180_000)
