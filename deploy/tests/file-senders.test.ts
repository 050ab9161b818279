import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startCaddy } from './caddy.ts'
import { type Answer, createPlainClient } from './client.ts'
import { refusedWithoutTls, siteName } from './nginx.ts'
import * as site from './site.ts'
import { startTopology } from './topology.ts'

// FILES_SENT_BY=proxy on a disk: nginx and Caddy send what Vitrine names, under the headers of its reply.
const topology = await startTopology({ STORE: 'disk', FILES_SENT_BY: 'proxy' })
afterAll(topology.stop)
const { folder, data, web, nginx, ask, admin, contributor, publish, downloadsOf } = topology
const servers = web.map(({ port }) => port)
const caddy = await startCaddy(join(folder, 'caddy'), { servers, files: join(data, 'files') })
afterAll(caddy.stop)

const png = site.nextPng(900, 700)
const image = await publish('Sent swift', png)
const download = site.downloadPath(image)

const byCaddy = (path: string, headers: Record<string, string> = {}) => caddy.ask(path, { headers })
const byNginx = (path: string, headers: Record<string, string> = {}) => ask(path, { headers })
const proxies = [
  ['nginx', byNginx],
  ['Caddy', byCaddy],
] as const
/** Past the proxy: sent by Vitrine itself. */
const byVitrine = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${servers[0]}${path}`)
  return Object.fromEntries(answer.headers)
}

/** But for those that each server has of its own. */
function comparable(headers: object) {
  const own = ['alt-svc', 'connection', 'date', 'keep-alive', 'server', 'transfer-encoding', 'x-request-id']
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)))
}

test.each(proxies)('%s sends originals and downloads byte for byte, under the same headers', async (_, by) => {
  for (const path of [download, `${download}?size=256&format=webp`, image.main_url]) {
    const sent = await by(path)
    expect([sent.status, comparable(sent.headers)]).toEqual([200, comparable(await byVitrine(path))])
  }
  expect((await by(download)).body.equals(png)).toBe(true)
})

test.each(proxies)('%s answers parts, unchanged copies and changed ones', async (name, by) => {
  const { etag } = (await by(download)).headers as { etag: string }
  const part = await by(download, { range: 'bytes=10-99' })
  expect([part.status, part.body.equals(png.subarray(10, 100))]).toEqual([206, true])
  expect((await by(download, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(name === 'nginx' ? 206 : 200)
  expect((await by(download, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
  expect((await by(download, { 'if-none-match': etag })).status).toBe(304)
  expect((await by(download, { range: `bytes=${png.length}-` })).status).toBe(416)
})

test.each(proxies)('%s sends no file that Vitrine did not name, and names none to visitors', async (_, by) => {
  const pending = await site.upload(ask, contributor, site.nextPng(), 'Pending swift')
  expect((await by(site.downloadPath(pending))).status).toBe(404)
  for (const path of ['/stored-files/', '/stored-files/originals/', '/stored-files/secret.key/'])
    expect((await by(path)).status).toBe(404)
  const { headers } = await by(download)
  expect(headers).not.toHaveProperty('x-accel-redirect')
})

test('an original that pages show is sent to all at once, and answered 304 while it is unchanged', async () => {
  const shown = image.main_url.split('?')[0]!
  const { etag } = (await ask(shown)).headers as { etag: string }
  const all = await Promise.all(Array.from({ length: 6 }, () => ask(shown)))
  expect(all.every(({ body }) => body.equals(png))).toBe(true)
  expect((await ask(shown, { headers: { 'if-none-match': etag } })).status).toBe(304)
  // Where a cache is asked, each viewer waits at its lock for the one before.
  const logged = (await nginx.logged()).filter(({ path }) => path === shown)
  expect(new Set(logged.map(({ cache }) => cache))).toEqual(new Set(['']))
})

test('a download that the proxy sends counts once it is handed over, and names its own request', async () => {
  const counted = await publish('Counted swift')
  const answers: Answer[] = []
  for (let times = 0; times < 3; times++) answers.push(await ask(site.downloadPath(counted)))
  answers.push(await ask(site.downloadPath(counted), { headers: { range: 'bytes=0-9' } }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 206])
  await expect.poll(() => downloadsOf(counted), { timeout: 10_000 }).toBe(3)
  const logged = (await nginx.logged()).filter(({ path }) => path === site.downloadPath(counted))
  expect(logged.map(({ cache }) => cache)).toEqual(['', '', '', ''])
  expect(logged.map(({ request }) => request)).toEqual(answers.map(({ headers }) => headers['x-request-id']))
})

test('Caddy refuses a call without TLS as nginx does, and redirects all else', async () => {
  const plain = createPlainClient(caddy.httpPort)
  const call = await plain('/api/v1/images/approved/', { headers: admin })
  expect([call.status, call.headers['content-type'], call.json()]).toEqual([403, 'application/json', refusedWithoutTls])
  for (const path of ['/faq/?a=b', '/apis/']) {
    const { status, headers } = await plain(path)
    expect([status, headers.location]).toEqual([308, `https://${siteName}${path}`])
  }
})
