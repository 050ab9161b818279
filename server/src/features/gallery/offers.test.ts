import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { createImage, openAppWithPeople } from '#test/test-app'
import { retentionJobs } from './retention-jobs.ts'

const settings = { TRUST_PROXY: '127.0.0.1', SITE_URL: 'https://png.example' }
const { testApp, app, db, store, ada, admin } = await openAppWithPeople(settings)

const width = 900
const height = 600
const box = { left: 200, top: 90, width: 500, height: 300 }

let hue = 0
/** A picture with a plain box on a clear canvas; each has another colour. */
async function publish(title: string, visible = box) {
  const plain = (sides: { width: number; height: number }, background: object) =>
    sharp({ create: { ...sides, channels: 4, background } }).png()
  const input = await plain(visible, { r: ++hue, g: 90, b: 40 }).toBuffer()
  const canvas = plain({ width, height }, { r: 0, g: 0, b: 0, alpha: 0 })
  const png = await canvas.composite([{ input, left: visible.left, top: visible.top }]).toBuffer()
  return { ...(await createImage(testApp, ada, { png, title }, admin)), png }
}

const imageOf = async (slug: string, headers = {}): Promise<PublicImage> =>
  (await app.inject({ url: `/api/v1/images/${slug}/`, headers })).json().image
const get = (url: string, network = '203.0.113.1') => app.inject({ url, headers: { 'x-forwarded-for': network } })
const download = (id: string, query: string, network?: string) =>
  get(`/api/v1/images/download/${id}/?${query}`, network)
const rawOf = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

test('the offers name each other size and format with its dimensions, and its bytes once requested', async () => {
  const { slug } = await publish('Offered')
  const before = (await imageOf(slug)).derivatives
  expect(before.map(({ kind, width, height, byte_size }) => [kind, width, height, byte_size])).toEqual([
    ['trimmed', 500, 300, null],
    ['resized', 512, 341, null],
    ['resized', 256, 171, null],
    ['webp', 900, 600, null],
  ])
  const files = []
  for (const { href } of before) files.push(await get(href))
  for (const [index, { statusCode, rawPayload }] of files.entries()) {
    const { info } = await rawOf(rawPayload)
    expect([statusCode, info.width, info.height]).toEqual([200, before[index]!.width, before[index]!.height])
  }
  const bytes = files.map(({ rawPayload }) => rawPayload.length)
  // Signed in, because replies to visitors are cached.
  const sizes = async () => (await imageOf(slug, ada.headers)).derivatives.map(({ byte_size }) => byte_size)
  await expect.poll(sizes).toEqual(bytes)
})

test('the offers leave out trimming where nothing is cut off, and its dimensions until it is measured', async () => {
  const filled = await publish('Filled', { left: 0, top: 0, width, height })
  expect((await imageOf(filled.slug)).derivatives.map(({ kind }) => kind)).toEqual(['resized', 'resized', 'webp'])
  const { id, slug, cloudflare_id, png } = await publish('Unmeasured')
  const sha256 = db.selectFrom('images').select('sha256').where('id', '=', id)
  await db.updateTable('file').set({ visible_box: null }).where('sha256', '=', sha256).execute()
  expect((await imageOf(slug)).derivatives[0]).toMatchObject({ kind: 'trimmed', width: null, height: null })
  const { info, data } = await rawOf((await download(cloudflare_id, 'trim=1')).rawPayload)
  expect([info.width, info.height]).toEqual([500, 300])
  expect(data.equals(await sharp(png).ensureAlpha().extract(box).raw().toBuffer())).toBe(true)
})

const ownWidths = async (id: string) =>
  (await readdir(join(testApp.folder, 'files/copies', id))).filter((name) => name.endsWith('w.png'))

test(`a width of one’s own is kept with ${limits.ownWidthsPerImage} of an image that were requested last`, async () => {
  const { cloudflare_id } = await publish('Many widths')
  const recorded = db.selectFrom('derivative').select('key').where('key', 'like', `copies/${cloudflare_id}/%w.png`)
  for (let at = 1; at <= limits.ownWidthsPerImage; at++) await download(cloudflare_id, `width=${at * 64}`)
  await expect.poll(() => recorded.execute()).toHaveLength(limits.ownWidthsPerImage)
  const oldest = db.updateTable('derivative').where('key', '=', `copies/${cloudflare_id}/v3-192w.png`)
  await oldest.set({ last_requested_on: '2026-01-01' }).execute()
  expect((await download(cloudflare_id, 'width=832')).statusCode).toBe(200)
  const stored = await ownWidths(cloudflare_id)
  expect(stored).toHaveLength(limits.ownWidthsPerImage)
  expect([stored.includes('v3-832w.png'), stored.includes('v3-192w.png')]).toEqual([true, false])
  expect((await download(cloudflare_id, 'width=192', '203.0.113.2')).statusCode).toBe(200)
})

test(`own widths are made ${limits.ownWidthsPerMinute} times a minute for a network; what exists is sent`, async () => {
  const images = [await publish('Busy one'), await publish('Busy two')]
  const widths = Array.from({ length: 13 }, (_, at) => (at + 1) * 64)
  const requests = images.flatMap(({ cloudflare_id: id }) => widths.map((width) => ({ id, width })))
  const request = async ({ id, width }: (typeof requests)[0], network = '203.0.113.9') =>
    (await download(id, `width=${width}`, network)).statusCode
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const statuses: number[] = []
  for (const one of requests) statuses.push(await request(one))
  const made = limits.ownWidthsPerMinute
  expect(statuses).toEqual([...Array(made).fill(200), ...Array(requests.length - made).fill(429)])
  expect(await request(requests[made - 1]!)).toBe(200)
  expect(await request(requests.at(-1)!, '203.0.113.10')).toBe(200)
  now.mockReturnValue(Date.now() + 60_000)
  expect(await request(requests.at(-2)!)).toBe(200)
  now.mockRestore()
})

const nightly = (its = store) =>
  (retentionJobs({ ...testApp, store: its }).nightly as Record<string, () => Promise<void>>)
    .remove_unused_derivatives!()
type Image = Awaited<ReturnType<typeof publish>>
const fetch256 = ({ cloudflare_id }: Image) => download(cloudflare_id, 'size=256')
const keyOf = ({ cloudflare_id }: Image) => `copies/${cloudflare_id}/v3-256.png`
async function requestOf(image: Image) {
  const { rawPayload } = await fetch256(image)
  await expect.poll(() => isRecorded(keyOf(image))).toBe(1)
  return rawPayload
}
const recorded = (key: string) =>
  db
    .selectFrom('derivative')
    .select(sql<number>`(now() at time zone 'utc')::date - last_requested_on`.as('days'))
    .where('key', '=', key)
const isRecorded = async (key: string) => (await recorded(key).execute()).length
const ageBy = (key: string, days: number) =>
  sql`update derivative set last_requested_on = last_requested_on - ${days}::int where key = ${key}`.execute(db)

test('a derivative stays for 30 days after its last request, then leaves, and is made again on request', async () => {
  const [used, unused, again] = [await publish('Used'), await publish('Unused'), await publish('Used again')]
  const [, bytes] = [await requestOf(used), await requestOf(unused), await requestOf(again)]
  await ageBy(keyOf(used), 30)
  for (const image of [unused, again]) await ageBy(keyOf(image), 31)
  await fetch256(again)
  await expect.poll(async () => (await recorded(keyOf(again)).execute())[0]!.days).toBe(0)
  await nightly()
  for (const image of [used, again]) expect(await store.size(keyOf(image))).toEqual(expect.any(Number))
  expect(await store.size(keyOf(unused))).toBeNull()
  expect(await isRecorded(keyOf(unused))).toBe(0)
  const { statusCode, rawPayload } = await fetch256(unused)
  expect([statusCode, rawPayload.equals(bytes)]).toEqual([200, true])
})

test('a derivative that no row knows of is found and stays for its 30 days', async () => {
  const image = await publish('Unrecorded')
  await requestOf(image)
  await db.deleteFrom('derivative').where('key', '=', keyOf(image)).execute()
  await nightly()
  expect([await isRecorded(keyOf(image)), await store.size(keyOf(image))]).toEqual([1, expect.any(Number)])
  await ageBy(keyOf(image), 31)
  await nightly()
  expect(await store.size(keyOf(image))).toBeNull()
})

test('a derivative that the store fails to remove does not stop the others, and is tried again', async () => {
  const [stubborn, willing] = [await publish('Stubborn'), await publish('Willing')]
  for (const image of [stubborn, willing]) {
    await requestOf(image)
    await ageBy(keyOf(image), 31)
  }
  const remove = (key: string) => (key === keyOf(stubborn) ? Promise.reject(new Error('no')) : store.remove(key))
  await expect(nightly({ ...store, remove })).rejects.toThrow('1 derivatives could not be removed')
  expect([await store.size(keyOf(stubborn)), await store.size(keyOf(willing))]).toEqual([expect.any(Number), null])
  await nightly()
  expect(await store.size(keyOf(stubborn))).toBeNull()
})
