import { expect, test } from 'vitest'
import { postAccount, registration, signIn } from '#test/accounts'
import { makeAdmin } from '#test/command-line'
import { createUser, fieldsOf, openTestApp } from '#test/test-app'
import { createResetTokens } from './link-tokens.ts'

const site = await openTestApp({ PASSWORD_MAX_LENGTH: '64', THROTTLE: 'off' })
const { app, db } = site
const defaultSite = await openTestApp({ THROTTLE: 'off' })

const phrase = 'a case of glass for every heron that stands in the morning mists'
const tooLong = `${phrase}!`

test('PASSWORD_MAX_LENGTH lets passwords be longer, at registration and sign-in, in a change and a reset', async () => {
  const body = registration('long-words', phrase)
  expect((await postAccount(site, 'register', body)).statusCode).toBe(201)
  expect((await signIn(site, body.email, phrase)).statusCode).toBe(200)
  expect((await signIn(site, body.email, phrase.slice(0, 15))).statusCode).toBe(401)
  const user = await createUser(site)
  const change = { old_password: 'correct-horse', new_password: phrase, confirm_password: phrase }
  expect((await postAccount(site, 'password/change', change, user)).statusCode).toBe(200)
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const { uidb64, token } = createResetTokens(site.masterKey.deriveKey('reset')).issue(row)
  const reset = await postAccount(site, `reset-password/${uidb64}/${token}`, { new_password: `${phrase.slice(1)}?` })
  expect(reset.statusCode).toBe(200)
})

test.each([
  [site, 64, tooLong],
  [defaultSite, 15, '1234567890123456'],
])('a longer password is refused with the number of the site', async (site, max, password) => {
  const user = await createUser(site)
  const refusal = (at: string, label: string) => ({ at, message: `${label} must be at most ${max} characters` })
  const register = await postAccount(site, 'register', registration(`too-long-${max}`, password))
  expect(fieldsOf(register)).toEqual([
    400,
    [refusal('password', 'Password'), refusal('confirm_password', 'Confirm password')],
  ])
  expect(fieldsOf(await signIn(site, user.email, password))).toEqual([400, [refusal('password', 'Password')]])
  const change = { old_password: 'correct-horse', new_password: password, confirm_password: password }
  const changed = await postAccount(site, 'password/change', change, user)
  expect(fieldsOf(changed)).toEqual([400, [refusal('new_password', 'New password')]])
  const reset = await postAccount(site, 'reset-password/MQ/x', { new_password: password })
  expect(fieldsOf(reset)).toEqual([400, [refusal('new_password', 'New password')]])
})

test('pages tell password managers the length, and the API its callers', async () => {
  const page = await app.inject('/confirm-password/MQ/x/')
  expect(page.body.match(/passwordrules="[^"]+"/g)).toEqual(
    Array(2).fill('passwordrules="minlength: 5; maxlength: 64;"'),
  )
  const { paths } = (await app.inject('/api/v1/openapi.json')).json()
  const { properties } = paths['/accounts/user/login/'].post.requestBody.content['application/json'].schema
  expect(properties.password).toMatchObject({ minLength: 5, maxLength: 64 })
})

test('the command admin follows it', async () => {
  const keeper = { email: 'keeper@people.example', username: 'keeper' }
  const admin = (password: string) => makeAdmin(site, keeper, password, { PASSWORD_MAX_LENGTH: '64' })
  expect((await admin(tooLong)).errors).toBe('Password must be at most 64 characters\n')
  expect((await admin(phrase)).code).toBe(0)
  expect((await signIn(site, keeper.email, phrase)).statusCode).toBe(200)
})
