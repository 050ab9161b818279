import { randomBytes } from 'node:crypto'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runWaitingJobs } from '#test/due-jobs'
import { untilWaiting } from '#test/interrupted-requests'
import { openMailingApp } from '#test/mail-server'
import { copyrightNotice as notice } from '#test/notices'
import { reportsOf } from '#test/reports'
import { addImages } from '#test/test-app'
import { addReport, forgetReporters } from './reports.sql.ts'

const { mailServer, testApp, app, db, ada } = await openMailingApp()
const { report, statusOf, lineOf, decide, ...reports } = await reportsOf(testApp)
const publish = (title: string) => reports.publish(title, ada)

test('a report gets a number and a page, which its secret alone finds, and says what became of it', async () => {
  const image = await publish('Red fox')
  const sent = await report({ slug: image.slug, reason: 'transparency', message: 'A halo.' })
  expect([sent.statusCode, sent.headers['cache-control']]).toEqual([201, 'no-store'])
  const { number, secret } = sent.json()
  const about = { number, reason: 'transparency', image: { title: 'Red fox', slug: image.slug } }
  expect(await statusOf(secret)).toMatchObject({ ...about, state: 'open', answers: [] })
  await decide(image.id, { verb: 'keep', sentence: 'The halo is a shadow.' })
  const answers = [{ verb: 'keep', sentence: 'The halo is a shadow.' }]
  expect(await statusOf(secret)).toMatchObject({ state: 'keep', answers })
  expect((await app.inject(`/api/v1/reports/of/${secret}/`)).headers['cache-control']).toBe('no-store')
  expect((await app.inject(`/api/v1/reports/of/${secret.slice(1)}/`)).json().code).toBe('report_not_found')
  const { rows } = await sql<{ secret_hash: Buffer }>`select secret_hash from report`.execute(db)
  const stored = rows.map((row) => row.secret_hash.toString('latin1')).join()
  for (const form of [secret, Buffer.from(secret, 'base64url').toString('latin1')]) expect(stored).not.toContain(form)
})

test('a report gets its number when those before it about the image are stored, so none is closed unseen', async () => {
  const image = await publish('Late fox')
  const first = await report({ slug: image.slug, reason: 'words' })
  const [isStored, isSlow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stored = db.selectFrom('report').selectAll().where('id', '=', first.json().number)
  const { notice: _, id, ...row } = await stored.executeTakeFirstOrThrow()
  const slow = db.transaction().execute(async (transaction) => {
    const number = await addReport(transaction, { ...row, secret_hash: randomBytes(32) })
    isStored.resolve()
    await isSlow.promise
    return number
  })
  await isStored.promise
  const quick = report({ slug: image.slug, reason: 'offensive' })
  expect(await Promise.race([quick, untilWaiting(db, 1)])).toBeUndefined()
  isSlow.resolve()
  expect((await quick).json().number).toBeGreaterThan(await slow)
})

test('a report of copyright needs what the law asks for, and others do not', async () => {
  const image = await publish('Green fox')
  const { fields } = (await report({ slug: image.slug, reason: 'copyright' })).json()
  const needed = ['name', 'work', 'email', 'good_faith', 'accurate', 'signature']
  expect(fields.map(({ at }: { at: string }) => at)).toEqual(needed)
  for (const complete of [notice, { reason: 'offensive' }])
    expect((await report({ slug: image.slug, ...complete })).statusCode).toBe(201)
  expect((await report({ slug: image.slug, reason: 'other' })).json().fields).toEqual([
    { at: 'message', message: 'Tell us what is wrong' },
  ])
  const blank = (await report({ slug: image.slug, ...notice, work: ' ', signature: ' ' })).json()
  expect(blank.fields.map(({ at }: { at: string }) => at)).toEqual(['work', 'signature'])
})

test('a report is about an image that visitors see, and dropped where a program filled the hidden field', async () => {
  const [waiting] = await addImages(testApp, ada, ['Waiting'])
  for (const slug of [waiting.slug, 'no-such-image'])
    expect((await report({ slug, reason: 'words' })).json().code).toBe('image_not_found')
  const image = await publish('Grey fox')
  expect((await report({ slug: image.slug, reason: 'words', website: 'https://spam.example' })).statusCode).toBe(201)
  expect(await lineOf(image)).toBeUndefined()
})

const post = (slug: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `/image/${slug}/report/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

test('the form without JavaScript leads to the page of the report, which no cache keeps', async () => {
  const image = await publish('Paper fox')
  const answer = await post(image.slug, { reason: 'words', message: '', email: '', name: '', website: '' })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([303, 'no-store'])
  const page = await app.inject(String(answer.headers.location))
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(page.body).toContain('Paper fox')
  await decide(image.id, { verb: 'keep', sentence: 'Paper it is.' })
  expect((await app.inject(String(answer.headers.location))).body).toContain('Paper it is.')
})

test('the form without JavaScript is shown again with what was typed and what is wrong with it', async () => {
  const image = await publish('Glass fox')
  const answer = await post(image.slug, { reason: 'copyright', name: '"><script>Grace', email: 'nobody' })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([400, 'no-store'])
  expect(answer.body).toContain('Enter a valid email.')
  expect(answer.body).toContain('Sign by typing your name')
  expect(answer.body).toContain('&quot;&gt;&lt;script&gt;Grace')
  expect(answer.body).not.toContain('<script>Grace')
  const other = await app.inject(`/image/${image.slug}/report/`)
  expect(other.body).not.toContain('Grace')
})

test('the form is refused from another site, and counts a line break as one character as browsers do', async () => {
  const image = await publish('Foreign fox')
  const message = `${'x'.repeat(reportLimits.text / 10 - 1)}\r\n`.repeat(10)
  for (const [name, value, status] of [
    ['sec-fetch-site', 'cross-site', 403],
    ['origin', 'https://elsewhere.example', 403],
    ['origin', 'null', 403],
    ['sec-fetch-site', 'same-origin', 303],
    ['origin', 'http://localhost:80', 303],
  ] as const) {
    const { statusCode } = await post(image.slug, { reason: 'words', message }, { [name]: value })
    expect([value, statusCode]).toEqual([value, status])
  }
})

test('the form without JavaScript of an image that is not there is a 404', async () => {
  expect((await post('no-such-image', { reason: 'words' })).statusCode).toBe(404)
  const missing = await app.inject('/report/no-such-secret/')
  expect([missing.statusCode, missing.body]).toEqual([404, expect.stringContaining('There is no such report.')])
})

const terms = { EVIDENCE_DAYS: 1000 }

test('address, network and text of a report are deleted when the time of each is over', async () => {
  const [open, decided] = [await publish('Open fox'), await publish('Decided fox')]
  for (const { slug } of [open, decided])
    await report({ slug, reason: 'words', message: 'Not a fox.', email: 'gone@people.example' }, '198.51.100.7')
  await decide(decided.id, { verb: 'keep' })
  const ids = [open.id, decided.id]
  const left = async () => {
    const { rows } = await sql<{ left: string }>`
      select concat(message <> '', ' ', num_nonnulls(email, network)) as left from report
      where image_id = any(${ids}) order by image_id`.execute(db)
    return rows.map((row) => row.left)
  }
  const pass = async (openDays: number, decidedDays: number) => {
    await sql`
      update report set at = now() - make_interval(days => ${openDays}::int) where image_id = any(${ids})`.execute(db)
    await sql`
      update report_decision set at = now() - make_interval(days => ${decidedDays}::int)
      where image_id = ${decided.id}`.execute(db)
    await forgetReporters(db, terms)
    return left()
  }
  const [both, text, none] = ['t 2', 't 0', 'f 0']
  expect(await pass(364, 89)).toEqual([both, both])
  expect(await pass(364, 91)).toEqual([both, text])
  expect(await pass(366, 999)).toEqual([text, text])
  expect(await pass(3000, 1001)).toEqual([text, none])
})

test('a mail that was refused keeps neither the secret nor the address, and leaves with the address', async () => {
  const { slug } = await publish('Refused fox')
  mailServer.refuse(Number.POSITIVE_INFINITY)
  const email = 'refused@people.example'
  const send = async () => (await report({ slug, reason: 'words', email })).json()
  const [recent, old] = [await send(), await send()]
  const refused = async () => {
    const { rows } = await sql<{ job: string }>`
      select payload::text || last_error as job from graphile_worker._private_jobs
      where last_error is not null and locked_at is null and payload ->> 'report' in (${recent.number}, ${old.number})
      order by id`.execute(db)
    return rows.map(({ job }) => job)
  }
  const refusal = expect.stringContaining('try later')
  await expect.poll(refused).toEqual([refusal, refusal])
  for (const part of ['people.example', recent.secret, old.secret]) expect((await refused()).join()).not.toContain(part)
  await sql`update report set at = now() - interval '366 days' where id = ${old.number}`.execute(db)
  await forgetReporters(db, terms)
  expect(await refused()).toHaveLength(1)
  mailServer.clear()
  await runWaitingJobs(db)
  expect(await mailServer.mailTo(email, /we have your report/)).toContain(recent.secret)
})
