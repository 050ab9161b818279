import { afterAll, expect, test } from 'vitest'
import { aNewPng, sha256Of } from '#test/png'
import { startS3 } from '#test/s3-server'
import { addImages, createImage, createUser, openTestApp, type TestApp } from '#test/test-app'

const s3 = await startS3()
afterAll(s3.stop)

const fromProxy = { 'x-forwarded-for': '203.0.113.1' }

async function publishImage(testApp: TestApp) {
  const [owner, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const png = aNewPng({ width: 60, height: 40 })
  const image = await createImage(testApp, owner, { png, title: 'Red “kite”' }, admin)
  const url = `/api/v1/images/download/${image.cloudflare_id}/`
  const countOf = async () => {
    const row = testApp.db.selectFrom('images').select('downloads').where('id', '=', image.id)
    return (await row.executeTakeFirstOrThrow()).downloads
  }
  return { image, png, url, countOf }
}

const byProxy = await openTestApp({ FILES_SENT_BY: 'proxy', TRUST_PROXY: '127.0.0.1' })
const proxied = await publishImage(byProxy)

test('a trusted proxy is told which file to send, under the headers of a download', async () => {
  const { image, png, url } = proxied
  const hash = sha256Of(png)
  const file = `/stored-files/originals/${hash.slice(0, 2)}/${hash}.png`
  const { headers, rawPayload, statusCode } = await byProxy.app.inject({ url, headers: fromProxy })
  expect([statusCode, rawPayload.length]).toEqual([200, 0])
  const caching = { 'cache-control': 'public, max-age=300', etag: `"${hash}"` }
  expect(headers).toMatchObject({ 'x-accel-redirect': file, 'content-type': 'image/png', ...caching })
  expect(headers['content-disposition']).toContain('filename="red-kite.png"')
  const original = await byProxy.app.inject({ url: image.main_url, headers: fromProxy })
  expect(original.headers['x-accel-redirect']).toBe(file)
})

test('this process sends what came through no trusted proxy, small pictures, HEAD and what is no file', async () => {
  const direct = await byProxy.app.inject(proxied.url)
  expect([direct.headers['x-accel-redirect'], direct.rawPayload.equals(proxied.png)]).toEqual([undefined, true])
  const stranger = await byProxy.app.inject({ url: proxied.url, headers: fromProxy, remoteAddress: '198.51.100.9' })
  expect([stranger.headers['x-accel-redirect'], stranger.rawPayload.equals(proxied.png)]).toEqual([undefined, true])
  const { app } = byProxy
  const preview = await app.inject({ url: proxied.image.cloudflare_url, headers: fromProxy })
  expect([preview.statusCode, preview.headers['x-accel-redirect']]).toEqual([200, undefined])
  const head = await app.inject({ method: 'HEAD', url: proxied.url, headers: fromProxy })
  expect(head.headers['content-length']).toBe(String(proxied.png.length))
  const unchanged = { ...fromProxy, 'if-none-match': head.headers.etag as string }
  expect((await app.inject({ url: proxied.url, headers: unchanged })).statusCode).toBe(304)
  const beyond = { ...fromProxy, range: 'bytes=999999999-' }
  expect((await app.inject({ url: proxied.url, headers: beyond })).statusCode).toBe(416)
  const [{ cloudflare_id }] = await addImages(byProxy, await createUser(byProxy), ['Waits'])
  const hidden = await app.inject({ url: `/api/v1/images/download/${cloudflare_id}/`, headers: fromProxy })
  expect([hidden.statusCode, hidden.headers['x-accel-redirect']]).toEqual([404, undefined])
})

test('a download counts when it is handed over, a part of the file does not', async () => {
  const { url, countOf } = await publishImage(byProxy)
  const download = (address: string, headers = {}) =>
    byProxy.app.inject({ url, headers: { ...headers, 'x-forwarded-for': address } })
  await download('203.0.113.7', { range: 'bytes=0-9' })
  await download('203.0.113.8')
  await expect.poll(countOf).toBe(1)
})

test('a bucket sends downloads by a signed address, and pictures of pages come from this process', async () => {
  const byBucket = await openTestApp({ ...s3.settings, FILES_SENT_BY: 'bucket' })
  const { image, png, url, countOf } = await publishImage(byBucket)
  const { statusCode, headers } = await byBucket.app.inject(url)
  expect([statusCode, headers['cache-control']]).toEqual([302, 'private, no-store'])
  const address = new URL(headers.location as string)
  expect(address.origin).toBe(new URL(s3.settings.S3_ENDPOINT).origin)
  expect(address.searchParams.get('response-content-disposition')).toContain('filename="red-kite.png"')
  expect(address.search).not.toContain('+')
  const sent = await fetch(address)
  expect(Buffer.from(await sent.arrayBuffer()).equals(png)).toBe(true)
  const part = await fetch(address, { headers: { range: 'bytes=10-19' } })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
  address.searchParams.set('response-content-type', 'text/html')
  expect((await fetch(address)).status).toBe(403)
  const original = await byBucket.app.inject(image.main_url)
  expect([original.statusCode, original.rawPayload.equals(png)]).toEqual([200, true])
  await expect.poll(countOf).toBe(1)
})
