import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { beforeEach, expect, test } from 'vitest'
import { isLive, postAccount, profileOf, signIn as signInAt } from '#test/accounts'
import { makeAdmin } from '#test/command-line'
import { confirmationLinks } from '#test/confirmation-links'
import { startMailServer } from '#test/mail-server'
import { elapse } from '#test/rate-limits'
import { answerOf, callAs, codeOf, createUser, openTestApp, type TestUser } from '#test/test-app'

const mailServer = await startMailServer()
const site = 'https://png.example'
const testApp = await openTestApp({ SMTP_URL: mailServer.url, SITE_URL: site })
const { confirmationDays } = accountLimits
const { db } = testApp
beforeEach(mailServer.clear)

let count = 0
const newAddress = () => `moved${++count}@people.example`

/** Of every user of `createUser`. */
const password = 'correct-horse'

const ask = ({ headers }: TestUser, email: string, typed = password, at = testApp) =>
  postAccount(at, 'email', { email, password: typed }, { headers })
const cancel = (person: TestUser) => callAs(testApp, person, 'DELETE', 'accounts/user/email')
const sendAgain = (person: TestUser) => callAs(testApp, person, 'POST', 'accounts/user/confirm-email')
const openLink = (segments: string, headers = {}) =>
  testApp.app.inject({ method: 'POST', url: `/api/v1/accounts/user/confirm-email/${segments}/`, headers })
const signIn = (email: string, at = testApp) => signInAt(at, email)
const profile = (person: TestUser) => profileOf(testApp, person)
const isSessionLive = (tokens: { access_token: string }) => isLive(testApp, tokens)

const { mailed: mailedSegments, signed } = confirmationLinks(testApp, mailServer)

/** A person with a new address, and the link that was mailed to it. */
async function withLink() {
  const [user, email] = [await createUser(testApp), newAddress()]
  await ask(user, email)
  return { user, email, segments: await mailedSegments(email) }
}
/** The same once that mail was read. */
async function waitingForLink() {
  const { user, email } = await withLink()
  mailServer.clear()
  return [user, email] as const
}

const expiredSegments = (id: number, email: string) => signed({ id, email }, confirmationDays)

const eventsOf = async ({ id }: TestUser) => {
  const rows = await db.selectFrom('audit').select('event').where('user_id', '=', id).orderBy('id').execute()
  return rows.map(({ event }) => event).filter((event) => event.startsWith('e-mail'))
}

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
  expect(await eventsOf(user)).toEqual(['e-mail change asked for', 'e-mail address changed'])
})

test('the link also works where no one is signed in, or another person, which ends all sessions', async () => {
  const [other, stranger] = [await createUser(testApp), await createUser(testApp)]
  for (const headers of [{}, stranger.headers]) {
    const { user, segments } = await withLink()
    expect(answerOf(await openLink(segments, headers))).toEqual(changed)
    expect([await isSessionLive(user), await isSessionLive(other)]).toEqual([false, true])
    expect(answerOf(await openLink(segments))).toEqual([200, { message: 'Your address is confirmed.' }])
    expect(await eventsOf(user)).toEqual(['e-mail change asked for', 'e-mail address changed'])
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
    (user) => makeAdmin(testApp, user, 'glass-case-9'),
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
  expect(codeOf(await openLink(expiredSegments(user.id, email)))).toEqual([400, 'expired_confirmation_link'])
  expect(answerOf(await openLink(await mailedSegments(email)))).toEqual(changed)
})

test('an expired link of the present address is answered by another there; others go to the new one', async () => {
  const [user, email] = await waitingForLink()
  expect((await sendAgain(user)).statusCode).toBe(200)
  await mailedSegments(email)
  await db.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', user.id).execute()
  expect(codeOf(await openLink(expiredSegments(user.id, user.email)))).toEqual([400, 'expired_confirmation_link'])
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
