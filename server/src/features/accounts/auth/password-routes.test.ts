import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { expect, test } from 'vitest'
import { isLive, signIn as signInAt } from '#test/accounts'
import { openMailingApp } from '#test/mail-server'
import { answerOf, createUser, type TestUser } from '#test/test-app'
import { createResetTokens } from './link-tokens.ts'

const { mailServer, testApp, app, db } = await openMailingApp()

const post = (path: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })
const forgot = (email: string, headers = {}) => post('/accounts/user/forgot-password/', { email }, headers)
const signIn = (email: string, password: string) => signInAt(testApp, email, password)
const isSessionLive = (tokens: { access_token: string }) => isLive(testApp, tokens)

/** Requests a link, and returns the path of the call that its page makes. */
async function resetCall(user: TestUser): Promise<string> {
  await forgot(user.email)
  const [, segments] = /\/confirm-password(\/\S+\/\S+\/)/.exec(await mailServer.mailTo(user.email, /confirm-password/))!
  return `/accounts/user/reset-password${segments}`
}

async function signedLink({ id }: TestUser, at: number): Promise<string> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { uidb64, token } = createResetTokens(testApp.masterKey.deriveKey('reset')).issue(user, at)
  return `/accounts/user/reset-password/${uidb64}/${token}/`
}

const message = 'This link does not work any more. Please ask for a new one.'
const wrongLink = { code: 'wrong_reset_link', message, error: message }

test('a mailed link begins with SITE_URL, regardless of the Host header, as text and as HTML', async () => {
  const user = await createUser(testApp)
  const answer = await forgot(user.email.toUpperCase(), { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Please check your email address!' }])
  const mail = await mailServer.mailTo(user.email, /confirm-password/)
  const links = [...mail.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
  expect(links).toHaveLength(2)
  expect(links[0]).toMatch(/^https:\/\/png\.example\/confirm-password\/[\w-]+\/[\w.-]+\/$/)
  expect(links[1]).toBe(links[0])
  expect(mail).toMatch(/Content-Type: text\/plain.*Content-Type: text\/html/s)
  expect(mail).toMatch(/^From: Vitrine <post@png\.example>\r$/m)
  expect(mail).not.toContain('evil')
})

test('forgot password answers alike for unknown, blocked and known accounts, and mails only to the known', async () => {
  const [user, blocked] = [await createUser(testApp), await createUser(testApp)]
  await db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', blocked.id).execute()
  const emails = ['unknown@people.example', blocked.email, user.email]
  const answers = await Promise.all(emails.map((email) => forgot(email)))
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  await mailServer.mailTo(user.email, /confirm-password/)
  // Mails of the test before may arrive meanwhile.
  expect(mailServer.inbox.map(({ to }) => to).filter((to) => emails.includes(to))).toEqual([user.email])
})

test('a reset sets the password, ends every session and notifies the owner', async () => {
  const user = await createUser(testApp)
  const answer = await post(await resetCall(user), { new_password: 'new-glass' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Password reset successful!' }])
  expect(await isSessionLive(user)).toBe(false)
  expect((await post('/token/refresh/', { refresh: user.refresh_token })).statusCode).toBe(401)
  expect((await signIn(user.email, 'correct-horse')).statusCode).toBe(401)
  expect((await signIn(user.email, 'new-glass')).statusCode).toBe(200)
  await mailServer.mailTo(user.email, /was changed/)
})

test('of 20 concurrent uses of one link exactly one succeeds', async () => {
  const user = await createUser(testApp)
  const call = await resetCall(user)
  const uses = await Promise.all(Array.from({ length: 20 }, (_, n) => post(call, { new_password: `new-glass-${n}` })))
  const refused = uses.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map((answer) => answer.json())).toEqual(Array(19).fill(wrongLink))
  const winner = uses.findIndex(({ statusCode }) => statusCode === 200)
  expect((await signIn(user.email, `new-glass-${winner}`)).statusCode).toBe(200)
})

test('every link that does not work gets the same message, also after a new address or a block', async () => {
  const [user, other] = [await createUser(testApp), await createUser(testApp)]
  const [, uid, token] = /password\/([^/]+)\/([^/]+)\/$/.exec(await resetCall(user))!
  const otherUid = Buffer.from(String(other.id)).toString('base64url')
  const later = token!.replace(/^\w+/, (time) => (Number.parseInt(time, 36) + 1).toString(36))
  const wrong = [`${otherUid}/${token}`, `${uid}/${later}`, `${uid}/x`, `OTk5OTk5/${token}`, `%00/${token}`, 'a/b']
  for (const segments of wrong) {
    const answer = await post(`/accounts/user/reset-password/${segments}/`, { new_password: 'new-glass' })
    expect([segments, answer.statusCode, answer.json()]).toEqual([segments, 400, wrongLink])
  }
  const [moved, blocked] = [await createUser(testApp), await createUser(testApp)]
  const calls = [await signedLink(moved, Date.now()), await signedLink(blocked, Date.now())]
  await db.updateTable('users').set({ email: 'moved@people.example' }).where('id', '=', moved.id).execute()
  await db.updateTable('users').set({ is_block: true }).where('id', '=', blocked.id).execute()
  for (const call of calls) expect((await post(call, { new_password: 'new-glass' })).json()).toEqual(wrongLink)
})

test('a link works for 60 minutes, and a password that breaks the rules does not use it up', async () => {
  const user = await createUser(testApp)
  const minutes = (count: number) => Date.now() - count * 60_000
  const late = await post(await signedLink(user, minutes(accountLimits.resetMinutes)), { new_password: 'new-glass' })
  expect([late.statusCode, late.json()]).toEqual([400, wrongLink])
  const call = await signedLink(user, minutes(accountLimits.resetMinutes - 1))
  const short = await post(call, { new_password: '1234' })
  expect(short.json()).toMatchObject({ code: 'invalid', error: 'New password must be at least 5 characters' })
  const common = await post(call, { new_password: '12345678' })
  expect(common.json()).toMatchObject({ code: 'common_password', error: expect.stringContaining('most common') })
  expect((await post(call, { new_password: 'glass-case-3' })).statusCode).toBe(200)
})

const unchanged = await createUser(testApp)
const validBody = { old_password: 'correct-horse', new_password: 'new-glass', confirm_password: 'new-glass' }
const change = (user: TestUser, body: object) => post('/accounts/user/password/change/', body, user.headers)

test('a change keeps the current session and ends the others', async () => {
  const user = await createUser(testApp)
  const elsewhere = (await signIn(user.email, 'correct-horse')).json().data.tokens
  expect(answerOf(await change(user, validBody))).toEqual([200, { message: 'Password changed successfully!' }])
  expect([await isSessionLive(user), await isSessionLive(elsewhere)]).toEqual([true, false])
  expect((await signIn(user.email, 'new-glass')).statusCode).toBe(200)
  await mailServer.mailTo(user.email, /was changed/)
})

test.each([
  ['old_password', '', 'Old password is required'],
  ['old_password', 'not-this-one', 'The old password is not right.'],
  ['new_password', '', 'New password is required'],
  ['new_password', '1234567890123456', 'New password must be at most 15 characters'],
  ['confirm_password', '', 'Confirm password is required'],
  ['confirm_password', 'something', 'New password and confirm password do not match.'],
])('a change names the error of %s: %j', async (field, value, message) => {
  const answer = await change(unchanged, { ...validBody, [field]: value })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toContainEqual({ at: field, message })
  expect(answer.json()).not.toHaveProperty('error')
  expect(await isSessionLive(unchanged)).toBe(true)
})
