import { api } from '@vitrine/contract/api'
import { apiBase, type Endpoint, fillPath } from '@vitrine/contract/endpoint'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, multipart, openTestApp } from '#test/test-app'

const site = await openTestApp()
const { app } = site
const [contributor, admin] = [await createUser(site), await createUser(site, 'admin')]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

describe('HEAD of a file answers the headers of GET', async () => {
  const png = aPng({ width: 900, height: 600, seed: 1 })
  const { cloudflare_id } = await createImage(site, contributor, { png, title: 'Vase' }, admin)
  const parts = [
    { name: 'first_name', value: 'Ada' },
    { name: 'last_name', value: 'Byron' },
    { name: 'image', value: await sharp(png).png().toBuffer(), filename: 'a.png' },
  ]
  const url = `${apiBase}/accounts/user/profile/update/`
  const avatar = (await app.inject({ method: 'PATCH', url, ...multipart(parts, contributor.headers) })).json().user
    .image

  test.each([
    ['an original', `/media/${cloudflare_id}/original.png`],
    ['a variant', `/media/${cloudflare_id}/640.webp`],
    ['an avatar', new URL(avatar, 'http://localhost').pathname],
    ['a download', `${apiBase}/images/download/${cloudflare_id}/`],
    ['a converted download', `${apiBase}/images/download/${cloudflare_id}/?format=webp`],
  ])('%s', async (_what, url) => {
    for (const headers of [{}, { range: 'bytes=10-19' }] as Record<string, string>[]) {
      const whole = await app.inject({ url, headers })
      const head = await app.inject({ method: 'HEAD', url, headers })
      expect([whole.statusCode, head.statusCode]).toEqual(headers.range ? [206, 206] : [200, 200])
      expect(Number(whole.headers['content-length'])).toBe(whole.rawPayload.length)
      expect(head.rawPayload.length).toBe(0)
      const ofThisAnswer = { date: '', 'x-request-id': '' }
      expect({ ...head.headers, ...ofThisAnswer }).toEqual({ ...whole.headers, ...ofThisAnswer })
    }
  })
})

describe('a method that an address does not take is answered 405 with the methods that it takes', () => {
  const byPath = Map.groupBy(
    Object.values(api).flatMap((group) => Object.values(group) as Endpoint[]),
    ({ path }) => path,
  )
  test.each([...byPath])('%s', async (path, endpoints) => {
    const allowed: string[] = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    const url = apiBase + fillPath(path, { id: 1, slug: 'x', cloudflare_id: 'x', uidb64: 'x', token: 'x' })
    for (const method of methods) {
      const { statusCode, headers, body } = await app.inject({
        method,
        url,
        ...(!['GET', 'HEAD'].includes(method) && { payload: 'x', headers: { 'content-type': 'text/plain' } }),
      })
      if (allowed.includes(method)) {
        expect([method, statusCode, headers.allow]).toEqual([method, expect.not.toSatisfy(is405), undefined])
        continue
      }
      expect([method, statusCode]).toEqual([method, method === 'OPTIONS' ? 204 : 405])
      expect(String(headers.allow).split(', ').toSorted()).toEqual([...new Set(allowed), 'OPTIONS'].toSorted())
      if (method !== 'OPTIONS' && method !== 'HEAD') expect(JSON.parse(body).code).toBe('method_not_allowed')
    }
  })

  test.each([
    `${apiBase}/openapi.json`,
    '/',
    '/about/',
    '/media/x/640.webp',
    '/media/avatars/x',
    '/robots.txt',
    '/.well-known/security.txt',
  ])('%s', async (url) => {
    const { statusCode, headers } = await app.inject({ method: 'POST', url, payload: 'a=b' })
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('but an address of the API that there is not is a 404 for every method', async () => {
    for (const method of methods) {
      const { statusCode } = await app.inject({ method, url: `${apiBase}/nothing/here/` })
      expect([method, statusCode]).toEqual([method, 404])
    }
  })
})

const is405 = (status: number) => status === 405
