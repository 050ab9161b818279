import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { join } from 'node:path'
import tls, { type ConnectionOptions } from 'node:tls'
import { pages } from '@vitrine/contract/pages'
import { afterAll, expect, test } from 'vitest'
import { drawDisc, drawing } from '#test/drawings'
import { createPlainClient, formBody } from './client.ts'
import { refusedWithoutTls, siteName } from './nginx.ts'
import * as site from './site.ts'
import { startTopology } from './topology.ts'

const topology = await startTopology()
afterAll(topology.stop)
const { folder, postgres, web, nginx, ask, admin, contributor: ada, publish } = topology
const askPlain = createPlainClient(nginx.httpPort)

/** By a browser and by the proxy; both together are the hour after which a rejected picture is gone everywhere. */
const keptForAnHour = 'public, max-age=3596, s-maxage=4'

const listed = async (title: string) => {
  const answers = await Promise.all(
    web.map(({ port }) => fetch(`http://127.0.0.1:${port}/api/v1/images/approved/?title=${title}`)),
  )
  return Promise.all(answers.map(async (one) => ((await one.json()) as { count: number }).count))
}

/** By the log, in which a line may appear shortly after its answer. */
const cacheOf = async (path: string) =>
  (await nginx.logged()).filter((entry) => entry.path === path).map(({ cache }) => cache)

test('a picture is uploaded through the proxy, approved, and visible on both processes', async () => {
  const png = site.nextPng()
  const image = await site.upload(ask, ada, png, 'Crimson kite')
  expect((await ask(site.downloadPath(image))).status).toBe(404)
  expect((await site.approve(ask, admin, [image.id])).status).toBe(200)
  await expect.poll(() => listed('crimson+kite'), { timeout: 20_000 }).toEqual([1, 1])
  const page = await ask(`/image/${image.slug}/`)
  expect([page.status, page.body.includes('Crimson kite')]).toEqual([200, true])
  const downloaded = await ask(site.downloadPath(image))
  expect(downloaded.body.equals(png)).toBe(true)
  expect(downloaded.headers['content-disposition']).toContain('filename="crimson-kite.png"')
  const part = await ask(site.downloadPath(image), { headers: { range: 'bytes=10-99' } })
  expect([part.status, part.body.equals(png.subarray(10, 100))]).toEqual([206, true])
})

test('pages that all visitors share are stored for seconds, and then revalidated', async () => {
  const path = pages.about.path
  const first = await ask(path)
  expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache'])
  expect((await ask(path)).body.equals(first.body)).toBe(true)
  await expect.poll(() => cacheOf(path)).toEqual(['MISS', 'HIT'])
  const unchanged = await ask(path, { headers: { 'if-none-match': first.headers.etag! } })
  expect(unchanged.status).toBe(304)
  const brotli = await ask(path, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(brotli.headers['content-encoding']).toBe('br')
  await expect
    .poll(async () => (await ask(path)).status && (await cacheOf(path)).at(-1), { timeout: 10_000 })
    .toBe('REVALIDATED')
})

test('an answer that is stored names the request of each visitor, as the log does', async () => {
  const path = pages.terms.path
  const answers = [await ask(path), await ask(path), await ask('/health')]
  const named = answers.map(({ headers }) => headers['x-request-id'])
  const lastEntries = async () => (await nginx.logged()).slice(-3)
  await expect.poll(async () => (await lastEntries()).map(({ cache }) => cache)).toEqual(['MISS', 'HIT', ''])
  expect((await lastEntries()).map(({ request }) => request)).toEqual(named)
  expect(new Set(named).size).toBe(3)
})

test('a change is seen through the proxy within seconds', async () => {
  const search = '/?title=Vermilion+finch'
  expect((await ask(search)).body.includes('/image/vermilion-finch')).toBe(false)
  const image = await publish('Vermilion finch')
  const isSeen = async () => (await ask(search)).body.includes(`/image/${image.slug}/`)
  await expect.poll(isSeen, { timeout: 20_000 }).toBe(true)
})

test('what is for one person is never stored: calls with a token, secret links, pending pictures', async () => {
  const image = await site.upload(ask, ada, site.nextPng(), 'Pending grebe')
  const lists = '/api/v1/images/my-images/'
  const secrets = Object.values(pages).filter(({ isPrivate }) => isPrivate)
  const paths = secrets.map((page) => page.path.replace(':uidb64', 'MQ').replace(':token', 'secret-token'))
  for (let times = 0; times < 2; times++) {
    await ask(lists, { headers: ada })
    await ask('/api/v1/images/approved/', { headers: ada })
    for (const path of paths) expect((await ask(path)).headers['cache-control']).toBe('no-store')
    expect((await ask(image.cloudflare_url)).status).toBe(200)
  }
  const entries = (await nginx.logged()).map(({ path, cache, method }) => `${method} ${path} ${cache}`)
  const stored = entries.filter((entry) => / (HIT|EXPIRED|REVALIDATED|STALE)$/.test(entry))
  expect(stored.filter((entry) => /confirm|my-images|download/.test(entry))).toEqual([])
  expect(stored).not.toContain(`GET ${image.cloudflare_url.split('?')[0]} HIT`)
  expect(entries.filter((entry) => entry === 'GET /api/v1/images/approved/ BYPASS')).toHaveLength(2)
})

test('the log of the proxy has no secrets of links and nothing that people search for', async () => {
  await ask('/?title=private+question')
  const reported = ['/report', '/api/v1/reports/of', '/counter-notice', '/api/v1/counter-notices/of']
  const secretPaths = [...reported, '/api/v1/accounts/user/data']
  for (const path of secretPaths) await ask(`${path}/secret-token/`)
  const logged = async () => JSON.stringify(await nginx.logged())
  for (const path of ['/confirm-email/MQ', ...secretPaths]) await expect.poll(logged).toContain(`${path}/…`)
  const log = await logged()
  expect(log).not.toMatch(/secret-token|private|signature|until=/)
})

test('pictures are stored by the proxy, which answers parts of them too', async () => {
  const image = await publish('Stored plover', site.nextPng(900, 700))
  const shown = `/media/${image.cloudflare_id}/640-v2.webp`
  const whole = await ask(shown)
  expect(whole.headers['cache-control']).toBe(keptForAnHour)
  const part = await ask(shown, { headers: { range: 'bytes=0-9' } })
  expect([part.status, part.body.equals(whole.body.subarray(0, 10))]).toEqual([206, true])
  await expect.poll(() => cacheOf(shown)).toEqual(['MISS', 'HIT'])
})

test('a picture that is taken down is gone from the proxy within seconds, with its page and downloads', async () => {
  const image = await publish('Removed bittern', await drawing(0))
  const addresses = [
    `/api/v1/images/${image.slug}/`,
    `/image/${image.slug}/`,
    `/media/${image.cloudflare_id}/640-v2.webp`,
    `/media/${image.cloudflare_id}/original.png`,
    site.downloadPath(image),
  ]
  const statuses = () => Promise.all(addresses.map(async (path) => (await ask(path)).status))
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(addresses.map(() => 200))
  await site.takeDown(ask, admin, image)
  await expect.poll(statuses, { timeout: 10_000 }).toEqual(addresses.map(() => 410))
})

test('an upload of 440 MB passes while it arrives, without a file of the proxy', async () => {
  const broken = Buffer.alloc(49_000_000, 'not a picture')
  const files = [site.nextPng(), ...Array.from({ length: 9 }, () => broken)]
  const { body, type } = await formBody(files.map((png, at) => ({ png, title: `Large ${at}` })))
  expect(body.length).toBeGreaterThan(440_000_000)
  const sent = { method: 'POST', headers: { ...ada, 'content-type': type }, body }
  const answer = await ask('/api/v1/images/upload/', sent)
  expect([answer.status, answer.json().images.length, answer.json().errors.length]).toEqual([201, 1, 9])
  expect(await readFile(join(folder, 'nginx/error.log'), 'utf8')).not.toContain('buffered to a temporary file')
}, 240_000) // 13 s where nothing else runs

test('plain HTTP is redirected, HTTP/2 is spoken, and health is not shown to visitors', async () => {
  const plain = await askPlain('/faq/?a=b')
  expect([plain.status, plain.headers.location]).toEqual([308, `https://${siteName}/faq/?a=b`])
  for (const path of ['/healthz', '/health/ready', '/stored-files/secret.key'])
    expect((await ask(path)).status).toBe(404)
  const session = connect(`https://127.0.0.1:${nginx.httpsPort}`, { ca: nginx.ca, servername: siteName })
  const headers = await new Promise<{ ':status'?: number }>((resolve, reject) => {
    session.on('error', reject)
    session.request({ ':path': pages.about.path, ':authority': siteName }).on('response', resolve)
  })
  session.close()
  expect(headers[':status']).toBe(200)
})

test('a call without TLS is refused, and so are old versions of TLS and weak ciphers', async () => {
  const call = await askPlain('/api/v1/images/approved/', { headers: ada })
  expect([call.status, call.headers['content-type'], call.json()]).toEqual([403, 'application/json', refusedWithoutTls])
  const handshake = (options: ConnectionOptions) =>
    new Promise<string>((resolve) => {
      const socket = tls.connect({ port: nginx.httpsPort, ca: nginx.ca, servername: siteName, ...options }, () => {
        resolve(`${socket.getProtocol()}`)
        socket.destroy()
      })
      socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(`${code}`))
    })
  // Security level 0 lets this client offer what is to be refused.
  const old = { ciphers: 'ALL@SECLEVEL=0', minVersion: 'TLSv1' } as const
  expect(await handshake({})).toBe('TLSv1.3')
  expect(await handshake({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2')
  expect(await handshake({ ...old, maxVersion: 'TLSv1.1' })).toMatch(/PROTOCOL_VERSION/)
  const weak = { ...old, maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:AES256-SHA256@SECLEVEL=0' } as const
  expect(await handshake(weak)).toMatch(/HANDSHAKE_FAILURE/)
})

test('what proves the name of the site to its certificate authority is found without TLS', async () => {
  const proofs = join(folder, 'webroot/.well-known/acme-challenge')
  await mkdir(proofs, { recursive: true })
  await writeFile(join(proofs, 'a-token'), 'a-token.and-a-key')
  const answer = await askPlain('/.well-known/acme-challenge/a-token')
  expect([answer.status, `${answer.body}`]).toEqual([200, 'a-token.and-a-key'])
})

test('a cover is kept as long as a preview: an hour by the proxy and a browser together', async () => {
  for (const title of ['Radio', 'Phone', 'Robot', 'Drone', 'Watch', 'Laser']) await publish(title, await drawDisc())
  await postgres.query(`select graphile_worker.add_job('refresh_highlights')`)
  const cover = async () => (await ask('/api/v1/images/highlights/', { headers: ada })).json().cover?.url
  await expect.poll(cover, { timeout: 30_000 }).toBeTruthy()
  const answer = async () => {
    const { status, headers } = await ask(await cover())
    return [status, headers['cache-control'], headers.expires]
  }
  // The other process may learn of the cover later.
  await expect.poll(answer, { timeout: 30_000 }).toEqual([200, keptForAnHour, undefined])
})
