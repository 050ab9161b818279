import { createInterface } from 'node:readline'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startMain, stopMainProcesses } from '#test/main-process'
import { aPng } from '#test/png'
import { createImage, openAppWithPeople, withoutJobs } from '#test/test-app'

const { testApp: site, ada, admin } = await openAppWithPeople({}, withoutJobs)
await createImage(site, ada, { png: aPng({ seed: 1 }), title: 'Red kite', keywords: 'kite' }, admin)

interface Line {
  msg: string
  request?: string
  origin?: string
  statement?: string
  pool?: string
}

/** What `npm start` runs, and the lines of its log. */
async function startSite(settings: Record<string, string>) {
  const environment = { DATA_DIR: site.folder, DATABASE_URL: site.databaseUrl, IMAGE_WORKERS: '1', ...settings }
  const main = startMain(environment)
  const logged: Line[] = []
  const address = await new Promise<string>((resolve) => {
    createInterface(main.stdout!).on('line', (line) => {
      const ready = /is ready at (\S+)/.exec(line)?.[1]
      if (ready) resolve(ready)
      if (line.startsWith('{')) logged.push(JSON.parse(line))
    })
  })
  return { address, logged }
}
afterAll(stopMainProcesses)
const behindProxy = await startSite({ TRUST_PROXY: '127.0.0.1', SLOW_QUERY_MS: '1' })
const direct = await startSite({ SLOW_QUERY_MS: '0' })

const id = '2f1c9c1e-request-of-the-proxy'
const forwarded = { 'x-request-id': id, 'x-forwarded-for': '192.0.2.7' }
const json = { 'content-type': 'application/json' }

const forgotPassword = (address: string, headers: Record<string, string>) =>
  fetch(`${address}/api/v1/accounts/user/forgot-password/`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify({ email: ada.email }),
  })

describe('a request has an id', () => {
  const idOf = async (address: string, headers: Record<string, string> = {}, path = '/about/') =>
    (await fetch(address + path, { headers })).headers.get('x-request-id')

  test('that every answer tells', async () => {
    const ids = await Promise.all(
      ['/', '/nothing/', '/api/v1/nothing/', '/healthz'].map((path) => idOf(direct.address, {}, path)),
    )
    for (const one of ids) expect(one).toMatch(/^[\da-f]{8}-[\da-z]+$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('of a trusted proxy, when it gave one that can be logged', async () => {
    expect(await idOf(behindProxy.address, forwarded)).toBe(id)
    for (const other of ['short', 'x'.repeat(65), 'with a space in it', '{"json":"injected"}'])
      expect(await idOf(behindProxy.address, { ...forwarded, 'x-request-id': other })).not.toBe(other)
  })

  test('of our own when anyone else sends one', async () => {
    expect(await idOf(direct.address, forwarded)).not.toBe(id)
    expect(await idOf(behindProxy.address, { 'x-request-id': id })).not.toBe(id) // it forwards for no one
  })

  test('that the job which it queued logs with', async () => {
    direct.logged.length = 0
    const answer = await forgotPassword(direct.address, {})
    const isMail = ({ msg }: Line) => msg.includes('e-mail was written')
    await expect
      .poll(() => [...direct.logged, ...behindProxy.logged].find(isMail)?.request, { timeout: 10_000 })
      .toBe(answer.headers.get('x-request-id'))
  })
})

describe('a slow statement', () => {
  beforeEach(() => {
    behindProxy.logged.length = 0
  })
  const slow = () => behindProxy.logged.filter(({ msg }) => msg === 'A statement took long')

  test('is logged with its request and route, and without what was typed', async () => {
    await Promise.all([
      fetch(`${behindProxy.address}/?title=zebrafinch`, { headers: forwarded }),
      fetch(`${behindProxy.address}/api/v1/images/approved/?title=zebrafinch&category=zebra`, { headers: forwarded }),
      fetch(`${behindProxy.address}/api/v1/accounts/user/login/`, {
        method: 'POST',
        headers: { ...json, ...forwarded },
        body: JSON.stringify({ email: 'zebrafinch@people.example', password: 'zebrafinch-password' }),
      }),
    ])
    await expect.poll(() => slow().filter(({ request }) => request === id).length).toBeGreaterThan(0)
    expect(slow().map(({ origin }) => origin)).toContain('GET /api/v1/images/approved/')
    expect(slow().every(({ statement, pool }) => /^\S.*$/.test(statement!) && pool?.startsWith('vitrine'))).toBe(true)
    expect(JSON.stringify(behindProxy.logged)).not.toContain('zebra')
  })
})
