import { afterEach, expect, test } from 'vitest'
import { readConfig } from '#config'
import { openCdnTestApp } from '#test/cdn-test-app'
import { startCountingServer } from '#test/counting-server'
import { errorBody, failWith } from '#test/fake-cloudflare'
import { fieldsOf } from '#test/test-app'

const { service, db, save, config: shown, status } = await openCdnTestApp()
const { token } = service
const saveKey = (api_key: string) => save({ api_key: (service.token = api_key) })

afterEach(async () => {
  service.token = token
  service.held.clear()
  await db.deleteFrom('cdn_config').execute()
})

const key = `cfut_${'a'.repeat(32)}6789`
const other = `cfut_${'b'.repeat(32)}9999`
const storedKey = async () => (await db.selectFrom('cdn_config').select('api_key').executeTakeFirstOrThrow()).api_key

test('the configuration of the CDN is empty, then shown with its key masked, and stored encrypted', async () => {
  expect(await shown()).toEqual({ api_key: '', account_id: '', account_hash: '', images_domain: '', email: '' })
  expect((await saveKey(key)).json()).toEqual({ message: 'Config saved successfully!' })
  expect(await shown()).toEqual({ ...service.account, api_key: '••••••••6789' })
  const before = await storedKey()
  expect(before.includes('aaaaaaaa')).toBe(false)
  await save({ api_key: '••••••••6789', email: 'new@png.example' })
  expect(await storedKey()).toEqual(before)
  expect(await shown()).toMatchObject({ api_key: '••••••••6789', email: 'new@png.example' })
  // An outdated form.
  await saveKey(other)
  await save({ api_key: '••••••••6789', email: 'late@png.example' })
  expect(await shown()).toMatchObject({ api_key: '••••••••9999', email: 'late@png.example' })
  await db.deleteFrom('cdn_config').execute()
  const missing = { at: 'api_key', message: 'API Key is required' }
  expect(fieldsOf(await save({ api_key: '••••••••6789' }))).toEqual([400, [missing]])
})

test.each([
  ['api_key', '', 'API Key is required'],
  ['api_key', 'cfut_two\nlines', 'A key has letters, digits and signs alone, without spaces.'],
  ['api_key', 'cfut_\u200bkey', 'A key has letters, digits and signs alone, without spaces.'],
  ['account_id', '', 'Account ID is required'],
  ['account_id', 'short', 'An account ID has 32 characters, 0-9 and a-f.'],
  ['account_hash', '', 'Account Hash is required'],
  ['account_hash', 'a/b', 'An account hash has 10 to 64 letters, digits, - and _.'],
  ['images_domain', '', 'Images Domain is required'],
  ['email', '', 'Email is required'],
  ['email', 'no-address', 'Enter a valid email.'],
])('the configuration of the CDN reports what is wrong with %s: "%s"', async (at, value, message) => {
  expect(fieldsOf(await save({ [at]: value }))).toEqual([400, expect.arrayContaining([{ at, message }])])
})

test('the configuration of the CDN accepts a host name with scheme, slash or capitals', async () => {
  await save({ images_domain: ' HTTPS://Images.Example.org/ ' })
  expect(await shown()).toMatchObject({ images_domain: 'images.example.org' })
})

test.each([
  ...['127.0.0.1', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f000001', '2130706433'],
  ...['images.example.org:8080', 'user@images.example.org', 'images.example.org/path', 'a..b.example'],
])('the configuration of the CDN refuses any other host: %s', async (images_domain) => {
  expect((await save({ images_domain })).json().fields).toMatchObject([{ at: 'images_domain' }])
})

test('the format of a key decides: a token is sent alone, a global API key with its e-mail address', async () => {
  expect((await save()).json()).toEqual({ message: 'Config saved successfully!' })
  expect(new Set(service.calls.map((line) => line.split(' by ')[1]))).toEqual(new Set(['token']))
  service.calls = []
  expect((await save({ api_key: service.key })).statusCode).toBe(200)
  expect(new Set(service.calls.map((line) => line.split(' by ')[1]))).toEqual(new Set(['key']))
})

test.each([
  ['api_key', `cfut_${'w'.repeat(40)}`, 'Cloudflare does not accept the API key: Invalid access token (9109).'],
  ['api_key', 'no-key-at-all', 'Cloudflare does not accept the API key: Invalid request headers (6003).'],
  ['api_key', 'f'.repeat(37), 'Cloudflare does not accept the API key: Unknown X-Auth-Key or X-Auth-Email (9103).'],
  [
    'account_id',
    '0'.repeat(32),
    'Cloudflare Images does not know this account, or it is not booked there: Could not route to this account (7003).',
  ],
])('a wrong %s is reported at its field, and nothing is stored: %s', async (at, value, message) => {
  const answer = await save({ [at]: value })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, [{ at, message }]])
  expect(await db.selectFrom('cdn_config').selectAll().execute()).toEqual([])
})

test('a wrong hash is reported when the account has an image, of any name, that reveals the right one', async () => {
  service.held.set('my photo/1', { bytes: Buffer.alloc(0), from: 0 })
  const message = `This account delivers its images under the hash ${service.account.account_hash}.`
  const wrong = { account_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }
  expect(fieldsOf(await save(wrong))).toEqual([400, [{ at: 'account_hash', message }]])
  expect((await save()).statusCode).toBe(200)
})

test.each([
  ['does not reply', (request: { socket: { destroy(): void } }) => request.socket.destroy()],
  ['has a server error', failWith(503, 'busy')],
  ['limits the rate', failWith(429, errorBody(10429, 'Rate limited'))],
])('a CDN that %s does not prevent saving, and the admin reads why nothing happens yet', async (_, fault) => {
  service.faults = [fault as never]
  expect((await save()).json()).toEqual({ message: 'Config saved successfully!' })
  expect((await status()).trouble).toMatch(/^Cloudflare (does not answer|is in trouble|asks us to wait)/)
})

test('saving requests no admin input: neither hosts, nor ids with path segments, nor redirects', async () => {
  const { port, connections } = await startCountingServer()
  expect((await save({ images_domain: `127.0.0.1:${port}` })).statusCode).toBe(400)
  for (const account_id of ['..', `../../@127.0.0.1:${port}/`, `${'0'.repeat(30)}/x`])
    expect((await save({ account_id })).statusCode).toBe(400)
  // A name that resolves to this machine.
  await save({ images_domain: 'localtest.me' })
  service.faults = [failWith(302, '', { location: `http://127.0.0.1:${port}/` })]
  await save({ images_domain: 'images.png.example' })
  service.faults = [failWith(307, '', { location: `http://127.0.0.1:${port}/` })]
  await save()
  expect(connections()).toBe(0)
})

test('the API’s URL is the operator’s setting alone', () => {
  expect(readConfig({}).CLOUDFLARE_API).toBe('https://api.cloudflare.com/client/v4')
  expect(() => readConfig({ CLOUDFLARE_API: 'file:///etc/passwd' })).toThrow(/CLOUDFLARE_API/)
})
