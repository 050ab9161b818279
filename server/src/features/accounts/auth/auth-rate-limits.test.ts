import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { tooManyAttemptsMessage } from '#kit/security/rate-limit'
import { elapse, postAccount, registration, signIn } from '#test/accounts'
import { createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const secondProcess = await testApp.openSecondProcess()

const stranger = '203.0.113.5'
const post = (path: string, payload: object, remoteAddress = stranger, headers = {}) =>
  postAccount(testApp, path, payload, { remoteAddress, headers })
const login = (email: string, password: string, remoteAddress = stranger, server = app) =>
  signIn({ app: server }, email, password, { remoteAddress })
const guess = (email: string, from = stranger, server = app) => login(email, 'not-this-one', from, server)

const unknownEmail = () => `unknown${Math.random().toString(36).slice(2)}@people.example`

/** Status codes of a call that is made so many times in sequence. */
async function times(count: number, call: (i: number) => Promise<{ statusCode: number }>) {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push((await call(i)).statusCode)
  return statuses
}

/** Status codes of so many calls, and of one more during the wait that they brought, which is made a minute longer. */
async function timesAndOnceMore(count: number, call: (i: number) => Promise<{ statusCode: number }>) {
  const statuses = await times(count, call)
  await elapse(db, -60)
  return [...statuses, (await call(count)).statusCode]
}

/** The last wait of an account in seconds, as it was stored, whatever has elapsed since. */
async function lastWait() {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from allowed_at - (expires_at - interval '1 day'))::int as seconds from rate_limit
    where allowed_at > '-infinity'`.execute(db)
  expect(rows).toHaveLength(1)
  return rows[0]!.seconds
}

beforeEach(async () => {
  await db.deleteFrom('rate_limit').execute()
})

test('guesses at an account wait from the sixth on, twice as long each time, up to a quarter of an hour', async () => {
  const { email } = await createUser(testApp)
  expect(await times(5, () => guess(email))).toEqual([401, 401, 401, 401, 401])
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    const from = `198.51.100.${i}`
    const wait = await lastWait()
    waits.push(wait)
    await elapse(db, -60)
    const refused = await guess(email, from)
    expect(refused.statusCode).toBe(429)
    const retryAfter = Number(refused.headers['retry-after'])
    expect([retryAfter > wait, retryAfter <= wait + 60]).toEqual([true, true])
    await elapse(db, retryAfter)
    expect((await guess(email, from)).statusCode).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

test('guesses at an account are counted over all networks and processes, concurrent ones no differently', async () => {
  const { email } = await createUser(testApp)
  await times(5, () => guess(email))
  for (let i = 0; i < 9; i++) {
    await elapse(db, 2 ** i)
    await guess(email, `198.51.100.${i}`) // each doubles the wait, in the end to minutes
  }
  await elapse(db, 512)
  const guesses = Array.from({ length: 20 }, (_, i) => guess(email, `192.0.2.${i}`, i % 2 ? app : secondProcess))
  const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 401)).toHaveLength(1)
})

test('guesses at an account are answered with the time to wait, and alike for an unknown account', async () => {
  for (const email of [(await createUser(testApp)).email, unknownEmail()]) {
    await times(5, () => guess(email, '203.0.113.6'))
    await elapse(db, -90) // to the middle of a minute
    const wait = 'Too many attempts. Please try again in 2 minutes.'
    const message = `${wait} A new password by “Forgot Password” ends the wait.`
    expect((await guess(email)).json()).toEqual({ code: 'too_many', message })
  }
  expect(tooManyAttemptsMessage(1)).toBe('Too many attempts. Please try again in 1 second.')
})

test('guesses never lock an account for good, however many are refused; the right password ends the wait', async () => {
  const { email } = await createUser(testApp)
  await times(5, () => guess(email))
  await elapse(db, -60)
  expect(new Set(await times(20, () => guess(email, '203.0.113.7')))).toEqual(new Set([429]))
  await elapse(db, 61)
  expect((await login(email, 'correct-horse')).statusCode).toBe(200)
  expect(await times(5, () => guess(email, '203.0.113.8'))).toEqual([401, 401, 401, 401, 401])
})

test('guesses of a stranger do not lock the owner out of a network from which they have signed in', async () => {
  const { email } = await createUser(testApp)
  const home = '192.0.2.44'
  await login(email, 'correct-horse', home)
  await times(5, () => guess(email))
  await elapse(db, -60)
  expect((await login(email, 'correct-horse')).statusCode).toBe(429)
  expect((await login(email, 'correct-horse', home)).statusCode).toBe(200)
  expect(await timesAndOnceMore(5, () => guess(email, home))).toEqual([401, 401, 401, 401, 401, 429])
})

test.each([
  ['an address', () => stranger, '203.0.113.9'],
  ['a /64 of IPv6', (i: number) => `2001:db8:1:2:${i}::1`, '2001:db8:1:3::'],
])('attempts from one network wait from the 26th on, regardless of the account: %s', async (_, address, another) => {
  const statuses = await timesAndOnceMore(25, (i) => guess(unknownEmail(), address(i)))
  expect(statuses).toEqual([...Array(25).fill(401), 429])
  expect((await guess(unknownEmail(), another)).statusCode).toBe(401)
})

test('attempts wait too where each has a /64 of its own, all of one /48, after eight times as many', async () => {
  const reset = (address: string) => post('reset-password/MQ/none', { new_password: 'glass-case-2' }, address)
  const statuses = await timesAndOnceMore(200, (i) => reset(`2001:db8:9:${i}::1`))
  expect(statuses).toEqual([...Array(200).fill(400), 429])
  expect((await reset('2001:db8:a::1')).statusCode).toBe(400)
  await elapse(db, 61)
  expect((await reset('2001:db8:9:200::1')).statusCode).toBe(400)
})

test('attempts count only while they fail, and not from loopback, which may be a proxy for all visitors', async () => {
  const { email } = await createUser(testApp)
  expect(new Set(await times(26, () => login(email, 'correct-horse')))).toEqual(new Set([200]))
  expect(new Set(await times(26, () => guess(unknownEmail(), '127.0.0.1')))).toEqual(new Set([401]))
})

test('attempts to register are limited too', async () => {
  const register = (i: number) => post('register', registration(`throttled${i}`))
  expect(await timesAndOnceMore(25, register)).toEqual([...Array(25).fill(201), 429])
})

test('three reset links go to one inbox, the next ones after growing waits', async () => {
  const email = unknownEmail()
  const forgot = (from: string) => post('forgot-password', { email }, from)
  expect(await times(3, (i) => forgot(`203.0.113.${i}`))).toEqual([200, 200, 200])
  const refused = await forgot(stranger)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
})

test('guesses at the old password in an open session are limited too', async () => {
  const person = await createUser(testApp)
  const change = (old_password: string) => {
    const body = { old_password, new_password: 'glass-case-9', confirm_password: 'glass-case-9' }
    return post('password/change', body, stranger, person.headers)
  }
  expect(await timesAndOnceMore(5, () => change('not-this-one'))).toEqual([400, 400, 400, 400, 400, 429])
  await elapse(db, 61)
  expect((await change('correct-horse')).statusCode).toBe(200)
})

test('THROTTLE=off counts nothing', async () => {
  const unlimited = await openTestApp({ THROTTLE: 'off' })
  const { email } = await createUser(unlimited)
  expect(new Set(await times(26, () => guess(email, stranger, unlimited.app)))).toEqual(new Set([401]))
})

test('no network is limited where all visitors have the address of a proxy that TRUST_PROXY lacks', async () => {
  const secure = { SITE_URL: 'https://png.example' }
  const [unnamed, named] = [await openTestApp(secure), await openTestApp({ ...secure, TRUST_PROXY: '192.0.2.1' })]
  const reset = (site: typeof testApp) => () =>
    postAccount(site, 'reset-password/MQ/none', { new_password: 'glass-case-2' }, { remoteAddress: stranger })
  expect(new Set(await times(26, reset(unnamed)))).toEqual(new Set([400]))
  expect((await times(26, reset(named))).at(-1)).toBe(429)
  const { email } = await createUser(unnamed)
  await times(5, () => guess(email, stranger, unnamed.app))
  await elapse(unnamed.db, -60)
  expect((await guess(email, stranger, unnamed.app)).statusCode).toBe(429) // an account is
})
