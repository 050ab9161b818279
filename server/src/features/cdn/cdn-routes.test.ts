import { describe, expect, test } from 'vitest'
import { createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const [admin, ada] = [await createUser(testApp, 'admin'), await createUser(testApp)]

const config = {
  api_key: 'cfut_abcdefghijklmnopqrstuvwxyz0123456789',
  account_id: '0123456789abcdef0123456789abcdef',
  account_hash: 'Vi7wi5KSItxGFsWRG2Us6Q',
  images_domain: 'imagedelivery.net',
  email: 'ops@png.example',
}
const url = '/api/v1/configuration/cloudflare/config/'
const save = (payload: object, { headers } = admin) => app.inject({ method: 'POST', url, payload, headers })
const shown = async () => (await app.inject({ url, headers: admin.headers })).json()

describe('the configuration of the CDN', () => {
  test('is empty at first, then shown with its key masked', async () => {
    expect(await shown()).toEqual({ api_key: '', account_id: '', account_hash: '', images_domain: '', email: '' })
    expect((await save(config)).json()).toEqual({ message: 'Config saved successfully!' })
    expect(await shown()).toEqual({ ...config, api_key: '••••••••6789' })
  })

  test('stores its key encrypted, and keeps it when the mask is sent back', async () => {
    const storedKey = async () =>
      (await db.selectFrom('cdn_config').select('api_key').executeTakeFirstOrThrow()).api_key
    await save(config)
    const before = await storedKey()
    expect(before.includes('abcdefgh')).toBe(false)
    await save({ ...config, api_key: '••••••••6789', email: 'new@png.example' })
    expect(await storedKey()).toEqual(before)
    expect(await shown()).toMatchObject({ api_key: '••••••••6789', email: 'new@png.example' })
    await save({ ...config, api_key: 'cfut_another-key-of-forty-characters-9999' })
    expect(await shown()).toMatchObject({ api_key: '••••••••9999' })
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
  ])('reports what is wrong with %s: "%s"', async (at, value, message) => {
    const answer = await save({ ...config, [at]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toContainEqual({ at, message })
  })

  test('keeps the current key when an admin submits an outdated form', async () => {
    await save({ ...config, api_key: 'cfut_another-key-of-forty-characters-9999' })
    await save({ ...config, api_key: '••••••••6789', email: 'late@png.example' })
    expect(await shown()).toMatchObject({ api_key: '••••••••9999', email: 'late@png.example' })
    await db.deleteFrom('cdn_config').execute()
    expect((await save({ ...config, api_key: '••••••••6789' })).json().fields).toEqual([
      { at: 'api_key', message: 'API Key is required' },
    ])
  })

  test('accepts a host name with scheme, slash or capitals', async () => {
    await save({ ...config, images_domain: ' HTTPS://Images.Example.org/ ' })
    expect(await shown()).toMatchObject({ images_domain: 'images.example.org' })
  })

  test.each([
    '127.0.0.1',
    'localhost',
    'images.example.org:8080',
    'user@images.example.org',
    'images.example.org/path',
    '[::1]',
    'a..b.example',
    '169.254.169.254',
  ])('refuses any other host: %s', async (images_domain) => {
    expect((await save({ ...config, images_domain })).json().fields).toMatchObject([{ at: 'images_domain' }])
  })

  test('is for admins only', async () => {
    expect((await save(config, ada)).statusCode).toBe(403)
  })
})
