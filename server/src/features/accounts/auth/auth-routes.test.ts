import { expect, test } from 'vitest'
import { postAccount, registration as registrationOf, signIn } from '#test/accounts'
import { codeOf, createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { db } = testApp

const registration = registrationOf('new-user')
const register = (changed: object) => postAccount(testApp, 'register', { ...registration, ...changed })
const login = (email: string, password = 'glass-case-2') => signIn(testApp, email, password)

const taken = await createUser(testApp)

test('register opens a contributor account that can sign in, whatever role, is_block and id its body has', async () => {
  const answer = await register({ role: 'admin', is_block: true, id: 1 })
  expect([answer.statusCode, answer.json()]).toEqual([201, { message: 'Register successfully' }])
  const { username, email } = registration
  const user = { username, email, first_name: '', last_name: '', image: null, role: 'user' }
  expect((await login(email)).json().data.user).toEqual(user)
})

test('an address with letters that the database lower-cases in its own way can sign in', async () => {
  const addresses = { istanbul: 'İSTANBUL@people.example', odos: 'ΟΔΟΣ@people.example' }
  for (const [username, email] of Object.entries(addresses)) {
    expect((await register({ username, email })).statusCode).toBe(201)
    expect([email, (await login(email)).statusCode]).toEqual([email, 200])
  }
})

test('a username or an e-mail address that differs only in case is taken', async () => {
  // A taken username says nothing about the address, so that a probe of an address opens an account.
  for (const email of [taken.email, 'other@people.example']) {
    expect(codeOf(await register({ username: taken.username.toUpperCase(), email }))).toEqual([409, 'username_taken'])
  }
  const mail = await register({ username: 'other', email: taken.email.toUpperCase() })
  expect(mail.json().fields).toEqual([{ at: 'email', message: 'An account with this e-mail address exists already.' }])
})

test.each([
  ['username', '', 'Username is required'],
  ['username', 'ab', 'Username must be at least 3 characters'],
  ['username', 'Admin', 'This username is taken.'],
  ['username', 'a/b/c', 'Use letters, digits, dot, hyphen and underscore only'],
  ['email', undefined, 'Email is required'],
  ['email', 'no at sign', 'Enter a valid email.'],
  ['email', 'a@b.de', 'Email must be at least 10 characters'],
  ['number', '123', 'Number must be at least 11 characters'],
  ['password', '1234', 'Password must be at least 5 characters'],
  ['password', '1234567890123456', 'Password must be at most 15 characters'],
  ['terms_accepted', false, 'You must accept the terms and conditions'],
])('register names the error of %s: %j', async (field, value, message) => {
  const answer = await register({ [field]: value })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().fields).toContainEqual({ at: field, message })
})

test('a different confirmation is reported together with the other errors', async () => {
  expect((await register({ confirm_password: 'glass-case-9', number: '1' })).json().fields).toEqual([
    { at: 'number', message: 'Number must be at least 11 characters' },
    { at: 'confirm_password', message: 'Passwords do not match.' },
  ])
})

test('login answers a wrong password and an unknown address alike; the right one tells who is blocked', async () => {
  const { id, email } = await createUser(testApp)
  const wrong = await login(email, 'not-this-one')
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toEqual((await login('unknown@people.example', 'not-this-one')).json())
  await db.updateTable('users').set({ is_block: true, is_active: false }).where('id', '=', id).execute()
  expect(codeOf(await login(email, 'correct-horse'))).toEqual([403, 'blocked'])
  expect((await login(email, 'not-this-one')).json().code).toBe('wrong_login')
})
