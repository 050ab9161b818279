import { readdirSync } from 'node:fs'
import { apiBase } from '@vitrine/contract/endpoint'
import { feedPaths } from '@vitrine/contract/feeds'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { saveProfile } from '#test/profile'
import { createImage, openAppWithPeople } from '#test/test-app'

// Headers of one answer of each kind, accepts for by a page of another site.

const settings = { SITE_URL: 'https://png.example', CONTACT_EMAIL: 'hello@png.example' }
const { testApp: site, app, ada, admin } = await openAppWithPeople(settings)
const image = await createImage(site, ada, { png: aPng({ seed: 1 }), title: 'Vase' }, admin)
const hidden = await createImage(site, ada, { png: aPng({ seed: 2 }), title: 'Waiting' })
const avatar = (await saveProfile(site, ada, {}, aPng({ seed: 3 }))).json().user.image

const built = new URL('../../../web/dist/client/assets/', import.meta.url)
const asset = (pattern: RegExp) => `/assets/${readdirSync(built).find((name) => pattern.test(name))}`

const html = 'text/html; charset=utf-8'
const json = 'application/json; charset=utf-8'
const kinds: [what: string, url: string, status: number, type: string][] = [
  ['a page', '/', 200, html],
  ['a page of the back office', `/contributor/${ada.username}/`, 200, html],
  ['a page whose address holds a secret', '/confirm-password/MQ/x/', 200, html],
  ['a missing page', '/nowhere/', 404, html],
  ['a redirect', '/about', 301, ''],
  ['a call', `${apiBase}/images/approved/`, 200, json],
  ['a refused call', `${apiBase}/accounts/users-list/`, 401, json],
  ['a missing call', `${apiBase}/nowhere/`, 404, json],
  ['the description of the API', `${apiBase}/openapi.json`, 200, json],
  ['an original', `/media/${image.cloudflare_id}/original.png`, 200, 'image/png'],
  ['a preview', `/media/${image.cloudflare_id}/640.webp`, 200, 'image/webp'],
  ['a preview of an image that is not public', hidden.cloudflare_url, 200, 'image/webp'],
  ['a download', `${apiBase}/images/download/${image.cloudflare_id}/`, 200, 'image/png'],
  ['a converted download', `${apiBase}/images/download/${image.cloudflare_id}/?format=webp`, 200, 'image/webp'],
  ['a missing file', '/media/x/640.webp', 404, json],
  ['an avatar', new URL(avatar, 'https://png.example').pathname, 200, 'image/webp'],
  ['a feed', feedPaths.newest, 200, 'application/atom+xml; charset=utf-8'],
  ['the sitemap', '/sitemap.xml', 200, 'application/xml; charset=utf-8'],
  ['the icon by its usual name', '/favicon.ico', 200, 'image/vnd.microsoft.icon'],
  ['the icon of a home screen', '/apple-touch-icon.png', 200, 'image/png'],
  ['robots.txt', '/robots.txt', 200, 'text/plain; charset=utf-8'],
  ['security.txt', '/.well-known/security.txt', 200, 'text/plain; charset=utf-8'],
  ['a script', asset(/\.js$/), 200, 'application/javascript; charset=utf-8'],
  ['a style sheet', asset(/\.css$/), 200, 'text/css; charset=utf-8'],
  ['the typeface', asset(/\.woff2$/), 200, 'font/woff2'],
]

test.each(kinds)('%s says what it is, and what a browser may do with it', async (_what, url, status, type) => {
  const answer = await app.inject({ url, headers: { origin: 'https://evil.example' } })
  const { headers } = answer
  expect([answer.statusCode, headers['content-type'] ?? '']).toEqual([status, type])
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=31536000',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
    'referrer-policy': url.startsWith('/confirm-') ? 'no-referrer' : 'strict-origin-when-cross-origin',
  })
  if (type === html && status === 200) {
    expect(headers['content-security-policy']).toContain("base-uri 'none'; object-src 'none'")
    expect(headers['content-security-policy']).not.toContain('unsafe')
  }
  for (const name of ['set-cookie', 'server', 'x-powered-by', 'via']) expect(headers).not.toHaveProperty(name)
  const isForAnyOrigin =
    /^\/media\/(?!x|avatars)|^\/api\/.*(approved|download|openapi)/.test(url) && url !== hidden.cloudflare_url
  expect(headers['access-control-allow-origin']).toBe(isForAnyOrigin ? '*' : undefined)
  expect(headers).not.toHaveProperty('access-control-allow-credentials')
})

test('a picture is saved under the name of its image', async () => {
  const { headers } = await app.inject(`/media/${image.cloudflare_id}/640.webp`)
  expect(headers['content-disposition']).toMatch(/^inline; filename="vase\.webp"/)
})

test('files of images that are not public can be shown by this site alone', async () => {
  const policy = async (url: string) => (await app.inject(url)).headers['cross-origin-resource-policy']
  expect(await policy(hidden.cloudflare_url)).toBe('same-origin')
  expect(await policy(image.cloudflare_url)).toBe('cross-origin')
})

const sentFiles = kinds.filter(([, url, status]) => status === 200 && /\/media\/|\/download\//.test(url))
test.each(sentFiles)('HEAD of %s answers the headers of GET, and no part of it', async (_what, url) => {
  const whole = await app.inject({ url })
  expect([whole.statusCode, Number(whole.headers['content-length'])]).toEqual([200, whole.rawPayload.length])
  for (const headers of [{}, { range: 'bytes=10-19' }]) {
    const head = await app.inject({ method: 'HEAD', url, headers })
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
    const ofThisAnswer = { date: '', 'x-request-id': '' }
    expect({ ...head.headers, ...ofThisAnswer }).toEqual({ ...whole.headers, ...ofThisAnswer })
  }
  const beyond = await app.inject({ url, headers: { range: 'bytes=99999999-' } })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${whole.rawPayload.length}`])
})

const conditional = kinds.filter(
  ([, url, status]) => status === 200 && !/security.txt|confirm-|icon|^\/assets/.test(url),
)

test.each(conditional)('%s is not sent again to who has it, and not to who wants another', async (_what, url) => {
  const { etag } = (await app.inject({ url })).headers as { etag: string }
  const opaque = etag.replace(/^W\//, '')
  const statusOf = async (headers: Record<string, string>) => (await app.inject({ url, headers })).statusCode
  for (const known of [etag, opaque, `W/${opaque}`, `"a", ${etag}`, `"a,b",W/"c" , ${opaque}`, '*'])
    expect([known, await statusOf({ 'if-none-match': known })]).toEqual([known, 304])
  for (const other of ['"a"', 'W/"a", "b"', '']) expect(await statusOf({ 'if-none-match': other })).toBe(200)
  expect(await statusOf({ 'if-match': '"a", "b"' })).toBe(412)
  expect(await statusOf({ 'if-match': '*' })).toBe(200)
})

test('an error is sent whatever copy a client has, and an asset that changed is 412', async () => {
  const missing = await app.inject('/nowhere/')
  for (const tag of [String(missing.headers.etag), '*']) {
    const again = await app.inject({ url: '/nowhere/', headers: { 'if-none-match': tag } })
    expect(again.statusCode).toBe(404)
  }
  expect((await app.inject({ url: asset(/\.css$/), headers: { 'if-match': '"x"' } })).statusCode).toBe(412)
})

test.each([
  [undefined, undefined],
  ['gzip;q=0', undefined],
  ['identity;q=1, br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.5, br;q=0.1', 'gzip'],
  ['BR', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
])('who accepts the encodings %s is sent %s', async (accepted, encoding) => {
  for (const url of ['/', `${apiBase}/images/approved/`, `${apiBase}/openapi.json`, '/sitemap.xml', '/robots.txt']) {
    const accepts = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const { headers } = await app.inject({ url, headers: accepts })
    const vary = expect.stringContaining('accept-encoding')
    expect([url, headers['content-encoding'], headers.vary]).toEqual([url, encoding, vary])
  }
})

test('who is not signed in is told how (RFC 6750), and blanks between scheme and token do not matter', async () => {
  const ask = (authorization?: string) =>
    app.inject({ url: `${apiBase}/images/pending/`, headers: authorization === undefined ? {} : { authorization } })
  expect((await ask()).headers['www-authenticate']).toBe('Bearer')
  expect((await ask('Bearer x')).headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect((await ask(admin.headers.authorization.replace(' ', '   '))).statusCode).toBe(200)
})
