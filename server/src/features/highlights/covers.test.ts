import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withPostponedFileRemoval } from '#features/files/stored-files.sql'
import { drawDisc } from '#test/drawn-disc'
import { createImage, createUser, openTestApp, setStatus, withoutJobs } from '#test/test-app'
import { makeCovers } from './covers.ts'
import { refreshHighlights } from './refresh-highlights.ts'

const testApp = await openTestApp({}, withoutJobs)
const { app, store } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

for (const title of ['Radio', 'Phone', 'Robot', 'Drone', 'Watch', 'Laser'])
  await createImage(testApp, ada, { png: await drawDisc({}), title, category: 'technology' }, admin)

/** As a signed-in person reads it: never from the cache. */
const highlights = async (category: string) => {
  const url = `/api/v1/images/highlights/?category=${category}`
  return (await app.inject({ url, headers: ada.headers })).json()
}

async function refresh(day: string) {
  await refreshHighlights(testApp, day)
  await makeCovers(testApp)
}

test('a set has a cover of 1200 × 630, and the address of an older one shows the newest', async () => {
  expect((await highlights('technology')).cover).toBeNull()
  await refresh('2026-03-10')
  const { cover: first } = await highlights('technology')
  const url = expect.stringMatching(/^\/media\/covers\/19-[0-9a-f]{16}\.jpg$/)
  expect(first).toEqual({ url, width: 1200, height: 630 })
  const file = await app.inject(first.url)
  expect(file.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=3596, s-maxage=4',
  })
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const centre = await sharp(file.rawPayload).extract({ left: 200, top: 315, width: 1, height: 1 }).raw().toBuffer()
  for (const [at, value] of [0xe4, 0x57, 0x2e].entries()) expect(Math.abs(centre[at]! - value)).toBeLessThan(6)
  expect((await highlights('landscape')).cover).toBeNull()

  await refresh('2026-03-11')
  const { cover: second } = await highlights('technology')
  expect(second.url).not.toBe(first.url)
  expect((await app.inject(first.url)).rawPayload).toEqual((await app.inject(second.url)).rawPayload)
  const stored: string[] = []
  for await (const key of store.list('covers/')) stored.push(`/media/${key}`)
  expect(stored.filter((one) => one.includes('19-'))).toEqual([second.url])
}, 60_000)

test('a cover that is replaced while a backup runs stays until the next one', async () => {
  const covers = async () => {
    const keys: string[] = []
    for await (const key of store.list('covers/')) keys.push(key)
    return keys.filter((key) => key.includes('/19-'))
  }
  const before = await covers()
  await withPostponedFileRemoval(testApp.backgroundDb, () => refresh('2026-03-12'))
  expect(await covers()).toEqual(expect.arrayContaining(before))
  expect(await covers()).toHaveLength(2)
  await refresh('2026-03-13')
  expect(await covers()).toHaveLength(1)
}, 60_000)

test('a cover with a withdrawn picture is not sent any more', async () => {
  const { cover, images } = await highlights('technology')
  await setStatus(testApp, admin, [images[0].id], 'rejected')
  expect((await highlights('technology')).cover).toBeNull()
  expect((await app.inject(cover.url)).statusCode).toBe(404)
  await refresh('2026-03-11')
  expect((await app.inject(cover.url)).statusCode).toBe(200)
}, 60_000)

test.each(['0.jpg', '99-0123456789abcdef.jpg', '0-..%2f..%2foriginal.jpg'])(
  'below the covers there is no other file: %s',
  async (name) => expect((await app.inject(`/media/covers/${name}`)).statusCode).toBe(404),
)
