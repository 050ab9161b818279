import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { calls, urlOfCall } from '#test/calls'
import { codeOf, createUser, openTestApp } from '#test/test-app'

const site = await openTestApp()
const { app } = site
const everyCall = Object.values(calls)
const login = { method: 'POST', url: '/api/v1/accounts/user/login/' } as const
const json = { 'content-type': 'application/json' }

const guarded = everyCall.filter((call) => call.access !== 'anyone')
test.each(guarded)('$method $path asks a visitor to sign in, regardless of the body', async (call) => {
  const answer = await app.inject({ method: call.method, url: urlOfCall(call), payload: 'nonsense', headers: json })
  expect([answer.statusCode, answer.json()]).toEqual([401, { code: 'not_signed_in', message: 'Please sign in.' }])
})

test.each([
  ['{"email":', json, 400, 'not_json'],
  ['{}', { 'content-type': 'text/plain' }, 415, 'wrong_type'],
  ['{"__proto__":{"role":"admin"}}', json, 400, 'not_json'],
  [JSON.stringify({ email: 'x'.repeat(2_000_000) }), json, 413, 'too_large'],
])('a body that is not taken is refused with a sentence of ours', async (payload, headers, status, code) => {
  expect(codeOf(await app.inject({ ...login, payload, headers }))).toEqual([status, code])
})

test('a query parameter given twice is refused', async () => {
  expect((await app.inject('/api/v1/images/approved/?page=1&page=2')).statusCode).toBe(400)
})

// A megabyte of nonsense took half an hour while the pattern of an address ran over all of it.
test.each([
  ['is too long', `${'@'.repeat(200_000)} `, 'Email must be at most 40 characters'],
  ['cannot be stored', 'a\u0000bcdefghij@people.example', 'Email holds characters that cannot be shown'],
])('text that %s is refused, and named', async (_, email, message) => {
  const answer = await app.inject({ ...login, payload: { email, password: 'x'.repeat(50_000) } })
  expect(answer.json().fields[0]).toEqual({ at: 'email', message })
})

test('a content type without a body is no body', async () => {
  const headers = { ...(await createUser(site)).headers, ...json }
  expect((await app.inject({ method: 'DELETE', url: '/api/v1/images/delete/1/', headers })).statusCode).toBe(404)
})

const document = await app.inject('/api/v1/openapi.json')
const { openapi, paths, components } = document.json()

test('the OpenAPI document lists every call of the contract with its access, in OpenAPI 3.1', () => {
  expect(openapi).toBe('3.1.0')
  for (const call of everyCall) {
    const operation = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')][call.method.toLowerCase()]
    expect(operation).toMatchObject({ summary: call.summary, 'x-access': call.access })
  }
})

test('the OpenAPI document lists every status that a call can answer with, and the codes of each', () => {
  const statuses = ({ responses }: { responses: object }) => Object.keys(responses).map(Number)
  const verify = paths['/token/verify/'].post
  expect(statuses(verify)).toEqual([200, 400, 401, 413, 415, 500, 503])
  const codesOf = (response: { content: { 'application/json': { schema: { allOf: [object, object] } } } }) =>
    response.content['application/json'].schema.allOf[1]
  expect(verify.responses[401]).toMatchObject({ description: 'Please sign in.', headers: { 'WWW-Authenticate': {} } })
  expect(codesOf(verify.responses[401])).toMatchObject({ properties: { code: { enum: ['not_signed_in'] } } })
  const upload = paths['/images/upload/'].post
  expect(statuses(upload)).toEqual([201, 400, 401, 403, 409, 413, 415, 429, 500, 503, 507])
  const overload = { properties: { code: { enum: ['busy', 'overloaded', 'unavailable'] } } }
  expect(codesOf(upload.responses[503])).toMatchObject(overload)
  expect(statuses(paths['/images/download/{cloudflare_id}/'].get)).toEqual([
    200, 206, 304, 400, 404, 410, 416, 429, 500, 503, 507,
  ])
})

test('the OpenAPI document states the limits of a field by the numbers that validate it', () => {
  const { properties } = paths['/accounts/user/login/'].post.requestBody.content['application/json'].schema
  expect(properties.password).toMatchObject({ type: 'string', minLength: 5, maxLength: 15 })
  const [id] = paths['/images/update/{id}/'].put.parameters
  expect(id).toMatchObject({ name: 'id', in: 'path', schema: { type: 'integer', minimum: 1 } })
})

test('the OpenAPI document is valid, by a linter of others, and states schemas of the same kind once', async () => {
  // The slashes at the end are those of the requirements.
  const rules = { 'no-path-trailing-slash': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: document.body, config })
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
  const names = ['Card', 'Error', 'Image', 'Keyword', 'ManagedImage', 'Profile', 'User']
  expect(Object.keys(components.schemas).toSorted()).toEqual(names)
})

test('the OpenAPI document says of files what they are, and what may be asked for', () => {
  const binary = { type: 'string', contentMediaType: 'application/octet-stream' }
  const partsOf = (path: string, method: string) =>
    paths[path][method].requestBody.content['multipart/form-data'].schema.properties
  expect(partsOf('/images/upload/', 'post')).toMatchObject({ images: { type: 'array', items: binary } })
  expect(partsOf('/images/file/{id}/', 'put')).toMatchObject({ image: binary })
  expect(partsOf('/accounts/user/profile/update/', 'patch')).toMatchObject({ image: binary })
  const typesOf = (path: string) => Object.keys(paths[path].get.responses[200].content)
  expect(typesOf('/images/export/csv/')).toEqual(['text/csv'])
  expect(typesOf('/images/download/{cloudflare_id}/')).toEqual(['image/png', 'image/webp'])
  expect(paths['/images/download/{cloudflare_id}/'].head.responses[200]).toMatchObject({ headers: { ETag: {} } })
  const named = (path: string, name: string) =>
    paths[path].get.parameters.find((one: { name: string }) => one.name === name).schema
  expect(named('/images/download/{cloudflare_id}/', 'size').enum).toEqual([256, 512, 1024, 2048])
  expect(named('/images/approved/', 'colour').enum).toContain('red')
  expect(paths['/images/approved/'].get.security).toEqual([])
})
