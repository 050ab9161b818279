import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import { limits } from '@vitrine/contract/vocabulary/limits'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { updateImages } from '#features/images/images.sql'
import { readTextChunks } from '#imaging/png/png-text-chunks'
import { PngValidator } from '#imaging/png/png-validator'
import { createImage, createUser, openTestApp } from '#test/test-app'

const testApp = await openTestApp({ TRUST_PROXY: '127.0.0.1', SITE_URL: 'https://png.example' })
const { app, db } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

const width = 900
const height = 600
const box = { left: 200, top: 90, width: 500, height: 300 }

let hue = 0
/** A picture with a plain box on a clear ground; each has another colour. */
async function publish(title: string, visible = box) {
  const drawing = sharp({
    create: { width: visible.width, height: visible.height, channels: 4, background: { r: ++hue, g: 90, b: 40 } },
  })
  const input = await drawing.png().toBuffer()
  const clear = { width, height, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } }
  const png = await sharp({ create: clear })
    .composite([{ input, left: visible.left, top: visible.top }])
    .png()
    .toBuffer()
  return { ...(await createImage(testApp, ada, { png, title }, admin)), png }
}

const imageOf = async (slug: string): Promise<PublicImage> => (await app.inject(`/api/v1/images/${slug}/`)).json().image
const get = (url: string, network = '203.0.113.1') => app.inject({ url, headers: { 'x-forwarded-for': network } })
const download = (id: string, query: string, network?: string) =>
  get(`/api/v1/images/download/${id}/?${query}`, network)
const rawOf = (bytes: Buffer) => sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

describe('the offers of an image', () => {
  test('name each other size and format with its dimensions, and its bytes once it was requested', async () => {
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
    const sizesOf = async () => {
      // A change to any image clears the cached reply.
      await createImage(testApp, ada, { png: (await publish(`Other ${hue}`)).png, title: 'Same' }, admin)
      return (await imageOf(slug)).derivatives.map(({ byte_size }) => byte_size)
    }
    await expect.poll(sizesOf, { timeout: 10_000 }).toEqual(bytes)
  })

  test('leave out trimming where nothing can be cut off', async () => {
    const { slug } = await publish('Filled', { left: 0, top: 0, width, height })
    expect((await imageOf(slug)).derivatives.map(({ kind }) => kind)).toEqual(['resized', 'resized', 'webp'])
  })

  test('do not know trimmed dimensions of a file until it is measured again; it is trimmed all the same', async () => {
    const { id, slug, cloudflare_id } = await publish('Unmeasured')
    await db
      .updateTable('file')
      .set({ visible_box: null })
      .where('sha256', '=', db.selectFrom('images').select('sha256').where('id', '=', id))
      .execute()
    expect((await imageOf(slug)).derivatives[0]).toMatchObject({ kind: 'trimmed', width: null, height: null })
    const { info } = await rawOf((await download(cloudflare_id, 'trim=1')).rawPayload)
    expect([info.width, info.height]).toEqual([500, 300])
  })
})

test('a trimmed copy has exactly the pixels of the original', async () => {
  const { cloudflare_id, png } = await publish('Exact')
  const trimmed = await rawOf((await download(cloudflare_id, 'trim=1')).rawPayload)
  const part = await sharp(png).ensureAlpha().extract(box).raw().toBuffer()
  expect(trimmed.data.equals(part)).toBe(true)
})

test('the reply counts downloads', async () => {
  const { slug, cloudflare_id } = await publish('Counted')
  expect((await imageOf(slug)).downloads).toBe(0)
  await download(cloudflare_id, '')
  await expect
    .poll(
      async () =>
        (await db.selectFrom('images').select('downloads').where('slug', '=', slug).executeTakeFirst())?.downloads,
      { timeout: 10_000 },
    )
    .toBe(1)
})

describe('a width of one’s own', () => {
  const ownWidths = async (id: string) =>
    (await readdir(join(testApp.folder, 'files/copies', id))).filter((name) => name.endsWith('w.png'))

  test(`is kept with the ${limits.ownWidthsPerImage} of an image that were requested last`, async () => {
    const { cloudflare_id } = await publish('Many widths')
    const isRecorded = (count: number) =>
      expect
        .poll(
          () =>
            db.selectFrom('derivative').select('key').where('key', 'like', `copies/${cloudflare_id}/%w.png`).execute(),
          { timeout: 10_000 },
        )
        .toHaveLength(count)
    for (let at = 1; at <= limits.ownWidthsPerImage; at++) await download(cloudflare_id, `width=${at * 64}`)
    await isRecorded(limits.ownWidthsPerImage)
    await db
      .updateTable('derivative')
      .set({ last_requested_on: '2026-01-01' })
      .where('key', '=', `copies/${cloudflare_id}/v3-192w.png`)
      .execute()
    expect((await download(cloudflare_id, 'width=832')).statusCode).toBe(200)
    const stored = await ownWidths(cloudflare_id)
    expect(stored).toHaveLength(limits.ownWidthsPerImage)
    expect([stored.includes('v3-832w.png'), stored.includes('v3-192w.png')]).toEqual([true, false])
    expect((await download(cloudflare_id, 'width=192', '203.0.113.2')).statusCode).toBe(200)
  })

  test(`is made ${limits.ownWidthsPerMinute} times a minute for one network; what exists is always sent`, async () => {
    const images = [await publish('Busy one'), await publish('Busy two'), await publish('Busy three')]
    const widths = images.flatMap(({ cloudflare_id }) =>
      [64, 128, 192, 256, 320, 384, 448, 512].map((own) => [cloudflare_id, own] as const),
    )
    const request = ([id, own]: readonly [string, number], network: string) => download(id, `width=${own}`, network)
    const statuses: number[] = []
    for (const one of widths) statuses.push((await request(one, '203.0.113.9')).statusCode)
    // The minute may have turned over meanwhile.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(limits.ownWidthsPerMinute)
    if (!statuses.includes(429)) return
    const refused = widths[statuses.indexOf(429)]!
    expect((await request(widths[0]!, '203.0.113.9')).statusCode).toBe(200)
    expect((await request(refused, '203.0.113.10')).statusCode).toBe(200)
  })
})

describe('the licence of an image', () => {
  test('is the library’s own unless it has another one', async () => {
    const image = await imageOf((await publish('Ours')).slug)
    expect(image).toMatchObject({
      licence: 'library',
      licence_text: 'Free for commercial use, no credit needed',
      licence_url: '/terms/',
    })
  })

  test('is named by the reply, by its derivatives and by the CSV', async () => {
    const { id, slug, cloudflare_id } = await publish('Theirs')
    await updateImages(db, [id], { licence: 'apache-2.0' })
    expect(await imageOf(slug)).toMatchObject({
      licence: 'apache-2.0',
      licence_text: 'Apache-2.0: free for commercial use, copies name the maker',
      licence_url: 'https://www.apache.org/licenses/LICENSE-2.0',
    })
    const validator = new PngValidator()
    validator.push((await download(cloudflare_id, 'size=256')).rawPayload)
    const { xmp } = readTextChunks(validator.end().text)
    expect(xmp).toContain('xmpRights:WebStatement="https://www.apache.org/licenses/LICENSE-2.0"')
    expect(xmp).toContain('Apache-2.0: free for commercial use, copies name the maker')
    const csv = (await app.inject({ url: '/api/v1/images/export/csv/', headers: ada.headers })).payload
    expect(csv.split('\r\n')[0]).toMatch(/"Category","Licence","Credit",/)
    expect(csv.split('\r\n').find((line) => line.includes(`"${slug}"`))).toMatch(/"apache-2\.0","",/)
  })
})
