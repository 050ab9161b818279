import { createHash } from 'node:crypto'
import { passwordLength } from '@vitrine/contract/fields'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { postAccount, registration, signIn } from '#test/accounts'
import { makeAdmin } from '#test/command-line'
import { createUser, fieldsOf, openTestApp } from '#test/test-app'
import { createResetTokens } from './link-tokens.ts'
import { createPasswordRules } from './password-rules.ts'

const site = await openTestApp({ THROTTLE: 'off' })
const { db } = site

let count = 0
async function register(password: string) {
  const body = registration(`rules-${++count}`, password)
  expect((await postAccount(site, 'register', body)).json()).toEqual({ message: 'Register successfully' })
  return body.email
}

const login = async (email: string, password: string) => (await signIn(site, email, password)).statusCode

const owner = { username: 'glassblower', email: 'murano.1291@people.example' }
const settings = { PASSWORD_BLOCKLIST: 'on', SITE_NAME: 'Vitrine', SITE_URL: 'https://png.example' } as const
const { check } = createPasswordRules(settings)

test('the 3,000 most common passwords that are long enough are refused, in any case of their letters', async () => {
  const fits = ({ length }: string) => length >= passwordLength.min && length <= passwordLength.max
  const common = dictionary['passwords-common'].map(String).filter(fits).slice(0, 3000)
  expect(common).toHaveLength(3000)
  for (const password of common) {
    const attempt = check(password.toUpperCase(), owner, 'password')
    await expect(attempt, password).rejects.toMatchObject({ body: { code: 'common_password' } })
  }
})

test.each([
  ['password', 'common_password'],
  ['12345', 'common_password'],
  ['vitrine', 'known_password'],
  ['Vitrine2026!', 'known_password'],
  ['_GlassBlower_1', 'known_password'],
  ['murano', 'known_password'],
  ['murano.1291', 'known_password'],
  ['murano.1291@peo', 'known_password'],
  ['Gl4$$bl0w3r', 'known_password'],
  ['V1tr!ne_99', 'known_password'],
  ['vitrinevitrine', 'known_password'],
  ['Murano-murano', 'known_password'],
  ['png.example', 'known_password'],
  ['Png.Example.26', 'known_password'],
  ['dragondragon', 'common_password'],
  ['summer2026', 'common_password'],
  ['2026-Summer', 'common_password'],
  ['p@ssw0rd!', 'common_password'],
  ['P4$$w0rd_2026', 'common_password'],
  ['ｐａｓｓｗｏｒｄ', 'common_password'],
  ['(12345678)', 'common_password'],
  ['aaaaa', 'simple_password'],
  ['     ', 'simple_password'],
  ['~-~-~-~', 'simple_password'],
  ['abcde', 'simple_password'],
  ['zyxwvut', 'simple_password'],
  ['zxcvb', 'simple_password'],
  ['Hgfdsa7', 'simple_password'],
  ['7654321098', 'simple_password'],
  ['qwejkl890', 'simple_password'],
])('an easily guessed password is refused at its field: %s', async (password, code) => {
  const fields = [{ at: 'password', message: expect.any(String) }]
  await expect(check(password, owner, 'password')).rejects.toMatchObject({ status: 400, body: { code, fields } })
})

test('an easily guessed password is refused at registration, and accepted with PASSWORD_BLOCKLIST=off', async () => {
  const guessed = registration('glassblower', 'glassblower')
  expect((await postAccount(site, 'register', guessed)).json().code).toBe('known_password')
  await createPasswordRules({ ...settings, PASSWORD_BLOCKLIST: 'off' }).check('password', owner, 'password')
})

test('a password of 15 random characters, as password managers make them, is taken', async () => {
  for (let number = 0; number < 1000; number++) {
    const bytes = createHash('sha256').update(String(number)).digest().subarray(0, passwordLength.max)
    const password = String.fromCharCode(...bytes.map((byte) => 33 + (byte % 94)))
    await check(password, owner, 'password')
  }
})

test.each(['glass summer', 'summer-glass-26', 'abcdx', 'qwertz und mehr', 'no-murano'])(
  'a password may hold what must not be all of it: %s',
  (password) => check(password, owner, 'password'),
)

const ofAnyLetters = ['glasscase', 'GLASSCASE', '8302 7741', '~-+~=-~', 'ガラスの箱', '🦊🐻🐼🦊🐻', ' glass case ']
test.each(ofAnyLetters)('a password may be made of any letters, digits, signs and spaces: %j', async (password) => {
  expect(await login(await register(password), password)).toBe(200)
})

test('a password counts as it was typed: case, spaces at its ends and its last character included', async () => {
  const email = await register(' Glass-Case-77 ')
  for (const other of [' glass-case-77 ', 'Glass-Case-77', ' Glass-Case-77', ' Glass-Case-77', ' Glass-Case-77  '])
    expect([other, await login(email, other)]).toEqual([other, expect.not.toSatisfy((status) => status === 200)])
  expect(await login(email, ' Glass-Case-77 ')).toBe(200)
})

test('a password is stored as an Argon2id hash with the parameters that OWASP recommends, salted', async () => {
  const hashes = await Promise.all(
    [await register('glass-case'), await register('glass-case')].map((email) =>
      db.selectFrom('users').select('password_hash').where('email', '=', email).executeTakeFirstOrThrow(),
    ),
  )
  const [one, another] = hashes.map(({ password_hash }) => password_hash)
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/)
  expect(another).not.toBe(one)
})

const longSite = await openTestApp({ PASSWORD_MAX_LENGTH: '64', THROTTLE: 'off' })
const phrase = 'a case of glass for every heron that stands in the morning mists'
const tooLong = `${phrase}!`

test('PASSWORD_MAX_LENGTH lets passwords be longer, at registration and sign-in, in a change and a reset', async () => {
  const body = registration('long-words', phrase)
  expect((await postAccount(longSite, 'register', body)).statusCode).toBe(201)
  expect((await signIn(longSite, body.email, phrase)).statusCode).toBe(200)
  expect((await signIn(longSite, body.email, phrase.slice(0, 15))).statusCode).toBe(401)
  const user = await createUser(longSite)
  const change = { old_password: 'correct-horse', new_password: phrase, confirm_password: phrase }
  expect((await postAccount(longSite, 'password/change', change, user)).statusCode).toBe(200)
  const row = await longSite.db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  const { uidb64, token } = createResetTokens(longSite.masterKey.deriveKey('reset')).issue(row)
  const reset = await postAccount(longSite, `reset-password/${uidb64}/${token}`, {
    new_password: `${phrase.slice(1)}?`,
  })
  expect(reset.statusCode).toBe(200)
})

test.each([
  [longSite, 64, tooLong],
  [site, 15, '1234567890123456'],
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
  const page = await longSite.app.inject('/confirm-password/MQ/x/')
  expect(page.body.match(/passwordrules="[^"]+"/g)).toEqual(
    Array(2).fill('passwordrules="minlength: 5; maxlength: 64;"'),
  )
  const { paths } = (await longSite.app.inject('/api/v1/openapi.json')).json()
  const { properties } = paths['/accounts/user/login/'].post.requestBody.content['application/json'].schema
  expect(properties.password).toMatchObject({ minLength: 5, maxLength: 64 })
})

test('the command admin follows PASSWORD_MAX_LENGTH', async () => {
  const keeper = { email: 'keeper@people.example', username: 'keeper' }
  const admin = (password: string) => makeAdmin(longSite, keeper, password, { PASSWORD_MAX_LENGTH: '64' })
  expect((await admin(tooLong)).errors).toBe('Password must be at most 64 characters\n')
  expect((await admin(phrase)).code).toBe(0)
  expect((await signIn(longSite, keeper.email, phrase)).statusCode).toBe(200)
})
