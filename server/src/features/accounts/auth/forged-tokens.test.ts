import { type JWTHeaderParameters, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { openAppWithPeople } from '#test/test-app'

// Access tokens of a live session that differ from ours in one thing alone, so that each is refused for that.

const { app, masterKey, ada: person } = await openAppWithPeople()
const key = masterKey.deriveKey('tokens')
const anotherKey = new Uint8Array(32).fill(7)

const [header, payload] = person.access_token
  .split('.', 2)
  .map((part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())) as [JWTHeaderParameters, JWTPayload]
const now = Math.floor(Date.now() / 1000)

const signed = (headers: object = {}, claims: JWTPayload = {}, by = key) =>
  new SignJWT({ ...payload, ...claims }).setProtectedHeader({ ...header, ...headers }).sign(by)

const unsigned = () => {
  const [, body] = new UnsecuredJWT(payload).encode().split('.')
  return `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`
}

/** The signature of one token under the claims of another. */
const altered = async () => {
  const [head, , signature] = (await signed()).split('.')
  return [head, (await signed({}, { sub: '999' }, anotherKey)).split('.')[1], signature].join('.')
}

const jwk = { kty: 'oct', k: Buffer.from(anotherKey).toString('base64url') }

const statusOf = async (token: string) =>
  (await app.inject({ url: '/api/v1/accounts/user/profile/', headers: { authorization: `Bearer ${token}` } }))
    .statusCode

test('a token that is made like ours is taken', async () => {
  expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt' })
  expect(payload).toMatchObject({ iss: 'vitrine', aud: 'access' })
  expect(await statusOf(await signed())).toBe(200)
})

test.each<[string, () => string | Promise<string>]>([
  ['without a signature', unsigned],
  ['with an empty signature', async () => (await signed()).replace(/[^.]+$/, '')],
  ['with claims that were altered', altered],
  ['of another key', () => signed({}, {}, anotherKey)],
  ['of another algorithm with our key', () => signed({ alg: 'HS512' })],
  ['that brings its own key', () => signed({ jwk }, {}, anotherKey)],
  ['that names an address of its key', () => signed({ jku: 'https://evil.example/keys' }, {}, anotherKey)],
  ['that names an address of its certificate', () => signed({ x5u: 'https://evil.example/x' }, {}, anotherKey)],
  ['that has expired', () => signed({}, { exp: now - 60 })],
  ['that never expires', () => signed({}, { exp: undefined })],
  ['that is not valid yet', () => signed({}, { nbf: now + 600 })],
  ['without a session', () => signed({}, { sid: undefined })],
  ['of another kind', () => signed({ typ: 'rt+jwt' })],
  ['of no kind', () => signed({ typ: undefined })],
  ['for another audience', () => signed({}, { aud: 'refresh' })],
  ['for no audience', () => signed({}, { aud: undefined })],
  ['of another issuer', () => signed({}, { iss: 'another' })],
  ['of no three parts', () => 'a.b.c'],
  ['that is a word', () => 'hello'],
])('a token %s is refused', async (_what, token) => {
  expect(await statusOf(await token())).toBe(401)
})
