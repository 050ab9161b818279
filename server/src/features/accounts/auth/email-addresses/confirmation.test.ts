import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { beforeEach, expect, test, vi } from 'vitest'
import { postAccount, profileOf, registration, signIn } from '#test/accounts'
import { confirmationLinks } from '#test/confirmation-links'
import { startMailServer } from '#test/mail-server'
import { aNewPng } from '#test/png'
import { elapse } from '#test/rate-limits'
import { answerOf, codeOf, createUser, openTestApp, type TestApp, upload, withoutJobs } from '#test/test-app'

const mailServer = await startMailServer()
const site = 'https://png.example'
const secretKey = 'a-key-of-the-confirmation-test-0123456789'
const testApp = await openTestApp({ SMTP_URL: mailServer.url, SITE_URL: site, SECRET_KEY: secretKey })
const { app, db } = testApp
const secondProcess = await testApp.openSecondProcess()
beforeEach(mailServer.clear)

let count = 0

async function register(at = testApp) {
  const form = registration(`newcomer${++count}`)
  const { username, email, password } = form
  const registered = await postAccount(at, 'register', form)
  expect(answerOf(registered)).toEqual([201, { message: 'Register successfully' }])
  const { tokens } = (await signIn(at, email, password)).json().data
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const { id } = (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) ?? { id: 0 }
  return { id, username, email, ...tokens, headers }
}
type Newcomer = Awaited<ReturnType<typeof register>>

const uploadOne = (person: Newcomer, to: TestApp = testApp) =>
  upload(to, person, [{ name: 'images', value: aNewPng(), filename: 'a.png' }])
const mustConfirm = async (person: Newcomer) => (await profileOf(testApp, person)).must_confirm_email
const confirm = (segments: string, server = app) =>
  server.inject({ method: 'POST', url: `/api/v1/accounts/user/confirm-email/${segments}/` })
const sendAgain = ({ headers }: Newcomer) =>
  app.inject({ method: 'POST', url: '/api/v1/accounts/user/confirm-email/', headers })

const { mailed: mailedSegments, signed: signedSegments } = confirmationLinks(testApp, mailServer)

const confirmed = [200, { message: 'Your address is confirmed.' }]

test('a new contributor uploads nothing until a link confirms their address, without a sign-in and once', async () => {
  const person = await register()
  const message = `Please confirm your e-mail address first: we sent a link to ${person.email}.`
  expect(answerOf(await uploadOne(person))).toEqual([403, { code: 'email_not_confirmed', message }])
  expect(await mustConfirm(person)).toBe(true)
  const segments = await mailedSegments(person.email)
  for (const process of [secondProcess, app]) expect(answerOf(await confirm(segments, process))).toEqual(confirmed)
  const events = await db.selectFrom('audit').select('event').where('user_id', '=', person.id).orderBy('id').execute()
  expect(events.map(({ event }) => event)).toEqual(['registered', 'signed in', 'e-mail address confirmed'])
  expect((await uploadOne(person)).statusCode).toBe(201)
  expect(await mustConfirm(person)).toBe(false)
})

test('a link opened by a mail scanner confirms nothing, is kept by no cache and sent to no other site', async () => {
  const person = await register()
  const segments = await mailedSegments(person.email)
  const { statusCode, headers, body } = await app.inject(`/confirm-email/${segments}/`)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(body).not.toContain(segments)
  for (const method of ['GET', 'HEAD'] as const)
    await app.inject({ method, url: `/api/v1/accounts/user/confirm-email/${segments}/` })
  expect(await mustConfirm(person)).toBe(true)
})

test(`a link older than ${accountLimits.confirmationDays} days is answered by a mail with a new one`, async () => {
  const person = await register()
  await mailedSegments(person.email)
  mailServer.clear()
  const old = signedSegments(person, accountLimits.confirmationDays)
  const message = 'This link has expired. We have just sent a new one to your e-mail address.'
  expect(answerOf(await confirm(old))).toEqual([400, { code: 'expired_confirmation_link', message }])
  expect(await mustConfirm(person)).toBe(true)
  expect(answerOf(await confirm(await mailedSegments(person.email)))).toEqual(confirmed)
  expect(answerOf(await confirm(old))).toEqual(confirmed)
})

test('the link works for its account and its address alone', async () => {
  const [person, other] = [await register(), await register()]
  const [uid, token] = (await mailedSegments(person.email)).split('/')
  const [otherUid] = signedSegments(other, 0).split('/')
  await db.updateTable('users').set({ email: 'moved@people.example' }).where('id', '=', person.id).execute()
  const wrong = [`${otherUid}/${token}`, `${uid}/${token}`, `${uid}/x`, 'OTk5OTk5/x', '%00/x', 'a/b']
  for (const segments of wrong) {
    const answer = await confirm(segments)
    expect([segments, ...codeOf(answer)]).toEqual([segments, 400, 'wrong_confirmation_link'])
  }
  expect([await mustConfirm(person), await mustConfirm(other)]).toEqual([true, true])
})

test('the link is sent again at once, then after growing waits, and not when nothing is to be confirmed', async () => {
  const person = await register()
  await mailedSegments(person.email)
  mailServer.clear()
  const sent = [200, { message: 'We sent a new link to your e-mail address.' }]
  expect(answerOf(await sendAgain(person))).toEqual(sent)
  const refused = await sendAgain(person)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  const segments = await mailedSegments(person.email)
  await elapse(db, 60)
  expect(answerOf(await sendAgain(person))).toEqual(sent)
  expect((await sendAgain(person)).headers['retry-after']).toBe('120')
  await confirm(segments)
  expect(answerOf(await sendAgain(person))).toEqual(confirmed)
})

test('no one is asked who is an admin, or whose account was made by an operator', async () => {
  const [admin, contributor] = [await createUser(testApp, 'admin'), await createUser(testApp)]
  await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', admin.id).execute()
  for (const person of [admin, contributor]) expect((await uploadOne(person)).statusCode).toBe(201)
})

test.each([
  ['without a mail server', {}],
  ['with CONFIRM_EMAIL=off', { SMTP_URL: mailServer.url, CONFIRM_EMAIL: 'off' }],
])('no one is asked %s, not even who was asked before', async (_name, settings) => {
  const before = await register()
  const database = { DATABASE_URL: testApp.databaseUrl, SECRET_KEY: secretKey }
  // Without jobs, so that the mails of other tests go through the mail server.
  const notAsking = await openTestApp({ ...database, ...settings }, withoutJobs)
  for (const person of [before, await register(notAsking)])
    expect((await uploadOne(person, notAsking)).statusCode).toBe(201)
  expect((await uploadOne(before)).statusCode).toBe(403)
})

test('with CONFIRM_EMAIL=on and no mail server mails are files that the operator may read', async () => {
  const withoutMail = await openTestApp({ CONFIRM_EMAIL: 'on', SITE_URL: site })
  const person = await register(withoutMail)
  expect(codeOf(await uploadOne(person, withoutMail))).toEqual([403, 'email_not_confirmed'])
  const folder = join(withoutMail.folder, 'mail')
  const path = await vi.waitFor(async () => join(folder, (await readdir(folder))[0]!), { timeout: 30_000 })
  await expect.poll(() => readFile(path, 'utf8')).toContain(`${site}/confirm-email/`)
  expect(await readFile(path, 'utf8')).toContain(`To: ${person.email}`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
