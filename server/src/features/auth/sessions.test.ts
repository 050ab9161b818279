import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createUser, openTestApp, type TestUser } from '#test/test-app'
import { hashPassword } from './password-hash.ts'
import { deleteOldSessions } from './sessions.sql.ts'

const house = await openTestApp()
const { app, db } = house

const login = async ({ email }: { email: string }, remoteAddress = '127.0.0.1', agent = 'test') => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/accounts/user/login/',
    payload: { email, password: 'correct-horse' },
    headers: { 'user-agent': agent },
    remoteAddress,
  })
  const { access_token, refresh_token } = answer.json().data.tokens
  return { access_token, refresh_token, headers: { authorization: `Bearer ${access_token}` } }
}
type Holder = Pick<TestUser, 'headers'>

const listed = async ({ headers }: Holder) => {
  const answer = await app.inject({ url: '/api/v1/accounts/user/sessions/', headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().sessions
}
const endOthers = ({ headers }: Holder, door = app) =>
  door.inject({ method: 'DELETE', url: '/api/v1/accounts/user/sessions/others/', headers })
const isIn = async ({ headers }: Holder, door = app) =>
  (await door.inject({ url: '/api/v1/accounts/user/sessions/', headers })).statusCode === 200

describe('one’s own sessions', () => {
  test('are listed with where they are from, the latest first, and nobody else’s', async () => {
    const person = await createUser(house)
    await createUser(house)
    const abroad = await login(person, '2001:db8:5:6:7::8', 'Mozilla/5.0 \u009b31m(X11; Linux) Firefox/140.0')
    expect(await listed(abroad)).toEqual([
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

  test('end everywhere else at once, on every process, and one’s own goes on', async () => {
    const person = await createUser(house)
    const [lost, other] = [await login(person), await house.openSecondProcess()]
    const answer = await endOthers(person, other)
    expect(answer.json()).toEqual({ message: 'Signed out everywhere else.', count: 1 })
    expect([await isIn(lost), await isIn(lost, other), await isIn(person)]).toEqual([false, false, true])
    const refresh = { method: 'POST', url: '/api/v1/token/refresh/', payload: { refresh: lost.refresh_token } } as const
    expect((await app.inject(refresh)).statusCode).toBe(401)
    expect(await listed(person)).toHaveLength(1)
  })

  test('are no business of a visitor’s', async () => {
    expect((await endOthers({ headers: { authorization: 'Bearer none' } })).statusCode).toBe(401)
  })

  test(`are ${limits.sessionsPerUser} at the most: the newest ends the oldest`, async () => {
    const person = await createUser(house)
    const [second] = [await login(person)]
    for (let i = 2; i < limits.sessionsPerUser; i++) await login(person)
    expect([await isIn(person), await isIn(second)]).toEqual([true, true])
    const newest = await login(person)
    expect([await isIn(person), await isIn(second), await isIn(newest)]).toEqual([false, true, true])
  })

  test('are removed when nobody can use them any more', async () => {
    const [old, present] = [await createUser(house), await createUser(house)]
    await db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('user_id', '=', old.id)
      .execute()
    await deleteOldSessions(db)
    const left = await db.selectFrom('session').select('user_id').execute()
    expect(left.map(({ user_id }) => user_id)).not.toContain(old.id)
    expect(await isIn(present)).toBe(true)
  })
})

test('a sign-in that began before the password was changed does not outlive the change', async () => {
  const person = await createUser(house)
  const changed = await hashPassword('another-horse')
  let late: Promise<{ statusCode: number }> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash: changed }).where('id', '=', person.id).execute()
    // It reads the old hash, finds the password right, and waits for this transaction before it opens a session.
    late = app
      .inject({
        method: 'POST',
        url: '/api/v1/accounts/user/login/',
        payload: { email: person.email, password: 'correct-horse' },
      })
      .then((answer) => answer)
    await vi.waitFor(async () => {
      const { rows } = await sql<{ waiting: boolean }>`
        select exists (select from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database()) as waiting`.execute(db)
      expect(rows[0]!.waiting).toBe(true)
    })
  })
  expect((await late!).statusCode).toBe(401)
})

describe('what happened to accounts', () => {
  const events = async (id: number) =>
    (await db.selectFrom('audit').selectAll().where('user_id', '=', id).orderBy('id').execute()).map(
      ({ event, actor_id, address }) => [event, actor_id === id ? 'himself' : actor_id, address],
    )

  test('is written down with who and from where', async () => {
    const person = await createUser(house)
    await app.inject({
      method: 'POST',
      url: '/api/v1/accounts/user/login/',
      payload: { email: person.email, password: 'not-this-one' },
      remoteAddress: '203.0.113.77',
    })
    await app.inject({
      method: 'POST',
      url: '/api/v1/accounts/user/password/change/',
      headers: person.headers,
      payload: { old_password: 'correct-horse', new_password: 'glass-case-9', confirm_password: 'glass-case-9' },
    })
    await endOthers(person)
    expect(await events(person.id)).toEqual([
      ['signed in', 'himself', '127.0.0.1'],
      ['sign-in failed', null, '203.0.113.77'],
      ['password changed', 'himself', '127.0.0.1'],
      ['signed out elsewhere', 'himself', '127.0.0.1'],
    ])
  })

  test('of an account that there is not, without what was typed', async () => {
    await app.inject({
      method: 'POST',
      url: '/api/v1/accounts/user/login/',
      payload: { email: 'my-secret-password@people.example', password: 'not-this-one' },
      remoteAddress: '203.0.113.78',
    })
    const rows = await db.selectFrom('audit').selectAll().where('address', '=', '203.0.113.78').execute()
    expect(rows).toEqual([expect.objectContaining({ event: 'sign-in failed', user_id: null, actor_id: null })])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })
})
