import { afterAll, expect, test } from 'vitest'
import { startLoggingMain, stopMainProcesses } from '#test/main-process'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople, withoutJobs } from '#test/test-app'

const { testApp: site, ada, admin } = await openAppWithPeople({}, withoutJobs)
await createImage(site, ada, { png: aPng({ seed: 1 }), title: 'Red kite', keywords: 'kite' }, admin)

afterAll(stopMainProcesses)
const settings = { DATA_DIR: site.folder, DATABASE_URL: site.databaseUrl, TRUST_PROXY: '127.0.0.1', SLOW_QUERY_MS: '1' }
const behindProxy = startLoggingMain(settings)
const address = await behindProxy.address

const id = '2f1c9c1e-request-of-the-proxy'
const forwarded = { 'x-request-id': id, 'x-forwarded-for': '192.0.2.7' }
const json = { 'content-type': 'application/json' }

const idOf = async (headers: Record<string, string> = {}, path = '/about/') =>
  (await fetch(address + path, { headers })).headers.get('x-request-id')

test('a request has an id that every answer tells', async () => {
  const ids = await Promise.all(['/', '/nothing/', '/api/v1/nothing/', '/healthz'].map((path) => idOf({}, path)))
  for (const one of ids) expect(one).toMatch(/^[\da-f]{8}-[\da-z]+$/)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a request has an id of a trusted proxy, when it gave one that can be logged', async () => {
  expect(await idOf(forwarded)).toBe(id)
  for (const other of ['short', 'x'.repeat(65), 'with a space in it', '{"json":"injected"}'])
    expect(await idOf({ ...forwarded, 'x-request-id': other })).not.toBe(other)
})

test('a request has an id of our own when anyone else sends one', async () => {
  const withoutProxy = await site.app.inject({ url: '/about/', headers: forwarded })
  expect(withoutProxy.headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-z]+$/)
  expect(await idOf({ 'x-request-id': id })).not.toBe(id) // it forwards for no one
})

test('a request has an id that the job which it queued logs with', async () => {
  const sent = { method: 'POST', headers: json, body: JSON.stringify({ email: ada.email }) }
  const answer = await fetch(`${address}/api/v1/accounts/user/forgot-password/`, sent)
  const mail = () => behindProxy.lines.find(({ msg }) => msg.includes('e-mail was written'))
  await expect.poll(() => mail()?.request, { timeout: 10_000 }).toBe(answer.headers.get('x-request-id'))
})

test('a slow statement is logged with its request and route, and without what was typed', async () => {
  const before = behindProxy.lines.length
  await Promise.all([
    fetch(`${address}/?title=zebrafinch`, { headers: forwarded }),
    fetch(`${address}/api/v1/images/approved/?title=zebrafinch&category=zebra`, { headers: forwarded }),
    fetch(`${address}/api/v1/accounts/user/login/`, {
      method: 'POST',
      headers: { ...json, ...forwarded },
      body: JSON.stringify({ email: 'zebrafinch@people.example', password: 'zebrafinch-password' }),
    }),
  ])
  const slow = () => behindProxy.lines.slice(before).filter(({ msg }) => msg === 'A statement took long')
  const own = () => slow().filter(({ request }) => request === id)
  await expect.poll(() => own().map(({ origin }) => origin)).toContain('GET /api/v1/images/approved/')
  expect(slow().every(({ statement, pool }) => /^\S.*$/.test(statement!) && pool?.startsWith('vitrine'))).toBe(true)
  expect(JSON.stringify(behindProxy.lines)).not.toContain('zebra')
})
