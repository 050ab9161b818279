import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { copyrightNotice, counterNotice } from '#test/notices'
import { objectionsOf } from '#test/objections'
import { openMailingApp } from '#test/reports'
import { createUser } from '#test/test-app'
import { forgetReporters } from '../reports.sql.ts'
import { returnPictures } from './settle.ts'

const { mailServer, testApp } = await openMailingApp()
const { app, db } = testApp
const ada = await createUser(testApp)
const { admin, report, statusOf, lineOf, runDelayedMails, takenDown, publish, send, settle, objectionOf, timePasses } =
  await objectionsOf(testApp, mailServer, ada)

describe('who sent a notice of copyright', () => {
  test('is told of the counter-notice and the return on a day that had all of its other mails', async () => {
    const email = 'busy@people.example'
    const image = await takenDown('Busy fox', { reported: { ...copyrightNotice, email } })
    const { slug } = await publish('Other fox')
    for (let i = 0; i < reportLimits.mailsPerDay; i++) await report({ slug, reason: 'words', email })
    await send({ secret: image.secret, ...counterNotice })
    await mailServer.mailTo(email, /sent us a counter-notice/)
    await timePasses(image, 18)
    await returnPictures({ backgroundDb: db, log: app.log })
    await mailServer.mailTo(email, /the picture returns to the library/)
  })

  test('is told of it while it can be sent, also where addresses are kept for fewer days', async () => {
    const email = 'early@people.example'
    const image = await takenDown('Early fox', { reported: { ...copyrightNotice, email } })
    const daysPass = (days: number) =>
      sql`
        with taken as (
          update images set taken_down_at = taken_down_at - make_interval(days => ${days}::int) where id = ${image.id}
        )
        update report_decision set at = at - make_interval(days => ${days}::int) where image_id = ${image.id}`.execute(
        db,
      )
    const forget = async () => {
      const terms = { REPORT_DAYS: 30, OPEN_REPORT_DAYS: 365, REPORT_TEXT_DAYS: 1095, TAKEN_DOWN_FILE_DAYS: 90 }
      await forgetReporters(db, terms)
      const { rows } = await sql<{ email: string | null; network: Buffer | null }>`
        select email, network from report where image_id = ${image.id}`.execute(db)
      return rows
    }
    await daysPass(80)
    expect(await forget()).toEqual([{ email, network: null }])
    await send({ secret: image.secret, ...counterNotice })
    await mailServer.mailTo(email, /sent us a counter-notice/)
    await daysPass(20)
    await timePasses(image, 18)
    await returnPictures({ backgroundDb: db, log: app.log })
    expect(await forget()).toEqual([{ email, network: null }])
    await mailServer.mailTo(email, /the picture returns to the library/)
    await sql`update objection set decided_at = now() - interval '2 days' where outcome is not null`.execute(db)
    expect(await forget()).toEqual([{ email: null, network: null }])
  })
})

const close = async (person: typeof ada, images = 'leave') => {
  const payload = { password: 'correct-horse', images }
  const url = '/api/v1/accounts/user/close/'
  expect((await app.inject({ method: 'POST', url, headers: person.headers, payload })).statusCode).toBe(200)
}

test('of a closed account whose images stay an objection is recorded without network and browser', async () => {
  const eve = await createUser(testApp)
  const image = await takenDown('Staying fox', { owner: eve })
  await close(eve, 'stay')
  const payload = { secret: image.secret, ...counterNotice }
  const headers = { 'user-agent': 'Eve’s browser' }
  expect((await app.inject({ method: 'POST', url: '/api/v1/objections/', headers, payload })).statusCode).toBe(201)
  const url = '/api/v1/accounts/events/?what=objection sent'
  const { events } = (await app.inject({ url, headers: admin.headers })).json()
  expect(events[0]).toMatchObject({ user: `former contributor ${eve.id}`, address: '', user_agent: '' })
})

describe('an account that is closed and whose images leave', () => {
  test('takes its open objections back, and who sent a notice of copyright is told', async () => {
    const eve = await createUser(testApp)
    const image = await takenDown('Leaving fox', { owner: eve })
    await send({ secret: image.secret, ...counterNotice })
    await mailServer.mailTo(copyrightNotice.email, /Leaving fox[\s\S]*sent us a counter-notice/)
    mailServer.clear()
    await close(eve)
    await mailServer.mailTo(copyrightNotice.email, /closed their account[\s\S]*Leaving fox[\s\S]*stays down/)
    await timePasses(image, 30)
    await returnPictures({ backgroundDb: db, log: app.log })
    expect((await app.inject(`/api/v1/images/${image.slug}/`)).statusCode).toBe(410)
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'withdrawn' })
    expect(await statusOf(image.reportSecret)).toMatchObject({ counter_notice: { outcome: 'withdrawn' } })
  })

  test('cannot object any more by the address that was mailed', async () => {
    const eve = await createUser(testApp)
    const image = await takenDown('Left fox', { owner: eve })
    await close(eve)
    expect(await objectionOf(image.secret)).toMatchObject({ state: 'withdrawn', objection: null })
    expect((await app.inject(`/objection/${image.secret}/`)).body).toContain('The account was closed')
    const refused = await send({ secret: image.secret, ...counterNotice })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'account_left'])
  })
})

test('a contributor who was blocked with the take-down reads that they stay blocked, and admins do', async () => {
  const noa = await createUser(testApp)
  const image = await takenDown('Blocked fox', { owner: noa, blocks_contributor: true })
  await send({ secret: image.secret, ...counterNotice })
  expect(await lineOf(image)).toMatchObject({ objection: { is_owner_blocked: true } })
  await settle(image, { outcome: 'returned' })
  await mailServer.mailTo(noa.email, /the picture returns to the library[\s\S]*account stays blocked/)
  const free = await takenDown('Free fox')
  await send({ secret: free.secret, ...counterNotice })
  expect(await lineOf(free)).toMatchObject({ objection: { is_owner_blocked: false } })
  await settle(free, { outcome: 'returned' })
  expect(await mailServer.mailTo(ada.email, /the picture returns/)).not.toContain('blocked')
})

test('the mail to admins counts pictures with reports apart from objections', async () => {
  await sql`delete from report where decision_id is null`.execute(db)
  await sql`update objection set outcome = 'kept_down', decided_at = now() where outcome is null`.execute(db)
  for (const title of ['Argued fox', 'Disputed fox']) {
    const { secret } = await takenDown(title)
    await send({ secret, ...counterNotice })
  }
  const { slug } = await publish('Sole fox')
  for (const reason of ['words', 'offensive']) await report({ slug, reason })
  await runDelayedMails()
  const mail = await mailServer.mailTo(admin.email, /objections to take-downs wait/)
  expect(mail).toContain('Subject: One picture was reported at Vitrine')
  expect(mail).toContain('2 reports wait for a decision, about one picture.')
  expect(mail).toContain('2 objections to take-downs wait for a decision.')
})
