import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { setBlock } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { createImage, createUser, openAppWithPeople, openTestApp, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, folder, ada, admin } = await openAppWithPeople()
const second = await testApp.openSecondProcess()

const newPng = () => aNewPng({ width: 400, height: 300 })
const publish = (owner = ada) => createImage(testApp, owner, { png: newPng(), title: 'Red kite' }, admin)

const addressesOf = ({ cloudflare_id }: { cloudflare_id: string }) => [
  `/media/${cloudflare_id}/640-v2.webp`,
  `/media/${cloudflare_id}/original.png`,
  `/api/v1/images/download/${cloudflare_id}/`,
]
const statuses = (process: FastifyInstance, urls: string[]) =>
  Promise.all(urls.map(async (url) => (await process.inject(url)).statusCode))

/** Twice, so that whatever may be kept in memory is. */
async function showEverywhere(urls: string[]) {
  for (const process of [app, second, app, second]) expect(await statuses(process, urls)).toEqual(urls.map(() => 200))
}

const { discard, list, replaceFile, update } = backOfficeOf(testApp)

test('a small public file is sent from memory, whole and in part', async () => {
  const [preview] = addressesOf(await publish()) as [string]
  const { rawPayload: bytes, headers } = await app.inject(preview)
  await rm(join(folder, 'files/previews'), { recursive: true })
  const again = await app.inject(preview)
  expect([again.statusCode, again.rawPayload.equals(bytes)]).toEqual([200, true])
  const ofEach = { date: '', 'x-request-id': '' }
  expect({ ...again.headers, ...ofEach }).toEqual({ ...headers, ...ofEach })
  const part = await app.inject({ url: preview, headers: { range: 'bytes=10-19' } })
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes.length}`])
  expect(part.rawPayload.equals(bytes.subarray(10, 20))).toBe(true)
  const unchanged = { 'if-none-match': headers.etag as string }
  expect((await app.inject({ url: preview, headers: unchanged })).statusCode).toBe(304)
})

test.each<[string, (image: { id: number }, owner: TestUser) => Promise<unknown>]>([
  ['rejected image', ({ id }) => setStatus(testApp, admin, [id], 'rejected')],
  ['image in the trash', ({ id }) => discard(admin, id)],
  ['hidden image of a blocked person', (_, owner) => setBlock(testApp, admin, owner, true, { hides_images: true })],
])('a %s is not sent from memory, on any process', async (_, leave) => {
  const owner = await createUser(testApp)
  const image = await publish(owner)
  const urls = addressesOf(image)
  await showEverywhere(urls)
  await leave(image, owner)
  const gone = urls.map(() => 404)
  expect(await statuses(app, urls)).toEqual(gone)
  await expect.poll(() => statuses(second, urls)).toEqual(gone)
})

test('of an image whose file was replaced the new one is sent', async () => {
  const image = await publish()
  const [preview, original] = addressesOf(image) as [string, string]
  await showEverywhere([preview, original])
  const png = newPng()
  await replaceFile(ada, image.id, png)
  const { images } = await list(admin, 'pending')
  const { version } = images.find(({ id }: { id: number }) => id === image.id)
  await update(admin, image.id, { status: 'approved', version })
  for (const process of [app, second])
    await expect.poll(async () => (await process.inject(original)).rawPayload.equals(png)).toBe(true)
})

test('a picture that waits for review is read from the store each time, and only by its signed address', async () => {
  const image = await createImage(testApp, ada, { png: newPng(), title: 'Waits' })
  const [preview] = addressesOf(image) as [string]
  for (let times = 0; times < 2; times++) expect((await app.inject(image.cloudflare_url)).statusCode).toBe(200)
  expect((await app.inject(preview)).statusCode).toBe(404)
  await rm(join(folder, 'files/previews'), { recursive: true })
  expect((await app.inject(image.cloudflare_url)).statusCode).toBe(500)
})

test('without the LISTEN connection each picture is looked up', async () => {
  const deaf = await openTestApp({}, { notifications: { ...testApp.notifications, isListening: () => false } })
  const [owner, curator] = [await createUser(deaf), await createUser(deaf, 'admin')]
  const image = await createImage(deaf, owner, { png: newPng(), title: 'Kite' }, curator)
  const urls = addressesOf(image)
  expect(await statuses(deaf.app, urls)).toEqual([200, 200, 200])
  await setStatus(deaf, curator, [image.id], 'rejected')
  expect(await statuses(deaf.app, urls)).toEqual([404, 404, 404])
})
