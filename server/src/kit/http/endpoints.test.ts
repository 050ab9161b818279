import { api } from '@vitrine/contract/api'
import { apiBase } from '@vitrine/contract/endpoint'
import { describe, expect, test } from 'vitest'
import { createUser, openTestApp } from '#test/test-app'

const site = await openTestApp()
const { app } = site
const everyCall = Object.values(api).flatMap((group) => Object.values(group))
const url = (path: string) => apiBase + path.replaceAll(/:(\w+)/g, '1')

describe('access and input', () => {
  test.each(everyCall.filter((call) => call.access !== 'anyone'))(
    '$method $path asks a visitor to sign in, regardless of the body',
    async ({ method, path }) => {
      const answer = await app.inject({
        method,
        url: url(path),
        payload: 'nonsense',
        headers: { 'content-type': 'application/json' },
      })
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({ code: 'not_signed_in', message: 'Please sign in.' })
    },
  )

  test.each(everyCall.filter((call) => call.access === 'admin'))(
    '$method $path is forbidden to contributors',
    async ({ method, path }) => {
      const { headers } = await createUser(site)
      expect((await app.inject({ method, url: url(path), headers })).statusCode).toBe(403)
    },
  )

  test('a body that is not JSON is refused with a sentence of ours', async () => {
    const login = { method: 'POST', url: '/api/v1/accounts/user/login/' } as const
    const broken = await app.inject({ ...login, payload: '{"email":', headers: { 'content-type': 'application/json' } })
    expect([broken.statusCode, broken.json().code]).toEqual([400, 'not_json'])
    const plain = await app.inject({ ...login, payload: '{}', headers: { 'content-type': 'text/plain' } })
    expect([plain.statusCode, plain.json().code]).toEqual([415, 'wrong_type'])
    const proto = await app.inject({
      ...login,
      payload: '{"__proto__":{"role":"admin"}}',
      headers: { 'content-type': 'application/json' },
    })
    expect([proto.statusCode, proto.json().code]).toEqual([400, 'not_json'])
    const huge = await app.inject({ ...login, payload: { email: 'x'.repeat(2_000_000) } })
    expect([huge.statusCode, huge.json().code]).toEqual([413, 'too_large'])
  })

  test('an unknown call is a JSON 404 and never a page', async () => {
    const answer = await app.inject('/api/v1/nothing/here/')
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.json().code).toBe('no_such_call')
  })

  test('a query parameter given twice is refused', async () => {
    expect((await app.inject('/api/v1/images/approved/?page=1&page=2')).statusCode).toBe(400)
  })

  // It took half an hour while the pattern of an address ran over all of it.
  test('a megabyte of nonsense is refused by its length', async () => {
    const login = { method: 'POST', url: '/api/v1/accounts/user/login/' } as const
    const long = await app.inject({
      ...login,
      payload: { email: `${'@'.repeat(200_000)} `, password: 'x'.repeat(50_000) },
    })
    expect(long.json().fields[0]).toEqual({ at: 'email', message: 'Email must be at most 40 characters' })
  })

  test('text that cannot be stored is a 4xx, wherever it stands', async () => {
    for (const url of ['/api/v1/images/%00/', '/media/%00/640.webp', '/api/v1/images/download/%00/', '/image/%00/']) {
      expect([url, Math.floor((await app.inject(url)).statusCode / 100)]).toEqual([url, 4])
    }
    const email = 'a\u0000bcdefghij@people.example'
    const login = await app.inject({
      method: 'POST',
      url: '/api/v1/accounts/user/login/',
      payload: { email, password: 'glass-case' },
    })
    expect(login.json().fields[0].message).toBe('Email holds characters that cannot be shown')
  })

  test('an address that cannot be decoded is a 404 with an error body', async () => {
    for (const url of ['/%zz', '/api/v1/images/%E0%A4%A/']) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'no_such_call'])
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
    }
    for (const url of ['//:?a', '//[?x']) expect((await app.inject(url)).statusCode).toBeLessThan(500)
  })

  test('a content type without a body is no body', async () => {
    const { headers } = await createUser(site)
    const url = '/api/v1/images/delete/1/'
    const answer = await app.inject({
      method: 'DELETE',
      url,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect(answer.statusCode).toBe(404)
  })

  test('every response has the security headers and sets no cookie', async () => {
    for (const address of ['/', '/api/v1/images/approved/', '/api/v1/nothing/', '/media/x/y', '/%zz']) {
      const { headers } = await app.inject(address)
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers).not.toHaveProperty('set-cookie')
    }
  })
})

describe('the OpenAPI document', () => {
  test('lists every call of the contract with its access, in OpenAPI 3.1', async () => {
    const description = (await app.inject('/api/v1/openapi.json')).json()
    expect(description.openapi).toBe('3.1.0')
    for (const call of everyCall) {
      const operation = description.paths[call.path.replaceAll(/:(\w+)/g, '{$1}')][call.method.toLowerCase()]
      expect(operation).toMatchObject({ summary: call.summary, 'x-access': call.access })
    }
  })

  test('lists every status that a call can answer with, and the codes of each', async () => {
    const { paths } = (await app.inject('/api/v1/openapi.json')).json()
    const statuses = ({ responses }: { responses: object }) => Object.keys(responses).map(Number)
    const verify = paths['/token/verify/'].post
    expect(statuses(verify)).toEqual([200, 400, 401, 413, 415, 500, 503])
    expect(verify.responses[401]).toMatchObject({ description: 'Please sign in.', 'x-codes': ['not_signed_in'] })
    const upload = paths['/images/upload/'].post
    expect(statuses(upload)).toEqual([201, 400, 401, 403, 409, 413, 415, 429, 500, 503, 507])
    expect(upload.responses[503]['x-codes']).toEqual(['busy', 'overloaded', 'unavailable'])
    expect(statuses(paths['/images/download/{cloudflare_id}/'].get)).toEqual([
      200, 206, 304, 400, 404, 410, 416, 429, 500, 503, 507,
    ])
  })

  test('states the limits of a field by the numbers that validate it', async () => {
    const { paths } = (await app.inject('/api/v1/openapi.json')).json()
    const { properties } = paths['/accounts/user/login/'].post.requestBody.content['application/json'].schema
    expect(properties.password).toMatchObject({ type: 'string', minLength: 5, maxLength: 15 })
    const [id] = paths['/images/update/{id}/'].put.parameters
    expect(id).toMatchObject({ name: 'id', in: 'path', schema: { type: 'integer', minimum: 1 } })
  })
})
