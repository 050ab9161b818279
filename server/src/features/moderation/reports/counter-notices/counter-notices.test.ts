import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { counterNoticesOf } from '#test/counter-notices'
import { openMailingApp } from '#test/mail-server'
import { copyrightNotice, counterNotice } from '#test/notices'
import { callAs, codeOf, createUser, fieldsOf, uploadPng } from '#test/test-app'
import { returnPictures } from '../queue/decide-reports.ts'
import { forgetReporters } from '../reports.sql.ts'
import { forgetCounterNotices } from './counter-notices.sql.ts'

const { mailServer, testApp, app, db, ada } = await openMailingApp()
const notices = await counterNoticesOf(testApp, ada)
const { admin, report, queue, statusOf, lineOf, details, pageStatus, upheldOf, runDigest, mailsDone } = notices
const { publish, takenDown, send, noticeOf, keepDown, reinstate, timePasses, timeSinceTakeDown } = notices

const nightly = () => returnPictures({ backgroundDb: db, log: app.log })
/** The statuses of its page, its call and its files, and whether a search finds it. */
async function seenOf({ slug, title, cloudflare_id }: Awaited<ReturnType<typeof takenDown>>) {
  const files = [`/media/${cloudflare_id}/original.png`, `/api/v1/images/download/${cloudflare_id}/`]
  const addresses = [`/image/${slug}/`, `/api/v1/images/${slug}/`, ...files]
  const statuses = await Promise.all(addresses.map(async (url) => (await app.inject(url)).statusCode))
  const found = await app.inject({ url: '/api/v1/images/approved/', query: { title } })
  return { statuses: [...new Set(statuses)], isFound: found.body.includes(slug) }
}
const answering = (status: number) => ({ statuses: [status], isFound: status === 200 })
const eventOf = async (what: string) => (await auditLog(testApp, admin, { what })).events[0]
const answeredTwoDaysAgo = ({ id }: { id: number }) =>
  sql`
    update report_decision set at = now() - interval '2 days'
    where image_id = ${id} and verb in ('reinstate', 'keep_down')`.execute(db)

test('a counter-notice reaches the reporter, and brings the picture back after 18 days', async () => {
  const image = await takenDown('Drawn fox')
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'possible', returns_at: null })
  expect((await send({ secret: image.secret, ...counterNotice })).statusCode).toBe(201)
  const toReporter = await mailServer.mailTo(copyrightNotice.email, /Drawn fox[\s\S]*sent us a counter-notice/)
  for (const text of ['Ada Lovelace', 'James', '+44 7700 900123', 'penalty of perjury', 'I drew it.', 'jurisdiction'])
    expect(toReporter).toContain(text)
  await mailServer.mailTo(ada.email, /we have your counter-notice/)
  const status = await statusOf(image.reportSecret)
  const counter_notice = { name: 'Ada Lovelace', message: 'I drew it.', outcome: null }
  expect(status).toMatchObject({ state: 'take_down', counter_notice })
  for (const text of [JSON.stringify(status), (await app.inject(`/report/${image.reportSecret}/`)).body]) {
    expect(text).toContain('Ada Lovelace')
    expect(text).not.toMatch(/James|7700/)
  }
  const line = { count: 0, is_taken_down: true, reasons: [], counter_notice: { at: expect.any(String) } }
  expect(await lineOf(image)).toMatchObject(line)
  const { decisions } = await details(image.id)
  expect(decisions[0].counter_notice).toMatchObject({ address: counterNotice.address, outcome: null })

  await timePasses(image, 17)
  await nightly()
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'open' })
  await expect.poll(() => seenOf(image)).toEqual(answering(410))
  await timePasses(image, 1)
  await nightly()
  await expect.poll(() => seenOf(image)).toEqual(answering(200))
  expect(await lineOf(image)).toBeUndefined()
  for (const email of [ada.email, copyrightNotice.email])
    await mailServer.mailTo(email, /Drawn fox[\s\S]*returns to the library/)
  const answered = { state: 'reinstate', counter_notice: { outcome: 'reinstate' } }
  expect(await statusOf(image.reportSecret)).toMatchObject(answered)
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'reinstate', image: { slug: image.slug } })
  expect(await eventOf('image reinstated')).toMatchObject({ by: null, user: ada.username })
})

test('a counter-notice brings back nothing that an admin keeps down, and is forgotten after its time', async () => {
  const image = await takenDown('Sued fox')
  await send({ secret: image.secret, ...counterNotice })
  expect((await keepDown(image, ' ')).json().fields).toEqual([{ at: 'sentence', message: 'Say why' }])
  const [outcome, sentence] = ['keep_down', 'They went to court.']
  expect((await keepDown(image, sentence)).statusCode).toBe(200)
  await timePasses(image, 30)
  await nightly()
  await expect.poll(() => seenOf(image)).toEqual(answering(410))
  for (const email of [ada.email, copyrightNotice.email])
    await mailServer.mailTo(email, /Sued fox[\s\S]*They went to court/)
  expect(await noticeOf(image.secret)).toMatchObject({ state: outcome, sentence })
  expect(await eventOf('image kept down')).toMatchObject({ by: admin.username })
  await forgetCounterNotices(db, { EVIDENCE_DAYS: 1 })
  const counter_notice = { name: 'Ada Lovelace', outcome, sentence }
  expect(await statusOf(image.reportSecret)).toMatchObject({ state: 'take_down', counter_notice })
  await answeredTwoDaysAgo(image)
  await forgetCounterNotices(db, { EVIDENCE_DAYS: 1 })
  expect((await statusOf(image.reportSecret)).counter_notice).toMatchObject({ name: '', message: '', outcome })
})

test('a counter-notice needs what the law asks for, once, by the address that was mailed', async () => {
  const image = await takenDown('Strict fox')
  const mail = await mailServer.mailTo(ada.email, /Strict fox[\s\S]*We have taken it down/)
  expect(mail).toContain(`https://png.example/counter-notice/${image.secret}/`)
  const { fields } = (await send({ secret: image.secret })).json()
  const needed = ['name', 'address', 'phone', 'mistake', 'jurisdiction', 'signature']
  expect(fields.map(({ at }: { at: string }) => at)).toEqual(needed)
  expect((await send({ secret: image.secret.slice(1), ...counterNotice })).json().code).toBe('decision_not_found')
  expect((await send({ secret: image.secret, ...counterNotice })).statusCode).toBe(201)
  expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('too_late_to_answer')
  const other = await takenDown('Rude fox', { reported: { reason: 'offensive' } })
  expect((await send({ secret: other.secret, ...counterNotice })).json().code).toBe('decision_not_found')
})

test('a counter-notice and the return reach the reporter after all mails of a day, also of who left', async () => {
  const email = 'early@people.example'
  const image = await takenDown('Early fox', { reported: { ...copyrightNotice, email } })
  const { slug } = await publish('Other fox', ada)
  for (let i = 0; i < reportLimits.mailsPerDay; i++) await report({ slug, reason: 'words', email })
  const forget = async () => {
    await forgetReporters(db, { EVIDENCE_DAYS: 1095 })
    return db.selectFrom('report').select(['email', 'network']).where('image_id', '=', image.id).execute()
  }
  await timeSinceTakeDown(image, 80)
  expect(await forget()).toMatchObject([{ email }])
  await send({ secret: image.secret, ...counterNotice })
  await mailServer.mailTo(email, /sent us a counter-notice/)
  await timeSinceTakeDown(image, 20)
  await timePasses(image, 18)
  await nightly()
  expect(await forget()).toEqual([{ email, network: null }])
  await mailServer.mailTo(email, /the picture returns to the library/)
  await answeredTwoDaysAgo(image)
  expect(await forget()).toEqual([{ email: null, network: null }])
})

test('a counter-notice is announced to the admins in the mail about reports, and counted apart from them', async () => {
  await sql`delete from report where decision_id is null`.execute(db)
  await sql`update counter_notice set withdrawn_at = now() where answer_id is null`.execute(db)
  await send({ secret: (await takenDown('Argued fox')).secret, ...counterNotice })
  await runDigest()
  expect(await mailServer.mailTo(admin.email, /A counter-notice waits/)).toContain('/reports/')
  await mailsDone()
  await send({ secret: (await takenDown('Disputed fox')).secret, ...counterNotice })
  const { slug } = await publish('Sole fox', ada)
  for (const reason of ['words', 'offensive']) await report({ slug, reason })
  await runDigest()
  const mail = await mailServer.mailTo(admin.email, /2 counter-notices wait\./)
  expect(mail).toContain('Subject: One picture was reported at Vitrine')
  expect(mail).toContain('2 reports wait for a decision, about one picture.')
})

test('own images that are down are listed for their contributor alone, with the way to answer', async () => {
  const kim = await createUser(testApp)
  const mine = async (person = kim) => (await callAs(testApp, person, 'GET', 'counter-notices/mine')).json().images
  const image = await takenDown('Listed fox', { owner: kim, note: 'It has a logo.' })
  const rude = await takenDown('Rude owl', { owner: kim, reported: { reason: 'offensive' } })
  const line = ({ id, slug }: typeof image, title: string) => ({ id, slug, title, decided_at: expect.any(String) })
  const rudeLine = { ...line(rude, 'Rude owl'), reason: 'offensive', note: '', answer: null }
  const answer = { secret: image.secret, state: 'possible' }
  const listed = { ...line(image, 'Listed fox'), reason: 'copyright', note: 'It has a logo.', answer }
  expect(await mine()).toEqual([rudeLine, listed])
  expect(await mine(await createUser(testApp))).toEqual([])
  await send({ secret: image.secret, ...counterNotice })
  expect((await mine())[1].answer).toEqual({ ...answer, state: 'open' })
  await keepDown(image)
  expect((await mine())[1].answer).toEqual({ ...answer, state: 'keep_down' })
  await reinstate(image)
  await expect.poll(() => mine()).toEqual([rudeLine])
})

/** A picture that was taken down, of someone who then does this and closes the account. */
const closed = async (title: string, images: string, act?: (image: { secret: string }) => PromiseLike<unknown>) => {
  const owner = await createUser(testApp)
  const image = await takenDown(title, { owner })
  await act?.(image)
  const answer = await callAs(testApp, owner, 'POST', 'accounts/user/close', { password: 'correct-horse', images })
  expect(answer.statusCode).toBe(200)
  return { ...image, owner }
}

test('a closed account whose images stay can answer, which is recorded without network and browser', async () => {
  const image = await closed('Staying fox', 'stay')
  expect((await send({ secret: image.secret, ...counterNotice })).statusCode).toBe(201)
  const user = `former contributor ${image.owner.id}`
  expect(await eventOf('counter-notice sent')).toMatchObject({ user, address: '', user_agent: '' })
})

test('a closed account whose images leave takes back its counter-notices; reporters are told', async () => {
  const image = await closed('Leaving fox', 'leave', ({ secret }) => send({ secret, ...counterNotice }))
  await mailServer.mailTo(copyrightNotice.email, /closed their account[\s\S]*Leaving fox[\s\S]*stays down/)
  await timePasses(image, 30)
  await nightly()
  expect(await pageStatus(image)).toBe(410)
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'withdrawn' })
  expect(await statusOf(image.reportSecret)).toMatchObject({ counter_notice: { outcome: 'withdrawn' } })
})

test('a closed account whose images leave can neither answer nor be reinstated', async () => {
  const image = await closed('Left fox', 'leave')
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'withdrawn', returns_at: null })
  expect((await app.inject(`/counter-notice/${image.secret}/`)).body).toContain('The account was closed')
  expect(codeOf(await send({ secret: image.secret, ...counterNotice }))).toEqual([409, 'too_late_to_answer'])
  expect((await reinstate(image)).json().code).toBe('not_taken_down')
})

test('the form without JavaScript leads to its own page, which no cache keeps', async () => {
  const { secret } = await takenDown('Paper fox', { note: 'It has the logo of a shop in it.' })
  const url = `/counter-notice/${secret}/`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (fields: Record<string, string>) =>
    app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
  const page = await app.inject(url)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(page.body).toContain('It has the logo of a shop in it.')
  const refused = await post({ name: 'Ada' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('Your postal address is required')
  expect(refused.body).toContain('value="Ada"')
  const answer = await post({ ...counterNotice, mistake: 'on', jurisdiction: 'on' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, url])
  expect((await app.inject(url)).body).toContain('We have your counter-notice')
  const missing = await app.inject('/counter-notice/no-such-secret/')
  expect([missing.statusCode, missing.body]).toEqual([404, expect.stringContaining('There is no such decision.')])
})

// An admin who reinstates a picture that was taken down, without a counter-notice or after one.

const expectBack = (image: { slug: string }) => expect.poll(() => pageStatus(image)).toBe(200)

test('a picture is reinstated with a sentence for both sides, and counts against no one any more', async () => {
  const eve = await createUser(testApp)
  const reported = { ...copyrightNotice, email: 'withdrawn@people.example' }
  const image = await takenDown('Retracted fox', { owner: eve, reported })
  const [line] = (await queue('?taken_down=1')).images
  expect([line, await upheldOf(eve)]).toMatchObject([{ id: image.id, is_taken_down: true, count: 0 }, 1])
  const sentence = 'They withdrew their notice.'
  expect((await reinstate(image, sentence)).statusCode).toBe(200)
  // Its files are on their way back.
  expect((await queue('?taken_down=1')).images).not.toContainEqual(expect.objectContaining({ id: image.id }))
  await expectBack(image)
  await mailServer.mailTo(eve.email, /Retracted fox[\s\S]*returns to the library[\s\S]*They withdrew their notice\./)
  await mailServer.mailTo(reported.email, /decided again[\s\S]*Retracted fox[\s\S]*They withdrew their notice/)
  expect(await upheldOf(eve)).toBe(0)
  const status = await statusOf(image.reportSecret)
  expect([status.state, status.answers.at(-1)]).toMatchObject(['reinstate', { verb: 'reinstate', sentence }])
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'reinstate', returns_at: null, sentence })
  expect((await details(image.id)).decisions[0]).toMatchObject({ verb: 'reinstate', by: admin.username, sentence })
  const original = await app.inject(`/media/${image.cloudflare_id}/original.png`)
  await expect.poll(async () => (await uploadPng(testApp, ada, original.rawPayload)).statusCode).toBe(201)
  const { events } = await auditLog(testApp, admin, { what: 'image reinstated', username: eve.username })
  expect(events).toMatchObject([{ by: admin.username, user: eve.username, count: 1 }])
})

test('a picture is reinstated after it was kept down, once', async () => {
  const reported = { ...copyrightNotice, email: 'argued@people.example' }
  const image = await takenDown('Pleaded fox', { reported })
  await send({ secret: image.secret, ...counterNotice })
  expect((await keepDown(image, 'They went to court.')).statusCode).toBe(200)
  expect((await reinstate(image, 'The court has decided.')).statusCode).toBe(200)
  await expectBack(image)
  for (const email of [ada.email, reported.email])
    await mailServer.mailTo(email, /Pleaded fox[\s\S]*The court has decided\./)
  expect(codeOf(await reinstate(image))).toEqual([409, 'not_taken_down'])
})

test('a picture stays down without a sentence, and has no counter-notice once its reporter left', async () => {
  const image = await takenDown('Stern fox')
  expect(fieldsOf(await reinstate(image, ' '))).toEqual([400, [{ at: 'sentence', message: 'Say why' }]])
  expect(codeOf(await keepDown(image))).toEqual([409, 'not_taken_down'])
  expect((await reinstate({ id: 999_999 })).json().code).toBe('image_not_found')
  expect(await pageStatus(image)).toBe(410)
  await timeSinceTakeDown(image, 91)
  expect(await noticeOf(image.secret)).toMatchObject({ state: 'too_late' })
  expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('too_late_to_answer')
})

test('the nightly return after a counter-notice goes on with others when one fails, and tries it again', async () => {
  const [first, second] = [await takenDown('Failing fox'), await takenDown('Following fox')]
  for (const image of [first, second]) {
    await send({ secret: image.secret, ...counterNotice })
    await timePasses(image, 18)
  }
  await sql`
    create function refuse_return() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(db)
  await sql`
    create trigger refuse_return before update on counter_notice for each row
    when (old.decision_id = ${sql.lit(first.decision)}) execute function refuse_return()`.execute(db)
  const warnings: unknown[] = []
  const log = { warn: (...about: unknown[]) => void warnings.push(about) }
  await returnPictures({ backgroundDb: db, log })
  await expectBack(second)
  expect(await pageStatus(first)).toBe(410)
  expect(warnings).toMatchObject([[{ err: { message: 'refused' } }, expect.stringContaining('did not return')]])
  await sql`drop trigger refuse_return on counter_notice`.execute(db)
  await returnPictures({ backgroundDb: db, log })
  await expectBack(first)
})
