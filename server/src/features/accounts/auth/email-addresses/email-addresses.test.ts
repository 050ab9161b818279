import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { beforeEach, expect, test, vi } from 'vitest'
import { elapse, eventsOf, isLive, postAccount, profileOf, registration, signIn as signInAt } from '#test/accounts'
import { makeAdmin } from '#test/command-line'
import { startMailServer } from '#test/mail-server'
import { aNewPng } from '#test/png'
import { answerOf, codeOf, createUser, openTestApp, type TestUser, uploadPng, withoutJobs } from '#test/test-app'
import { createConfirmationTokens } from '../link-tokens.ts'

const mailServer = await startMailServer()
const site = 'https://png.example'
const secretKey = 'a-key-of-the-confirmation-test-0123456789'
const testApp = await openTestApp({ SMTP_URL: mailServer.url, SITE_URL: site, SECRET_KEY: secretKey })
const { app, db } = testApp
const secondProcess = await testApp.openSecondProcess()
const { confirmationDays } = accountLimits
const confirmationTokens = createConfirmationTokens(testApp.masterKey.deriveKey('confirm'))
beforeEach(mailServer.clear)

let count = 0

/** What follows the page's name in the link that was mailed. */
async function mailedSegments(email: string): Promise<string> {
  const mail = await mailServer.mailTo(email, /confirm-email/)
  return /https:\/\/png\.example\/confirm-email\/([\w-]+\/[\w.-]+)\//.exec(mail)![1]!
}
/** The same of one that was issued so many days ago. */
function signedSegments(user: { id: number; email: string }, daysAgo: number = confirmationDays): string {
  const { uidb64, token } = confirmationTokens.issue(user, Date.now() - daysAgo * 86_400_000)
  return `${uidb64}/${token}`
}
const openLink = (segments: string, headers = {}, server = app) =>
  server.inject({ method: 'POST', url: `/api/v1/accounts/user/confirm-email/${segments}/`, headers })
const sendAgain = ({ headers }: Person) =>
  app.inject({ method: 'POST', url: '/api/v1/accounts/user/confirm-email/', headers })
type Person = Pick<TestUser, 'headers'>

async function register(at = testApp) {
  const form = registration(`newcomer${++count}`)
  const { username, email, password } = form
  const registered = await postAccount(at, 'register', form)
  expect(answerOf(registered)).toEqual([201, { message: 'Register successfully' }])
  const { tokens } = (await signInAt(at, email, password)).json().data
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const { id } = (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) ?? { id: 0 }
  return { id, username, email, ...tokens, headers }
}

const uploadOne = (person: TestUser, to = testApp) => uploadPng(to, person, aNewPng())
const mustConfirm = async (person: Person) => (await profileOf(testApp, person)).must_confirm_email

const confirmed = [200, { message: 'Your address is confirmed.' }]

test('a new contributor uploads nothing until a link confirms their address, without a sign-in and once', async () => {
  const person = await register()
  const message = `Please confirm your e-mail address first: we sent a link to ${person.email}.`
  expect(answerOf(await uploadOne(person))).toEqual([403, { code: 'email_not_confirmed', message }])
  expect(await mustConfirm(person)).toBe(true)
  const segments = await mailedSegments(person.email)
  for (const process of [secondProcess, app]) expect(answerOf(await openLink(segments, {}, process))).toEqual(confirmed)
  expect(await eventsOf(db, person)).toEqual(['registered', 'signed in', 'e-mail address confirmed'])
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

test(`a link older than ${confirmationDays} days is answered by a mail with a new one`, async () => {
  const person = await register()
  await mailedSegments(person.email)
  mailServer.clear()
  const old = signedSegments(person)
  const message = 'This link has expired. We have just sent a new one to your e-mail address.'
  expect(answerOf(await openLink(old))).toEqual([400, { code: 'expired_confirmation_link', message }])
  expect(await mustConfirm(person)).toBe(true)
  expect(answerOf(await openLink(await mailedSegments(person.email)))).toEqual(confirmed)
  expect(answerOf(await openLink(old))).toEqual(confirmed)
})

test('the link works for its account and its address alone', async () => {
  const [person, other] = [await register(), await register()]
  const [uid, token] = (await mailedSegments(person.email)).split('/')
  const [otherUid] = signedSegments(other, 0).split('/')
  await db.updateTable('users').set({ email: 'moved@people.example' }).where('id', '=', person.id).execute()
  const wrong = [`${otherUid}/${token}`, `${uid}/${token}`, `${uid}/x`, 'OTk5OTk5/x', '%00/x', 'a/b']
  for (const segments of wrong) {
    const answer = await openLink(segments)
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
  await openLink(segments)
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

const newAddress = () => `moved${++count}@people.example`

/** Of every user of `createUser`. */
const password = 'correct-horse'

const ask = ({ headers }: TestUser, email: string, typed = password, at = testApp) =>
  postAccount(at, 'email', { email, password: typed }, { headers })
const cancel = ({ headers }: TestUser) => app.inject({ method: 'DELETE', url: '/api/v1/accounts/user/email/', headers })
const signIn = (email: string, at = testApp) => signInAt(at, email)
const profile = (person: TestUser) => profileOf(testApp, person)
const isSessionLive = (tokens: { access_token: string }) => isLive(testApp, tokens)

/** A person with a new address, and the link that was mailed to it. */
async function withLink() {
  const [user, email] = [await createUser(testApp), newAddress()]
  expect(answerOf(await ask(user, email))).toEqual(sent)
  return { user, email, segments: await mailedSegments(email) }
}
/** The same once that mail was read. */
async function waitingForLink() {
  const { user, email } = await withLink()
  mailServer.clear()
  return [user, email] as const
}

const changesOf = async (user: TestUser) => (await eventsOf(db, user)).filter((event) => event.startsWith('e-mail'))

const sent = [200, { message: 'We sent a link to your new address.' }]
const changed = [200, { message: 'Your new address is in use. Other devices were signed out.' }]

test('a link to the new address changes it; until then the old one stays, and is told what to do', async () => {
  const [user, email] = [await createUser(testApp), newAddress()]
  await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', user.id).execute()
  expect(answerOf(await ask(user, email))).toEqual(sent)
  const segments = await mailedSegments(email)
  const notice = await mailServer.mailTo(user.email, /asked to change the e-mail address/)
  expect(notice).toContain(email)
  expect(notice).toContain(`${site}/forgot-password/`)
  expect(await profile(user)).toMatchObject({ email: user.email, new_email: email })
  const { tokens: other } = (await signIn(user.email)).json().data
  expect((await signIn(email)).statusCode).toBe(401)

  expect(answerOf(await openLink(segments, user.headers))).toEqual(changed)
  // All sessions end but the one that opens the link.
  expect([await isSessionLive(user), await isSessionLive(other)]).toEqual([true, false])
  expect(await profile(user)).toMatchObject({ email, new_email: null, must_confirm_email: false })
  expect((await signIn(email)).statusCode).toBe(200)
  expect((await signIn(user.email)).statusCode).toBe(401)
  expect(await mailServer.mailTo(user.email, /is now/)).toContain(email)
  expect(await changesOf(user)).toEqual(['e-mail change asked for', 'e-mail address changed'])
})

test('the link also works where no one is signed in, or another person, which ends all sessions', async () => {
  const [other, stranger] = [await createUser(testApp), await createUser(testApp)]
  for (const headers of [{}, stranger.headers]) {
    const { user, segments } = await withLink()
    expect(answerOf(await openLink(segments, headers))).toEqual(changed)
    expect([await isSessionLive(user), await isSessionLive(other)]).toEqual([false, true])
    expect(answerOf(await openLink(segments))).toEqual(confirmed)
    expect(await changesOf(user)).toEqual(['e-mail change asked for', 'e-mail address changed'])
  }
})

test('nothing is changed with a wrong password, which is limited like a change of the password', async () => {
  const [user, email] = [await createUser(testApp), newAddress()]
  const refused = await ask(user, email, 'not-this-one')
  const message = 'The password is not right.'
  const fields = [{ at: 'password', message }]
  expect(answerOf(refused)).toEqual([400, { code: 'wrong_password', message, fields }])
  for (let tries = 0; tries < 4; tries++) await ask(user, email, 'not-this-one')
  await elapse(db, -60)
  expect(codeOf(await ask(user, email))).toEqual([429, 'too_many'])
  expect(await profile(user)).toMatchObject({ new_email: null })
})

test('nothing is changed to one’s own address; to another account’s neither, and its owner is told', async () => {
  const [user, owner] = [await createUser(testApp), await createUser(testApp)]
  expect(codeOf(await ask(user, user.email.toUpperCase()))).toEqual([400, 'own_email'])
  expect(answerOf(await ask(user, owner.email.toUpperCase()))).toEqual(sent)
  expect(await profile(user)).toMatchObject({ new_email: owner.email.toUpperCase() })
  const mail = await mailServer.mailTo(owner.email, /has an account already/)
  expect(mail).not.toContain('confirm-email')
  expect(mail).not.toContain(user.username)
})

test('nothing is changed when another person has registered with it before the link is opened', async () => {
  const [{ user, email, segments }, other] = [await withLink(), await createUser(testApp)]
  await db.updateTable('users').set({ email }).where('id', '=', other.id).execute()
  expect(codeOf(await openLink(segments))).toEqual([409, 'email_taken'])
  expect(await isSessionLive(user)).toBe(true)
})

test('nothing is changed after a person cancelled, asked for another address, or got another password', async () => {
  const passwords = { new_password: 'glass-case-9', confirm_password: 'glass-case-9' }
  const newPassword = { old_password: password, ...passwords }
  const thinkAgain: ((user: TestUser) => Promise<unknown>)[] = [
    cancel,
    (user) => ask(user, newAddress()),
    ({ headers }) => postAccount(testApp, 'password/change', newPassword, { headers }),
    (user) => makeAdmin(testApp, user, 'glass-case-9', { SECRET_KEY: secretKey }),
  ]
  for (const change of thinkAgain) {
    const { user, segments } = await withLink()
    await change(user)
    expect(codeOf(await openLink(segments, user.headers))).toEqual([400, 'wrong_confirmation_link'])
    const current = db.selectFrom('users').select('email').where('id', '=', user.id)
    expect(await current.executeTakeFirst()).toEqual({ email: user.email })
  }
})

test(`a link older than ${confirmationDays} days changes nothing; a new one is mailed`, async () => {
  const [user, email] = await waitingForLink()
  expect(codeOf(await openLink(signedSegments({ ...user, email })))).toEqual([400, 'expired_confirmation_link'])
  expect(answerOf(await openLink(await mailedSegments(email)))).toEqual(changed)
})

test('an expired link of the present address is answered by another there; others go to the new one', async () => {
  const [user, email] = await waitingForLink()
  expect((await sendAgain(user)).statusCode).toBe(200)
  await mailedSegments(email)
  await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', user.id).execute()
  expect(codeOf(await openLink(signedSegments(user)))).toEqual([400, 'expired_confirmation_link'])
  await openLink(await mailedSegments(user.email))
  expect(await profile(user)).toMatchObject({ email: user.email, new_email: email, must_confirm_email: false })
})

test('mails are limited for one person, and for one address on behalf of all people', async () => {
  const user = await createUser(testApp)
  for (let times = 0; times < 3; times++) expect((await ask(user, newAddress())).statusCode).toBe(200)
  expect((await ask(user, newAddress())).statusCode).toBe(429)
  const email = newAddress()
  for (let times = 0; times < 3; times++) expect((await ask(await createUser(testApp), email)).statusCode).toBe(200)
  expect((await ask(await createUser(testApp), email)).statusCode).toBe(429)
})

test('where no address is confirmed it changes at once, and a taken one is refused', async () => {
  const notAsking = await openTestApp({ SMTP_URL: mailServer.url, CONFIRM_EMAIL: 'off', SITE_URL: site })
  const [user, owner, email] = [await createUser(notAsking), await createUser(notAsking), newAddress()]
  expect(codeOf(await ask(user, owner.email, password, notAsking))).toEqual([409, 'email_taken'])
  const message = 'Your e-mail address is changed.'
  expect(answerOf(await ask(user, email, password, notAsking))).toEqual([200, { message }])
  expect((await signIn(email, notAsking)).statusCode).toBe(200)
  await mailServer.mailTo(user.email, /is now/)
})
