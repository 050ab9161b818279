import { createHash } from 'node:crypto'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { copyrightNotice, counterNotice } from '#test/notices'
import { objectionsOf } from '#test/objections'
import { openMailingApp } from '#test/reports'
import { callAs, createUser } from '#test/test-app'
import { forgetReporters } from '../reports.sql.ts'
import { forgetObjections } from './objections.sql.ts'
import { returnPictures } from './settle.ts'

const { mailServer, testApp } = await openMailingApp()
const { app, db } = testApp
const ada = await createUser(testApp)
const objections = await objectionsOf(testApp, ada)
const { admin, report, statusOf, lineOf, details, pageStatus, runDelayedMails, mailsDone } = objections
const { publish, takenDown, send, objectionOf, settle, timePasses, upheldOf } = objections

const nightly = () => returnPictures({ backgroundDb: db, log: app.log })
const object = { kind: 'objection', message: 'It is a fox.' }
const keptDown = { outcome: 'kept_down', sentence: 'They went to court.' }
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
const openObjectionsEnd = () =>
  sql`update objection set outcome = 'kept_down', decided_at = now() where outcome is null`.execute(db)
const decidedTwoDaysAgo = ({ decision }: { decision: number }) =>
  sql`update objection set decided_at = now() - interval '2 days' where decision_id = ${decision}`.execute(db)

describe('a counter-notice', () => {
  test('reaches the reporter, and brings the picture back after the days of the setting', async () => {
    const image = await takenDown('Drawn fox')
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'possible', reason: 'copyright', days: 18 })
    expect((await send({ secret: image.secret, ...counterNotice })).statusCode).toBe(201)
    const toReporter = await mailServer.mailTo(copyrightNotice.email, /Drawn fox[\s\S]*sent us a counter-notice/)
    for (const text of ['Ada Lovelace', 'James', '+44 7700 900123', 'penalty of perjury', 'I drew it.', 'jurisdiction'])
      expect(toReporter).toContain(text)
    await mailServer.mailTo(ada.email, /we have your counter-notice/)
    const status = await statusOf(image.reportSecret)
    expect(status).toMatchObject({
      state: 'taken_down',
      counter_notice: { name: 'Ada Lovelace', message: 'I drew it.', outcome: null },
    })
    for (const text of [JSON.stringify(status), (await app.inject(`/report/${image.reportSecret}/`)).body]) {
      expect(text).toContain('Ada Lovelace')
      expect(text).not.toMatch(/James|7700/)
    }
    const objection = { kind: 'counter_notice' }
    expect(await lineOf(image)).toMatchObject({ count: 0, is_taken_down: true, reasons: [], objection })
    const { decisions } = await details(image.id)
    expect(decisions[0].objection).toMatchObject({ notice: { address: counterNotice.address }, outcome: null })

    await timePasses(image, 17)
    await nightly()
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'open' })
    await expect.poll(() => seenOf(image)).toEqual(answering(410))
    await timePasses(image, 1)
    await nightly()
    await expect.poll(() => seenOf(image)).toEqual(answering(200))
    expect(await lineOf(image)).toBeUndefined()
    for (const email of [ada.email, copyrightNotice.email])
      await mailServer.mailTo(email, /Drawn fox[\s\S]*the picture returns to the library/)
    expect(await statusOf(image.reportSecret)).toMatchObject({
      state: 'returned',
      counter_notice: { outcome: 'returned' },
    })
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'returned', image: { slug: image.slug } })
    expect(await eventOf('image returned after objection')).toMatchObject({ by: null, user: ada.username })
  })

  test('does not bring back what an admin says stays down, and is forgotten when its time is over', async () => {
    const image = await takenDown('Sued fox')
    await send({ secret: image.secret, ...counterNotice })
    const silent = await settle(image, { ...keptDown, sentence: ' ' })
    expect(silent.json().fields).toEqual([{ at: 'sentence', message: 'Say why it stays down' }])
    expect((await settle(image, keptDown)).statusCode).toBe(200)
    await timePasses(image, 30)
    await nightly()
    await expect.poll(() => seenOf(image)).toEqual(answering(410))
    for (const email of [ada.email, copyrightNotice.email])
      await mailServer.mailTo(email, /Sued fox[\s\S]*They went to court/)
    const { outcome, sentence } = keptDown
    expect(await objectionOf(image.secret)).toMatchObject({ state: outcome, objection: { sentence } })
    expect(await eventOf('image kept down after objection')).toMatchObject({ by: admin.username })
    await forgetObjections(db, { REPORT_TEXT_DAYS: 1 })
    const counter_notice = { name: 'Ada Lovelace', outcome, sentence }
    expect(await statusOf(image.reportSecret)).toMatchObject({ state: 'taken_down', counter_notice })
    await decidedTwoDaysAgo(image)
    await forgetObjections(db, { REPORT_TEXT_DAYS: 1 })
    expect((await statusOf(image.reportSecret)).counter_notice).toMatchObject({ name: '', message: '', outcome })
  })

  test('needs what the law asks for, once, by the address that was mailed', async () => {
    const image = await takenDown('Strict fox')
    await runDelayedMails()
    const mail = await mailServer.mailTo(ada.email, /Strict fox[\s\S]*We have taken it down/)
    expect(mail).toContain(`https://png.example/objection/${image.secret}/`)
    const { fields } = (await send({ secret: image.secret, kind: 'counter_notice' })).json()
    const needed = ['name', 'address', 'phone', 'mistake', 'jurisdiction', 'signature']
    expect(fields.map(({ at }: { at: string }) => at)).toEqual(needed)
    expect((await send({ secret: image.secret.slice(1), ...counterNotice })).json().code).toBe('decision_not_found')
    expect((await send({ secret: image.secret, ...counterNotice })).statusCode).toBe(201)
    expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('already_objected')
    const decision = db.selectFrom('report_decision').select('objection_hash').where('id', '=', image.decision)
    const { objection_hash } = await decision.executeTakeFirstOrThrow()
    expect(objection_hash).toEqual(createHash('sha256').update(image.secret).digest())
  })

  test('and the return reach the reporter after all mails of a day, also where addresses leave early', async () => {
    const email = 'early@people.example'
    const image = await takenDown('Early fox', { reported: { ...copyrightNotice, email } })
    const { slug } = await publish('Other fox', ada)
    for (let i = 0; i < reportLimits.mailsPerDay; i++) await report({ slug, reason: 'words', email })
    const daysPass = async (days: number) => {
      const passed = sql`make_interval(days => ${days}::int)`
      await sql`update images set taken_down_at = taken_down_at - ${passed} where id = ${image.id}`.execute(db)
      await sql`update report_decision set at = at - ${passed} where id = ${image.decision}`.execute(db)
    }
    const forget = async () => {
      const terms = { REPORT_DAYS: 30, OPEN_REPORT_DAYS: 365, REPORT_TEXT_DAYS: 1095, TAKEN_DOWN_FILE_DAYS: 90 }
      await forgetReporters(db, terms)
      return db.selectFrom('report').select(['email', 'network']).where('image_id', '=', image.id).execute()
    }
    await daysPass(80)
    expect(await forget()).toEqual([{ email, network: null }])
    await send({ secret: image.secret, ...counterNotice })
    await mailServer.mailTo(email, /sent us a counter-notice/)
    await daysPass(20)
    await timePasses(image, 18)
    await nightly()
    expect(await forget()).toEqual([{ email, network: null }])
    await mailServer.mailTo(email, /the picture returns to the library/)
    await decidedTwoDaysAgo(image)
    expect(await forget()).toEqual([{ email: null, network: null }])
  })
})

describe('an objection', () => {
  test('is there for every reason, and the picture returns when an admin says so', async () => {
    const image = await takenDown('Kind fox', { reported: { reason: 'offensive', email: 'offended@people.example' } })
    expect((await send({ secret: image.secret, ...counterNotice })).json().code).toBe('no_counter_notice')
    const empty = (await send({ secret: image.secret, kind: 'objection' })).json()
    expect(empty.fields).toEqual([{ at: 'message', message: 'Tell us why we are wrong' }])
    expect((await send({ secret: image.secret, ...object })).statusCode).toBe(201)
    await mailServer.mailTo(ada.email, /we have your objection/)
    expect((await settle(image, { outcome: 'returned', sentence: 'It is.' })).statusCode).toBe(200)
    await expect.poll(() => pageStatus(image)).toBe(200)
    await mailServer.mailTo(ada.email, /the picture returns to[\s\S]*It is\./)
    expect(await statusOf(image.reportSecret)).toMatchObject({ state: 'returned', counter_notice: null })
    await mailsDone()
    const told = mailServer.inbox.filter(({ to }) => to === 'offended@people.example')
    expect(told.filter(({ mail }) => mail.includes('counter-notice'))).toEqual([])
  })

  test('that brings the picture back ends that the decision counts against its contributor', async () => {
    const kim = await createUser(testApp)
    const image = await takenDown('Cleared fox', { reported: { reason: 'offensive' }, owner: kim })
    const other = await publish('Next fox', kim)
    await report({ slug: other.slug, reason: 'words' })
    const counted = async () => [
      ((await lineOf(other)) as unknown as { user: { upheld: number } }).user.upheld,
      (await details(other.id)).upheld.length,
      await upheldOf(kim),
    ]
    expect(await counted()).toEqual([1, 1, 1])
    expect((await details(other.id)).not_upheld).toEqual([])
    await send({ secret: image.secret, ...object })
    await settle(image, { outcome: 'returned' })
    await expect.poll(counted).toEqual([0, 0, 0])
    expect((await details(other.id)).not_upheld).toMatchObject([{ image_id: image.id, is_returned: true }])
    await expect.poll(() => pageStatus(image)).toBe(200)
    await db.deleteFrom('published').where('image_id', '=', image.id).execute()
    await db.deleteFrom('images').where('id', '=', image.id).execute()
    expect(await counted()).toEqual([0, 0, 0])
  })

  test('of one who was blocked with the take-down tells them that they stay blocked, and admins', async () => {
    const noa = await createUser(testApp)
    const free = await takenDown('Free fox')
    const image = await takenDown('Blocked fox', { owner: noa, blocks_contributor: true })
    for (const { secret } of [free, image]) await send({ secret, ...counterNotice })
    expect(await lineOf(image)).toMatchObject({ objection: { is_owner_blocked: true } })
    expect(await lineOf(free)).toMatchObject({ objection: { is_owner_blocked: false } })
    for (const one of [free, image]) await settle(one, { outcome: 'returned' })
    await mailServer.mailTo(noa.email, /the picture returns to the library[\s\S]*account stays blocked/)
    expect(await mailServer.mailTo(ada.email, /Free fox[\s\S]*the picture returns/)).not.toContain('blocked')
  })

  test('is announced to the admins in the mail about reports, and counted apart from them', async () => {
    await sql`delete from report where decision_id is null`.execute(db)
    await openObjectionsEnd()
    await send({ secret: (await takenDown('Argued fox')).secret, ...counterNotice })
    await runDelayedMails()
    expect(await mailServer.mailTo(admin.email, /An objection to a take-down waits/)).toContain('/reports/')
    await mailsDone()
    await send({ secret: (await takenDown('Disputed fox')).secret, ...counterNotice })
    const { slug } = await publish('Sole fox', ada)
    for (const reason of ['words', 'offensive']) await report({ slug, reason })
    await runDelayedMails()
    const mail = await mailServer.mailTo(admin.email, /2 objections to take-downs wait for a decision\./)
    expect(mail).toContain('Subject: One picture was reported at Vitrine')
    expect(mail).toContain('2 reports wait for a decision, about one picture.')
  })
})

describe('an account that is closed', () => {
  /** A picture that was taken down, of someone who then does this and closes the account. */
  const closed = async (title: string, images: string, act = async (_: { secret: string }) => {}) => {
    const owner = await createUser(testApp)
    const image = await takenDown(title, { owner })
    await act(image)
    const answer = await callAs(testApp, owner, 'POST', 'accounts/user/close', { password: 'correct-horse', images })
    expect(answer.statusCode).toBe(200)
    return { ...image, owner }
  }

  test('and whose images stay can object, which is recorded without network and browser', async () => {
    const image = await closed('Staying fox', 'stay')
    const payload = { secret: image.secret, ...counterNotice }
    const headers = { 'user-agent': 'Eve’s browser' }
    expect((await app.inject({ method: 'POST', url: '/api/v1/objections/', headers, payload })).statusCode).toBe(201)
    const user = `former contributor ${image.owner.id}`
    expect(await eventOf('objection sent')).toMatchObject({ user, address: '', user_agent: '' })
  })

  test('and whose images leave takes its open objections back, and the reporter is told', async () => {
    const objecting = async ({ secret }: { secret: string }) => void (await send({ secret, ...counterNotice }))
    const image = await closed('Leaving fox', 'leave', objecting)
    await mailServer.mailTo(copyrightNotice.email, /closed their account[\s\S]*Leaving fox[\s\S]*stays down/)
    await timePasses(image, 30)
    await nightly()
    expect(await pageStatus(image)).toBe(410)
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'withdrawn' })
    expect(await statusOf(image.reportSecret)).toMatchObject({ counter_notice: { outcome: 'withdrawn' } })
  })

  test('and whose images leave can neither object nor get one back', async () => {
    const image = await closed('Left fox', 'leave')
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'withdrawn', objection: null })
    expect((await app.inject(`/objection/${image.secret}/`)).body).toContain('The account was closed')
    const refused = await send({ secret: image.secret, ...counterNotice })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'account_left'])
    await objections.timeSinceTakeDown(image)
    expect((await objections.takenDownList())[0]).toMatchObject({ id: image.decision, state: 'left' })
    expect((await objections.bringBack(image.decision)).json().code).toBe('not_taken_down')
  })
})

test('the form without JavaScript leads to its own page, which no cache keeps', async () => {
  const { secret } = await takenDown('Paper fox', { owner_sentence: 'It has the logo of a shop in it.' })
  const url = `/objection/${secret}/`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (fields: Record<string, string>) =>
    app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
  const page = await app.inject(url)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(page.body).toContain('It has the logo of a shop in it.')
  const refused = await post({ kind: 'counter_notice', name: 'Ada' })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('Your postal address is required')
  expect(refused.body).toContain('value="Ada"')
  const answer = await post({ ...counterNotice, mistake: 'on', jurisdiction: 'on' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, url])
  expect((await app.inject(url)).body).toContain('We have your counter-notice')
  expect((await app.inject('/objection/no-such-secret/')).statusCode).toBe(404)
})
