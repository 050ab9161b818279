import { readdirSync } from 'node:fs'
import { apiBase } from '@vitrine/contract/endpoint'
import { feedPaths } from '@vitrine/contract/feeds'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { saveProfile } from '#test/profile'
import { createImage, openAppWithPeople } from '#test/test-app'

// Headers of one answer of each kind, asked for by a page of another site.

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
  ['the icon by its usual name', '/favicon.ico', 302, ''],
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
  for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'x-powered-by', 'via'])
    expect(headers).not.toHaveProperty(name)
})

test('files of images that are not public can be shown by this site alone', async () => {
  const policy = async (url: string) => (await app.inject(url)).headers['cross-origin-resource-policy']
  expect(await policy(hidden.cloudflare_url)).toBe('same-origin')
  expect(await policy(image.cloudflare_url)).toBe('cross-origin')
})

test.each(kinds.filter(([, url, status]) => status === 200 && /\/media\/|\/download\//.test(url)))(
  'HEAD of %s answers the headers of GET, also for a part',
  async (_what, url) => {
    for (const headers of [{}, { range: 'bytes=10-19' }] as Record<string, string>[]) {
      const whole = await app.inject({ url, headers })
      const head = await app.inject({ method: 'HEAD', url, headers })
      expect([whole.statusCode, head.statusCode]).toEqual(headers.range ? [206, 206] : [200, 200])
      expect(Number(whole.headers['content-length'])).toBe(whole.rawPayload.length)
      expect(head.rawPayload.length).toBe(0)
      const ofThisAnswer = { date: '', 'x-request-id': '' }
      expect({ ...head.headers, ...ofThisAnswer }).toEqual({ ...whole.headers, ...ofThisAnswer })
    }
  },
)
