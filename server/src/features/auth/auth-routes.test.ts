import { describe, expect, test } from 'vitest'
import { createUser, openTestApp } from '#test/test-app'

const house = await openTestApp()
const { app } = house

const post = (path: string, payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })

const newcomer = {
  username: 'newcomer',
  email: 'newcomer@people.example',
  number: '01234567890',
  password: 'glass-case-2',
  confirm_password: 'glass-case-2',
  terms_accepted: true,
}

describe('register', () => {
  test('opens a contributor account that can sign in', async () => {
    const answer = await post('/accounts/user/register/', newcomer)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({ message: 'Register successfully' })
    const login = await post('/accounts/user/login/', { email: newcomer.email, password: 'glass-case-2' })
    expect(login.json().data.user).toEqual({
      username: 'newcomer',
      email: 'newcomer@people.example',
      first_name: '',
      last_name: '',
      image: null,
      role: 'user',
    })
  })

  test('role, is_block and id in the body change nothing', async () => {
    const sly = { ...newcomer, username: 'sly', email: 'sly@people.example', role: 'admin', is_block: true, id: 1 }
    expect((await post('/accounts/user/register/', sly)).statusCode).toBe(201)
    const login = await post('/accounts/user/login/', { email: sly.email, password: 'glass-case-2' })
    expect(login.json().data.user.role).toBe('user')
  })

  test('signs in whoever registered with letters that the database folds in its own way', async () => {
    for (const [username, email] of [
      ['istanbul', 'İSTANBUL@people.example'],
      ['odos', 'ΟΔΟΣ@people.example'],
    ] as const) {
      expect((await post('/accounts/user/register/', { ...newcomer, username, email })).statusCode).toBe(201)
      const login = await post('/accounts/user/login/', { email, password: 'glass-case-2' })
      expect([email, login.statusCode]).toEqual([email, 200])
    }
  })

  test('a prototype in the body is refused before anybody looks at it', async () => {
    const payload = `{"__proto__":{"role":"admin"},${JSON.stringify({ ...newcomer, username: 'proto' }).slice(1)}`
    const headers = { 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/register/', payload, headers })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'not_json'])
  })

  test('a username or an e-mail address that differs in case alone is taken', async () => {
    const name = await post('/accounts/user/register/', {
      ...newcomer,
      username: 'NewComer',
      email: 'other@people.example',
    })
    expect([name.statusCode, name.json().code]).toEqual([409, 'username_taken'])
    const mail = await post('/accounts/user/register/', {
      ...newcomer,
      username: 'other',
      email: 'NEWCOMER@people.example',
    })
    expect(mail.json().fields).toEqual([
      { at: 'email', message: 'An account with this e-mail address exists already.' },
    ])
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
  ])('says what is wrong with %s: %j', async (field, value, message) => {
    const answer = await post('/accounts/user/register/', { ...newcomer, [field]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toContainEqual({ at: field, message })
  })
})

test('a confirmation that differs is said together with whatever else is wrong', async () => {
  const answer = await post('/accounts/user/register/', { ...newcomer, confirm_password: 'glass-case-9', number: '1' })
  expect(answer.json().fields).toEqual([
    { at: 'number', message: 'Number must be at least 11 characters' },
    { at: 'confirm_password', message: 'Passwords do not match.' },
  ])
  for (const nothing of ['null', '[]', '3']) {
    const headers = { 'content-type': 'application/json' }
    const odd = { method: 'POST', url: '/api/v1/accounts/user/register/', payload: nothing, headers } as const
    expect((await app.inject(odd)).statusCode).toBe(400)
  }
})

describe('a password that guessers try first', () => {
  const withPassword = (password: string, door = app) =>
    door.inject({
      method: 'POST',
      url: '/api/v1/accounts/user/register/',
      payload: {
        ...newcomer,
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

  test('is taken where the operator says PASSWORD_BLOCKLIST=off', async () => {
    const open = await openTestApp({ PASSWORD_BLOCKLIST: 'off' })
    expect((await withPassword('password', open.app)).statusCode).toBe(201)
  })
})

describe('login', () => {
  test('answers a wrong password and an unknown address alike', async () => {
    const person = await createUser(house)
    const wrong = await post('/accounts/user/login/', { email: person.email, password: 'not-this-one' })
    const unknown = await post('/accounts/user/login/', { email: 'nobody@people.example', password: 'not-this-one' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual(unknown.json())
  })

  test('tells a blocked user so, but only after the right password', async () => {
    const person = await createUser(house)
    await house.db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', person.id).execute()
    const right = await post('/accounts/user/login/', { email: person.email, password: 'correct-horse' })
    expect([right.statusCode, right.json().code]).toEqual([403, 'blocked'])
    const wrong = await post('/accounts/user/login/', { email: person.email, password: 'not-this-one' })
    expect(wrong.json().code).toBe('wrong_login')
  })
})

describe('a session', () => {
  const uses = (token: string) =>
    app.inject({
      method: 'DELETE',
      url: '/api/v1/images/delete/999999/',
      headers: { authorization: `Bearer ${token}` },
    })

  test('gives new access tokens while it lives', async () => {
    const person = await createUser(house)
    const refreshed = await post('/token/refresh/', { refresh: person.refresh_token })
    expect((await uses(refreshed.json().access)).json().code).toBe('image_not_found')
  })

  test('ends with logout, at once and on every process', async () => {
    const person = await createUser(house)
    const other = await house.openSecondProcess()
    expect((await post('/token/verify/', { token: person.access_token })).statusCode).toBe(200)
    await post('/accounts/user/logout/', { refresh: person.refresh_token })
    const verify = { method: 'POST', url: '/api/v1/token/verify/', payload: { token: person.access_token } } as const
    expect((await other.inject(verify)).statusCode).toBe(401)
    expect((await uses(person.access_token)).statusCode).toBe(401)
    expect((await post('/token/refresh/', { refresh: person.refresh_token })).statusCode).toBe(401)
  })

  test('a blocked user is refused at the next click', async () => {
    const person = await createUser(house)
    await house.db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', person.id).execute()
    expect((await uses(person.access_token)).json().code).toBe('blocked')
    expect((await post('/token/verify/', { token: person.access_token })).statusCode).toBe(401)
  })

  test('a refresh token is not an access token, nor the other way round', async () => {
    const person = await createUser(house)
    expect((await uses(person.refresh_token)).statusCode).toBe(401)
    expect((await post('/token/refresh/', { refresh: person.access_token })).statusCode).toBe(401)
  })

  test('ends when it was idle for too long: 7 days, for admins 12 hours', async () => {
    const [person, admin] = [await createUser(house), await createUser(house, 'admin')]
    await house.db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - 13 * 3_600_000) })
      .execute()
    expect((await uses(person.access_token)).statusCode).toBe(404)
    expect((await uses(admin.access_token)).statusCode).toBe(401)
    await house.db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - 8 * 86_400_000) })
      .execute()
    expect((await uses(person.access_token)).statusCode).toBe(401)
  })

  test.each([
    ['no algorithm', 'eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.eyJzdWIiOiIxIiwic2lkIjoiMSJ9.'],
    ['not a token', 'hello'],
  ])('%s is refused', async (_, token) => {
    expect((await uses(token)).statusCode).toBe(401)
  })
})
