import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteOldAuditEvents } from '#features/accounts/users/audit.sql'
import { isLive, postAccount, signIn } from '#test/accounts'
import { answerAcross } from '#test/interrupted-requests'
import { createUser, openTestApp, type TestUser } from '#test/test-app'
import { hashPassword } from './password-hash.ts'
import { deleteOldSessions } from './sessions.sql.ts'

const testApp = await openTestApp()
const { app, db } = testApp

const login = async ({ email }: { email: string }, remoteAddress = '127.0.0.1', userAgent = 'test') => {
  const from = { headers: { 'user-agent': userAgent }, remoteAddress }
  const { access_token, refresh_token } = (await signIn(testApp, email, 'correct-horse', from)).json().data.tokens
  return { access_token, refresh_token, headers: { authorization: `Bearer ${access_token}` } }
}
type SignedIn = Pick<TestUser, 'headers'>

const sessionsOf = async ({ headers }: SignedIn) => {
  const answer = await app.inject({ url: '/api/v1/accounts/user/sessions/', headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().sessions
}
const end = ({ headers }: SignedIn, session: string, server = app) =>
  server.inject({ method: 'DELETE', url: `/api/v1/accounts/user/sessions/${session}/`, headers })
const isSignedIn = async ({ headers }: SignedIn, server = app) =>
  (await server.inject({ url: '/api/v1/accounts/user/sessions/', headers })).statusCode === 200
const refresh = ({ refresh_token: refresh }: Pick<TestUser, 'refresh_token'>) =>
  app.inject({ method: 'POST', url: '/api/v1/token/refresh/', payload: { refresh } })

const changeSessions = ({ id }: TestUser, was: object) =>
  db.updateTable('session').set(was).where('user_id', '=', id).execute()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('one’s own sessions are listed with their network, the last used first, without those of others', async () => {
  const user = await createUser(testApp)
  await createUser(testApp)
  const abroad = await login(user, '2001:db8:5:6:7::8', 'Mozilla/5.0 \u009b31m(X11; Linux) Firefox/140.0')
  expect(await sessionsOf(abroad)).toEqual([
    {
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      current: true,
      address: '2001:db8:5:6::/64',
      user_agent: 'Mozilla/5.0 31m(X11; Linux) Firefox/140.0',
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
    },
    expect.objectContaining({ current: false, address: '127.0.0.1' }),
  ])
})

test('one’s own sessions end everywhere else at once, on every process, while the current one goes on', async () => {
  const user = await createUser(testApp)
  const [lost, other] = [await login(user), await testApp.openSecondProcess()]
  expect((await end(user, 'others', other)).json()).toEqual({ message: 'Signed out everywhere else.', count: 1 })
  expect([await isSignedIn(lost), await isSignedIn(lost, other)]).toEqual([false, false])
  expect(await isSignedIn(user)).toBe(true)
  expect((await refresh(lost)).statusCode).toBe(401)
  expect(await sessionsOf(user)).toHaveLength(1)
})

test('one’s own sessions end one by one; those of others do not', async () => {
  const [mia, ned] = [await createUser(testApp), await createUser(testApp)]
  const [session] = await sessionsOf(mia)
  expect((await end(ned, session.id)).json().code).toBe('session_not_found')
  expect((await end(ned, 'none')).statusCode).toBe(400)
  expect((await end(mia, session.id)).json()).toEqual({ message: 'Signed out there.' })
  expect(await isSignedIn(mia)).toBe(false)
})

test(`one’s own sessions are limited to ${accountLimits.sessionsPerUser}: a new one ends the oldest`, async () => {
  const user = await createUser(testApp)
  const [second] = [await login(user)]
  for (let i = 2; i < accountLimits.sessionsPerUser; i++) await login(user)
  expect([await isSignedIn(user), await isSignedIn(second)]).toEqual([true, true])
  const newest = await login(user)
  expect([await isSignedIn(user), await isSignedIn(second), await isSignedIn(newest)]).toEqual([false, true, true])
})

test('sessions are deleted after they have expired, and live no more once their user is blocked', async () => {
  const [expired, active] = [await createUser(testApp), await createUser(testApp)]
  await changeSessions(expired, { last_used_at: hoursAgo(31 * 24) })
  await deleteOldSessions(db)
  const remaining = await db.selectFrom('session').select('user_id').execute()
  expect(remaining.map(({ user_id }) => user_id)).not.toContain(expired.id)
  expect(await isLive(testApp, active)).toBe(true)
  await db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', active.id).execute()
  expect(await isLive(testApp, active)).toBe(false)
})

test('a session issues access tokens for its refresh token alone, and ends with sign-out everywhere', async () => {
  const [user, other] = [await createUser(testApp), await testApp.openSecondProcess()]
  const { access } = (await refresh(user)).json()
  expect(await isSignedIn({ headers: { authorization: `Bearer ${access}` } })).toBe(true)
  expect((await refresh({ refresh_token: user.access_token })).statusCode).toBe(401)
  expect(await isLive(testApp, user)).toBe(true)
  await postAccount(testApp, 'logout', { refresh: user.refresh_token })
  const states = [await isLive({ app: other }, user), await isSignedIn(user), (await refresh(user)).statusCode]
  expect(states).toEqual([false, false, 401])
})

test.each([
  ['user', 7 * 24],
  ['admin', 12],
] as const)('a session ends when idle: of a %s after %i hours', async (role, hours) => {
  const person = await createUser(testApp, role)
  await changeSessions(person, { last_used_at: hoursAgo(hours - 1) })
  expect(await isSignedIn(person)).toBe(true)
  await changeSessions(person, { last_used_at: hoursAgo(hours + 1) })
  expect(await isSignedIn(person)).toBe(false)
})

test('a session ends 30 days after the sign-in, however much it is used', async () => {
  const user = await createUser(testApp)
  await changeSessions(user, { created_at: hoursAgo(29 * 24) })
  expect([(await refresh(user)).statusCode, await isSignedIn(user)]).toEqual([200, true])
  await changeSessions(user, { created_at: hoursAgo(31 * 24) })
  expect([await isSignedIn(user), (await refresh(user)).statusCode]).toEqual([false, 401])
})

test('a sign-in that began before the password was changed does not outlive the change', async () => {
  const user = await createUser(testApp)
  const changed = await hashPassword('another-horse')
  const answer = await answerAcross(db, () => signIn(testApp, user.email), {
    // The login reads the old hash, accepts the password, and waits before it opens a session.
    lock: (transaction) =>
      transaction.updateTable('users').set({ password_hash: changed }).where('id', '=', user.id).execute(),
  })
  expect(answer.statusCode).toBe(401)
})

const events = async (id: number) =>
  (await db.selectFrom('audit').selectAll().where('user_id', '=', id).orderBy('id').execute()).map(
    ({ event, actor_id, address }) => [event, actor_id === id ? 'self' : actor_id, address],
  )

test('the audit log has events with actor and network, and of unknown accounts not what was typed', async () => {
  const user = await createUser(testApp)
  await signIn(testApp, user.email, 'not-this-one', { remoteAddress: '203.0.113.77' })
  const passwords = { new_password: 'glass-case-9', confirm_password: 'glass-case-9' }
  await postAccount(testApp, 'password/change', { old_password: 'correct-horse', ...passwords }, user)
  await end(user, 'others')
  expect(await events(user.id)).toEqual([
    ['signed in', 'self', '127.0.0.1'],
    ['sign-in failed', null, '203.0.113.77'],
    ['password changed', 'self', '127.0.0.1'],
    ['signed out elsewhere', 'self', '127.0.0.1'],
  ])
  await signIn(testApp, 'my-secret-password@people.example', 'not-this-one', { remoteAddress: '203.0.113.78' })
  const rows = await db.selectFrom('audit').selectAll().where('address', '=', '203.0.113.78').execute()
  expect(rows).toEqual([expect.objectContaining({ event: 'sign-in failed', user_id: null, actor_id: null })])
  expect(JSON.stringify(rows)).not.toContain('secret')
})

test('the audit log keeps its entries for as many days as the setting says', async () => {
  const user = await createUser(testApp)
  const moveBack = (days: number) =>
    sql`update audit set at = now() - make_interval(days => ${days}::int) where user_id = ${user.id}`.execute(db)
  await moveBack(99)
  await deleteOldAuditEvents(db, 100)
  expect(await events(user.id)).toHaveLength(1)
  await moveBack(101)
  await deleteOldAuditEvents(db, 100)
  expect(await events(user.id)).toEqual([])
})
