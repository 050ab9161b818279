import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUser, openTestApp, type TestUser } from '#test/test-app'
import { createResetTokens } from './reset-tokens.ts'

/** A mail server on this machine that keeps what it is given, as `recipient -> mails`. */
const inbox: { to: string; mail: string }[] = []
let refusing = 0
const postOffice = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) =>
    done(refusing-- > 0 ? Object.assign(new Error('Try later'), { responseCode: 451 }) : null),
  onData(stream, session, done) {
    let mail = ''
    stream.setEncoding('utf8').on('data', (part: string) => {
      mail += part
    })
    stream.on('end', () => {
      const unfolded = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      inbox.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), mail: unfolded })
      done()
    })
  },
})
await new Promise<void>((open) => postOffice.listen(0, '127.0.0.1', open))
afterAll(() => new Promise<void>((closed) => postOffice.close(closed)))

const { port } = postOffice.server.address() as { port: number }
const site = 'https://png.example'
const house = await openTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}`, SITE_URL: site, MAIL_FROM: 'post@png.example' })
const { app, db } = house

beforeEach(() => {
  inbox.length = 0
  refusing = 0
})

const post = (path: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })
const forgot = (email: string, headers = {}) => post('/accounts/user/forgot-password/', { email }, headers)
const signIn = (email: string, password: string) => post('/accounts/user/login/', { email, password })
const isAlive = async ({ access_token }: { access_token: string }) =>
  (await post('/token/verify/', { token: access_token })).statusCode === 200

const mailTo = (email: string, about: RegExp) =>
  vi.waitFor(
    () => {
      const found = inbox.find(({ to, mail }) => to === email && about.test(mail))
      if (!found) throw new Error(`no mail to ${email}`)
      return found.mail
    },
    { timeout: 10_000 },
  )

/** The path of the call that the link's page makes. */
async function resetCall(person: TestUser): Promise<string> {
  await forgot(person.email)
  const [, way] = /\/confirm-password(\/\S+\/\S+\/)/.exec(await mailTo(person.email, /confirm-password/))!
  return `/accounts/user/reset-password${way}`
}

async function signedLink(person: TestUser, at: number): Promise<string> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', person.id).executeTakeFirstOrThrow()
  const { uidb64, token } = createResetTokens(house.masterKey.deriveKey('reset')).issue(user, at)
  return `/accounts/user/reset-password/${uidb64}/${token}/`
}

const wrongLink = {
  code: 'wrong_reset_link',
  message: 'This link does not work any more. Please ask for a new one.',
  error: 'This link does not work any more. Please ask for a new one.',
}

describe('forgot password', () => {
  test('mails a link that begins with SITE_URL, whatever Host says, as text and as HTML', async () => {
    const person = await createUser(house)
    const answer = await forgot(person.email.toUpperCase(), {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    })
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Please check your email address!' }])
    const mail = await mailTo(person.email, /confirm-password/)
    const links = [...mail.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
    expect(links).toHaveLength(2)
    expect(links[0]).toMatch(/^https:\/\/png\.example\/confirm-password\/[\w-]+\/[\w.-]+\/$/)
    expect(links[1]).toBe(links[0])
    expect(mail).toMatch(/Content-Type: text\/plain.*Content-Type: text\/html/s)
    expect(mail).toMatch(/^From: Vitrine <post@png\.example>\r$/m)
    expect(mail).not.toContain('evil')
  })

  test('answers the same for an unknown account, a blocked one and a known one, and mails to the last alone', async () => {
    const [person, blocked] = [await createUser(house), await createUser(house)]
    await db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', blocked.id).execute()
    const answers = await Promise.all(['nobody@people.example', blocked.email, person.email].map((one) => forgot(one)))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    await mailTo(person.email, /confirm-password/)
    expect(inbox.map(({ to }) => to)).toEqual([person.email])
  })

  test('asks for an address', async () => {
    expect((await post('/accounts/user/forgot-password/', {})).json()).toMatchObject({ message: 'Email is required' })
    expect((await forgot('nobody')).json().fields).toEqual([{ at: 'email', message: 'Enter a valid email.' }])
  })

  test('a mail that the mail server does not take is tried again', async () => {
    const person = await createUser(house)
    refusing = 1
    await forgot(person.email)
    await mailTo(person.email, /confirm-password/)
    expect(refusing).toBeLessThan(0)
  })
})

describe('reset', () => {
  test('sets the password, ends every session and tells the owner', async () => {
    const person = await createUser(house)
    const answer = await post(await resetCall(person), { new_password: 'new-glass' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Password reset successful!' }])
    expect(await isAlive(person)).toBe(false)
    expect((await post('/token/refresh/', { refresh: person.refresh_token })).statusCode).toBe(401)
    expect((await signIn(person.email, 'correct-horse')).statusCode).toBe(401)
    expect((await signIn(person.email, 'new-glass')).statusCode).toBe(200)
    await mailTo(person.email, /was changed/)
  })

  test('of 20 uses of one link at once exactly one succeeds', async () => {
    const person = await createUser(house)
    const call = await resetCall(person)
    const uses = await Promise.all(Array.from({ length: 20 }, (_, n) => post(call, { new_password: `new-glass-${n}` })))
    expect(uses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(uses.filter(({ statusCode }) => statusCode !== 200).every((one) => one.json().error === wrongLink.error)).toBe(true) // biome-ignore format: one thought
    const winner = uses.findIndex(({ statusCode }) => statusCode === 200)
    expect((await signIn(person.email, `new-glass-${winner}`)).statusCode).toBe(200)
  })

  test('a link works for 60 minutes', async () => {
    const person = await createUser(house)
    const minutes = (count: number) => Date.now() - count * 60_000
    const late = await post(await signedLink(person, minutes(limits.resetMinutes)), { new_password: 'new-glass' })
    expect([late.statusCode, late.json()]).toEqual([400, wrongLink])
    const inTime = await post(await signedLink(person, minutes(limits.resetMinutes - 1)), { new_password: 'new-glass' })
    expect(inTime.statusCode).toBe(200)
  })

  test('one sentence for every link that does not work', async () => {
    const [person, other] = [await createUser(house), await createUser(house)]
    const [, uid, token] = /password\/([^/]+)\/([^/]+)\/$/.exec(await resetCall(person))!
    const otherUid = Buffer.from(String(other.id)).toString('base64url')
    const later = token!.replace(/^\w+/, (time) => (Number.parseInt(time, 36) + 1).toString(36))
    const wrong = [`${otherUid}/${token}`, `${uid}/${later}`, `${uid}/x`, `OTk5OTk5/${token}`, `%00/${token}`, 'a/b']
    for (const way of wrong) {
      const answer = await post(`/accounts/user/reset-password/${way}/`, { new_password: 'new-glass' })
      expect([way, answer.statusCode, answer.json()]).toEqual([way, 400, wrongLink])
    }
  })

  test('a change of e-mail address or a block makes the link useless', async () => {
    const [moved, blocked] = [await createUser(house), await createUser(house)]
    const calls = [await signedLink(moved, Date.now()), await signedLink(blocked, Date.now())]
    await db.updateTable('users').set({ email: 'moved@people.example' }).where('id', '=', moved.id).execute()
    await db.updateTable('users').set({ is_block: true }).where('id', '=', blocked.id).execute()
    for (const call of calls) expect((await post(call, { new_password: 'new-glass' })).json()).toEqual(wrongLink)
  })

  test('a password that breaks the rules uses the link up no more than a look at its page', async () => {
    const person = await createUser(house)
    const call = await signedLink(person, Date.now())
    const short = await post(call, { new_password: '1234' })
    expect(short.json()).toMatchObject({ code: 'invalid', error: 'New password must be at least 5 characters' })
    const common = await post(call, { new_password: '12345678' })
    expect(common.json()).toMatchObject({ code: 'common_password', error: expect.stringContaining('most common') })
    expect((await post(call, { new_password: 'glass-case-3' })).statusCode).toBe(200)
  })
})

describe('change', () => {
  const said = { old_password: 'correct-horse', new_password: 'new-glass', confirm_password: 'new-glass' }
  const change = (person: TestUser, body: object) => post('/accounts/user/password/change/', body, person.headers)

  test('keeps the session that it was made in and ends the others', async () => {
    const person = await createUser(house)
    const elsewhere = (await signIn(person.email, 'correct-horse')).json().data.tokens
    const answer = await change(person, said)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Password changed successfully!' }])
    expect([await isAlive(person), await isAlive(elsewhere)]).toEqual([true, false])
    expect((await signIn(person.email, 'new-glass')).statusCode).toBe(200)
    await mailTo(person.email, /was changed/)
  })

  test.each([
    ['old_password', '', 'Old password is required'],
    ['old_password', 'not-this-one', 'The old password is not right.'],
    ['new_password', '', 'New password is required'],
    ['new_password', '1234567890123456', 'New password must be at most 15 characters'],
    ['confirm_password', '', 'Confirm password is required'],
    ['confirm_password', 'something', 'New password and confirm password do not match.'],
  ])('says what is wrong with %s: %j', async (field, value, message) => {
    const person = await createUser(house)
    const answer = await change(person, { ...said, [field]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toContainEqual({ at: field, message })
    expect(answer.json()).not.toHaveProperty('error')
    expect((await signIn(person.email, 'correct-horse')).statusCode).toBe(200)
  })

  test('is for people who are signed in', async () => {
    expect((await post('/accounts/user/password/change/', said)).statusCode).toBe(401)
  })
})

test('without a mail server the mail is a file that its owner alone may read', async () => {
  const quiet = await openTestApp({ SITE_URL: site })
  const person = await createUser(quiet)
  const url = '/api/v1/accounts/user/forgot-password/'
  await quiet.app.inject({ method: 'POST', url, payload: { email: person.email } })
  const folder = join(quiet.folder, 'mail')
  const path = await vi.waitFor(async () => join(folder, (await readdir(folder))[0]!), { timeout: 10_000 })
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toContain(`${site}/confirm-password/`))
  expect(await readFile(path, 'utf8')).toContain(`To: ${person.email}`)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
