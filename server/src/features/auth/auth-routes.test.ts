import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp

const post = (path: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })

const registration = {
  username: 'new-user',
  email: 'new-user@people.example',
  number: '01234567890',
  password: 'glass-case-2',
  confirm_password: 'glass-case-2',
  terms_accepted: true,
}

const taken = await createUser(testApp)

describe('register', () => {
  test('opens a contributor account that can sign in', async () => {
    const answer = await post('/accounts/user/register/', registration)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ message: 'Register successfully' })
    const login = await post('/accounts/user/login/', { email: registration.email, password: 'glass-case-2' })
    expect(login.json().data.user).toEqual({
      username: 'new-user',
      email: 'new-user@people.example',
      first_name: '',
      last_name: '',
      image: null,
      role: 'user',
    })
  })

  test('ignores role, is_block and id in the body', async () => {
    const elevated = {
      ...registration,
      username: 'elevated',
      email: 'elevated@people.example',
      role: 'admin',
      is_block: true,
      id: 1,
    }
    expect((await post('/accounts/user/register/', elevated)).statusCode).toBe(201)
    const login = await post('/accounts/user/login/', { email: elevated.email, password: 'glass-case-2' })
    expect(login.json().data.user.role).toBe('user')
  })

  test('an address with letters that the database lower-cases in its own way can sign in', async () => {
    for (const [username, email] of [
      ['istanbul', 'İSTANBUL@people.example'],
      ['odos', 'ΟΔΟΣ@people.example'],
    ] as const) {
      expect((await post('/accounts/user/register/', { ...registration, username, email })).statusCode).toBe(201)
      const login = await post('/accounts/user/login/', { email, password: 'glass-case-2' })
      expect([email, login.statusCode]).toEqual([email, 200])
    }
  })

  test('a prototype in the body is refused by the JSON parser', async () => {
    const payload = `{"__proto__":{"role":"admin"},${JSON.stringify({ ...registration, username: 'proto' }).slice(1)}`
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/register/', payload, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'not_json'])
  })

  test('a username or an e-mail address that differs only in case is taken', async () => {
    const name = await post('/accounts/user/register/', {
      ...registration,
      username: taken.username.toUpperCase(),
      email: 'other@people.example',
    })
    expect([name.statusCode, name.json().code]).toEqual([409, 'username_taken'])
    const mail = await post('/accounts/user/register/', {
      ...registration,
      username: 'other',
      email: taken.email.toUpperCase(),
    })
    expect(mail.json().fields).toEqual([
      { at: 'email', message: 'An account with this e-mail address exists already.' },
    ])
  })

  test('with a taken username says nothing about the address, so a probe of an address opens an account', async () => {
    for (const email of [taken.email, 'no-account@people.example']) {
      const answer = await post('/accounts/user/register/', { ...registration, username: taken.username, email })
      expect([email, answer.json().code]).toEqual([email, 'username_taken'])
    }
  })

  test.each([
    ['username', '', 'Username is required'],
    ['username', 'ab', 'Username must be at least 3 characters'],
    ['username', 'admin', 'This username is taken.'],
    ['username', 'a/b/c', 'Use letters, digits, dot, hyphen and underscore only'],
    ['email', undefined, 'Email is required'],
    ['email', 'no at sign', 'Enter a valid email.'],
    ['email', 'a@b.de', 'Email must be at least 10 characters'],
    ['number', '123', 'Number must be at least 11 characters'],
    ['password', '1234', 'Password must be at least 5 characters'],
    ['password', '1234567890123456', 'Password must be at most 15 characters'],
    ['confirm_password', 'somethingelse', 'Passwords do not match.'],
    ['terms_accepted', false, 'You must accept the terms and conditions'],
  ])('names the error of %s: %j', async (field, value, message) => {
    const answer = await post('/accounts/user/register/', { ...registration, [field]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toContainEqual({ at: field, message })
  })
})

test('a different confirmation is reported together with the other errors', async () => {
  const answer = await post('/accounts/user/register/', {
    ...registration,
    confirm_password: 'glass-case-9',
    number: '1',
  })
  expect(answer.json().fields).toEqual([
    { at: 'number', message: 'Number must be at least 11 characters' },
    { at: 'confirm_password', message: 'Passwords do not match.' },
  ])
  for (const payload of ['null', '[]', '3']) {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', url: '/api/v1/accounts/user/register/', payload, headers } as const
    expect((await app.inject(request)).statusCode).toBe(400)
  }
})

describe('an easily guessed password', () => {
  const withPassword = (password: string, server = app) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/accounts/user/register/',
      payload: {
        ...registration,
        username: 'glassblower',
        email: 'murano.1291@people.example',
        password,
        confirm_password: password,
      },
    })

  test.each([
    ['password', 'common_password'],
    ['PassWord', 'common_password'],
    ['12345', 'common_password'],
    ['vitrine', 'known_password'],
    ['Vitrine2026!', 'known_password'],
    ['glassblower', 'known_password'],
    ['_GlassBlower_1', 'known_password'],
    ['murano', 'known_password'],
    ['murano.1291', 'known_password'],
  ])('is refused at its field: %s', async (password, code) => {
    const answer = await withPassword(password)
    const { message } = answer.json()
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ code, message, fields: [{ at: 'password', message }] })
  })

  test('is accepted with PASSWORD_BLOCKLIST=off', async () => {
    const unchecked = await openTestApp({ PASSWORD_BLOCKLIST: 'off' })
    expect((await withPassword('password', unchecked.app)).statusCode).toBe(201)
  })
})

describe('login', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    const user = await createUser(testApp)
    const wrong = await post('/accounts/user/login/', { email: user.email, password: 'not-this-one' })
    const unknown = await post('/accounts/user/login/', { email: 'unknown@people.example', password: 'not-this-one' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual(unknown.json())
  })

  test('tells blocked users so, but only after the right password', async () => {
    const user = await createUser(testApp)
    await testApp.db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', user.id).execute()
    const right = await post('/accounts/user/login/', { email: user.email, password: 'correct-horse' })
    expect([right.statusCode, right.json().code]).toEqual([403, 'blocked'])
    const wrong = await post('/accounts/user/login/', { email: user.email, password: 'not-this-one' })
    expect(wrong.json().code).toBe('wrong_login')
  })
})

describe('a session', () => {
  const callWith = (token: string) =>
    app.inject({
      method: 'DELETE',
      url: '/api/v1/images/delete/999999/',
      headers: { authorization: `Bearer ${token}` },
    })

  test('issues new access tokens until it ends', async () => {
    const user = await createUser(testApp)
    const refreshed = await post('/token/refresh/', { refresh: user.refresh_token })
    expect((await callWith(refreshed.json().access)).json().code).toBe('image_not_found')
  })

  test('ends with sign-out, at once and on every process', async () => {
    const user = await createUser(testApp)
    const other = await testApp.openSecondProcess()
    expect((await post('/token/verify/', { token: user.access_token })).statusCode).toBe(200)
    await post('/accounts/user/logout/', { refresh: user.refresh_token })
    const verify = { method: 'POST', url: '/api/v1/token/verify/', payload: { token: user.access_token } } as const
    expect((await other.inject(verify)).statusCode).toBe(401)
    expect((await callWith(user.access_token)).statusCode).toBe(401)
    expect((await post('/token/refresh/', { refresh: user.refresh_token })).statusCode).toBe(401)
  })

  test('of a blocked user is refused at the next request', async () => {
    const user = await createUser(testApp)
    await testApp.db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', user.id).execute()
    expect((await callWith(user.access_token)).json().code).toBe('blocked')
    expect((await post('/token/verify/', { token: user.access_token })).statusCode).toBe(401)
  })

  test('a refresh token is not an access token, nor the other way round', async () => {
    const user = await createUser(testApp)
    expect((await callWith(user.refresh_token)).statusCode).toBe(401)
    expect((await post('/token/refresh/', { refresh: user.access_token })).statusCode).toBe(401)
  })

  test('ends when idle: after 7 days, for admins after 12 hours', async () => {
    const [user, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
    await testApp.db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - 13 * 3_600_000) })
      .execute()
    expect((await callWith(user.access_token)).statusCode).toBe(404)
    expect((await callWith(admin.access_token)).statusCode).toBe(401)
    await testApp.db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - 8 * 86_400_000) })
      .execute()
    expect((await callWith(user.access_token)).statusCode).toBe(401)
  })

  test('ends 30 days after the sign-in, however much it is used', async () => {
    const user = await createUser(testApp)
    const began = (days: number) =>
      sql`update session set created_at = now() - make_interval(days => ${days}::int)`.execute(testApp.db)
    await began(29)
    expect((await post('/token/refresh/', { refresh: user.refresh_token })).statusCode).toBe(200)
    expect((await callWith(user.access_token)).statusCode).toBe(404)
    await began(31)
    expect((await callWith(user.access_token)).statusCode).toBe(401)
    expect((await post('/token/refresh/', { refresh: user.refresh_token })).statusCode).toBe(401)
  })

  test('is not opened by what is no token', async () => {
    for (const token of ['hello', '..', 'a.b.c']) expect((await callWith(token)).statusCode).toBe(401)
  })
})
