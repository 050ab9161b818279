import { apiBase } from '@vitrine/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { calls as callsByName, namesOfCalls, urlOfCall } from '#test/calls'
import { openAppWithPeople, openTestApp } from '#test/test-app'

// Which methods the calls take, and what pages of other sites, and those who invent headers, can make this site do.

const { testApp: site, app, db, admin } = await openAppWithPeople()
const calls = Object.values(callsByName)
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

describe('a method that an address does not take is answered 405 with the methods that it takes', () => {
  const byPath = Map.groupBy(calls, ({ path }) => path)
  test.each([...byPath])('%s', async (_path, endpoints) => {
    const allowed: string[] = endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method))
    const url = urlOfCall(endpoints[0]!)
    for (const method of methods) {
      const { statusCode, headers, body } = await app.inject({
        method,
        url,
        ...(!['GET', 'HEAD'].includes(method) && { payload: 'x', headers: { 'content-type': 'text/plain' } }),
      })
      if (allowed.includes(method)) {
        expect([method, statusCode]).not.toEqual([method, 405])
        expect(headers.allow).toBeUndefined()
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
    '/favicon.ico',
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

test.each(calls)('a call is answered without its last slash as with it: $method $path', async (call) => {
  const ask = async (url: string) => {
    const { statusCode, body } = await app.inject({ method: call.method, url })
    return [statusCode, statusCode < 400 || JSON.parse(body).code]
  }
  const url = urlOfCall(call)
  const answer = await ask(url)
  expect(answer).not.toContain('no_such_call')
  expect(await ask(url.slice(0, -1))).toEqual(answer)
})

test('an address in another encoding is a page', async () => {
  for (const url of ['/image/caf%E9/', '/%E0%A4%A/']) {
    const { statusCode, headers } = await app.inject(url)
    expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'text/html; charset=utf-8'])
  }
})

/** What a form or a script of another site can send without asking first (a preflight request of CORS). */
const simpleTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', undefined]

const publicReads = namesOfCalls({
  gallery: 'approved keywords suggestions one download oembed',
  tray: 'cards zip',
  highlights: 'today',
  contributors: 'images',
}).map((name) => callsByName[name]!)

const withBody = calls.filter(({ method, body }) => method !== 'GET' && body)
test.each(withBody)('a page of another site cannot send the body of $method $path', async (call) => {
  for (const type of simpleTypes) {
    const headers = { ...admin.headers, ...(type && { 'content-type': type }) }
    const sent = { method: call.method, headers, payload: '{"email":"a@people.example"}' }
    const { statusCode } = await app.inject({ url: urlOfCall(call), ...sent })
    expect([400, 415], String(type)).toContain(statusCode)
  }
})

test('a page of another site may read what is public after a preflight, without credentials', async () => {
  for (const call of calls) {
    const { statusCode, headers } = await app.inject({
      method: 'OPTIONS',
      url: urlOfCall(call),
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': call.method,
        'access-control-request-headers': 'authorization, content-type',
      },
    })
    expect([call.path, statusCode]).toEqual([call.path, 204])
    const isPublic = publicReads.includes(call)
    const methods = isPublic ? 'GET, HEAD' : undefined
    expect([call.path, headers['access-control-allow-methods']]).toEqual([call.path, methods])
    expect(headers['access-control-allow-origin']).toBe(isPublic ? '*' : undefined)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(String(headers['access-control-allow-headers'])).not.toContain('authorization')
  }
})

test('pages of other sites may ask for pictures of the library in parts, and for no portraits', async () => {
  const originOf = async (url: string) =>
    (await app.inject({ method: 'OPTIONS', url })).headers['access-control-allow-origin']
  expect(await originOf('/media/px-2b64/640.webp')).toBe('*')
  expect(await originOf('/media/avatars/ada.webp')).toBeUndefined()
})

const failedLogin = async (at: typeof site, remoteAddress: string, forwarded: string) => {
  const headers = { 'x-forwarded-for': forwarded, 'x-real-ip': forwarded, forwarded: `for=${forwarded}` }
  const payload = { email: 'unknown@people.example', password: 'glass-case' }
  await at.app.inject({ method: 'POST', url: `${apiBase}/accounts/user/login/`, payload, headers, remoteAddress })
  const last = await at.db.selectFrom('audit').select('address').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return last.address
}

test('the address of a client is that of the connection where no proxy is named', async () => {
  expect(await failedLogin(site, '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(await db.selectFrom('audit').select('id').where('address', '=', '198.51.100.1').execute()).toEqual([])
})

test('the address of a client is told by a named proxy alone, and is what this one adds', async () => {
  const behindProxy = await openTestApp({ TRUST_PROXY: '10.0.0.1' })
  expect(await failedLogin(behindProxy, '203.0.113.9', '198.51.100.1')).toBe('203.0.113.9')
  expect(await failedLogin(behindProxy, '10.0.0.1', '198.51.100.1')).toBe('198.51.100.1')
  expect(await failedLogin(behindProxy, '10.0.0.1', '192.0.2.66, 198.51.100.1')).toBe('198.51.100.1')
})
