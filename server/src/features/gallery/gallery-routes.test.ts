import { card, publicImage } from '@vitrine/contract/schemas/image'
import * as limits from '@vitrine/contract/vocabulary/limits'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { nextDrawing } from '#test/drawings'
import { aNewPng, aPng, sha256Of } from '#test/png'
import { addImages, createImage, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, ada, admin } = await openAppWithPeople()

const publish = (title: string, more: { keywords?: string; category?: string } = {}, png = aNewPng()) =>
  createImage(testApp, ada, { png, title, ...more }, admin)

/** Published with a drawing of its own: a drawing is related once. */
const publishDrawing = async (...[title, more]: Parameters<typeof publish>) => publish(title, more, await nextDrawing())

await publish('Red fox in the snow', { keywords: 'fox, winter' })
await publishDrawing('Äpfel und Birnen', { keywords: 'fruit', category: 'food' })
await publish('Apple pie', { keywords: 'fruit, [dessert]', category: 'Food' })
await publishDrawing('Snow white apple', { keywords: 'fruit', category: 'food' })
const secret = { png: aNewPng(), title: 'Red secret', category: 'food' }
const hidden = await createImage(testApp, ada, secret)

const show = (slug: string, query = {}) => app.inject({ url: `/api/v1/images/${encodeURIComponent(slug)}/`, query })
const titlesOf = (images: { title: string }[]) => images.map(({ title }) => title)
const related = async (slug: string, query = {}) => titlesOf((await show(slug, query)).json().images)

const list = async (query: Record<string, string>) =>
  (await app.inject({ url: '/api/v1/images/approved/', query })).json() as {
    count: number
    images: { title: string }[]
  }

test('the listing shows only approved images, newest first, with the exact count', async () => {
  const { count, images } = await list({ category: 'food' })
  expect([count, titlesOf(images)]).toEqual([3, ['Snow white apple', 'Apple pie', 'Äpfel und Birnen']])
  for (const one of images) expect(z.parse(z.strictObject(card.shape), one)).toEqual(one)
})

test.each([
  ['words in any order', 'snow fox', ['Red fox in the snow']],
  ['regardless of case and accents', 'APFEL', ['Äpfel und Birnen']],
  ['regardless of accents that the title lacks', 'àpplé pîe', ['Apple pie']],
  ['words of title, tags and category', 'fruit snow food', ['Snow white apple']],
  ['nothing when no known word is similar', 'zeppelin', []],
])('the listing finds %s', async (_, title, found) => {
  expect(titlesOf((await list({ title })).images)).toEqual(found)
})

test('an image is shown with its facts, its keywords and related images', async () => {
  const answer = (await show('apple-pie')).json()
  expect(z.parse(z.strictObject(publicImage.shape), answer.image)).toMatchObject({
    title: 'Apple pie',
    category: 'food',
    status: 'approved',
    colours: [{ hex: '#e1562d', name: 'red' }],
    keywords: [{ name: 'fruit' }, { name: 'dessert' }],
    user: { username: ada.username },
  })
  expect(titlesOf(answer.images)).toEqual(['Snow white apple', 'Äpfel und Birnen'])
})

test('an image is related to those that share tags and title words, rare ones first, then its category', async () => {
  const boat = await publish('Old boat 7', { keywords: 'lake, holiday', category: 'transport' })
  await publishDrawing('Canoe', { keywords: 'lake, holiday' })
  await publishDrawing('Boats at night', { keywords: 'lake' })
  await publishDrawing('Yacht', { keywords: 'holiday' })
  await publishDrawing('Old boats', { keywords: 'lake' })
  await publishDrawing('Boat house')
  await publishDrawing('Bicycle', { category: 'transport' })
  await publishDrawing('Car of 7')
  // Two images have `old`, three `holiday`, four each `lake` and `boat`.
  const expected = ['Old boats', 'Canoe', 'Boats at night', 'Yacht', 'Boat house', 'Bicycle']
  expect(await related(boat.slug)).toEqual(expected)
})

test('an image is related to those of its category that were published next to it first', async () => {
  const [, flute] = [
    await publishDrawing('Tuba', { category: 'culture_and_religion' }),
    await publishDrawing('Flute', { category: 'culture_and_religion' }),
    await publishDrawing('Oboe', { category: 'culture_and_religion' }),
    await publishDrawing('Drum', { category: 'culture_and_religion' }),
  ]
  expect(await related(flute.slug)).toEqual(['Oboe', 'Tuba', 'Drum'])
})

test('an image is related to each other drawing once, in whatever size', async () => {
  const [own, other] = [await nextDrawing(), await nextDrawing()]
  const kiln = await publish('Kiln', {}, own)
  await publish('Kiln again', {}, await sharp(own).resize(150).png().toBuffer())
  await publish('Other kiln', {}, other)
  await publish('Other kiln, smaller', {}, await sharp(other).resize(150).png().toBuffer())
  expect(await related(kiln.slug)).toEqual(['Other kiln'])
})

test('related images that do not fit on the first page are on the second, and none after them', async () => {
  const others = 4
  const titles = Array.from({ length: limits.relatedImages + others + 1 }, (_, at) => `Shelf ${at}`)
  const added = await addImages(testApp, ada, titles)
  const ids = added.map(({ id }) => id)
  await setStatus(testApp, admin, ids, 'approved')
  const { slug } = added[0]!
  const pages = [
    await related(slug, { page: '1' }),
    await related(slug, { page: '2' }),
    await related(slug, { page: '3' }),
  ]
  expect(pages.map(({ length }) => length)).toEqual([limits.relatedImages, others, 0])
  expect(new Set(pages.flat()).size).toBe(limits.relatedImages + others)
  const page = async (query: string) => (await app.inject(`/image/${slug}/${query}`)).body
  expect(await page('')).toContain('href="?page=2#related"')
  const second = await page('?page=2')
  expect(cardsIn(second)).toHaveLength(others)
  expect(second).toContain('"@type":"ImageObject"')
})

const cardsIn = (html: string) => html.match(/<li class="card/g) ?? []

test('related images are narrowed by words and by a keyword', async () => {
  await publishDrawing('Lantern')
  await publishDrawing('Red lantern')
  await publishDrawing('Lanterns in a row', { keywords: 'night' })
  await publishDrawing('Red lanterns', { keywords: 'night' })
  const narrowed = async (query: Record<string, string>) => (await related('lantern', query)).toSorted()
  expect(await narrowed({ title: 'red' })).toEqual(['Red lantern', 'Red lanterns'])
  expect(await narrowed({ keyword: 'Night' })).toEqual(['Lanterns in a row', 'Red lanterns'])
  expect(await narrowed({ title: 'red', keyword: 'night' })).toEqual(['Red lanterns'])
  expect(await narrowed({ title: 'blue' })).toEqual([])
})

const takenNames = ['Keywords', 'Red fox in the snow']
test.each(takenNames)('an image called like a call or another one has a slug of its own: %s', async (title) => {
  const { id, slug } = await publish(title)
  expect(slug).toMatch(/-[a-z2-7]{5}$/)
  expect((await show(slug)).json().image.id).toBe(id)
  await setStatus(testApp, admin, [id], 'rejected')
})

test('tokens, and an image that is not public with its page, download and files, are stored by no cache', async () => {
  const cacheControl = async (url: string, more: object = {}) =>
    (await app.inject({ url, ...more })).headers['cache-control']

  const payload = { email: ada.email, password: 'correct-horse' }
  const signIn = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload })
  expect([signIn.statusCode, signIn.headers['cache-control']]).toEqual([200, 'no-store'])
  const refresh = { method: 'POST', payload: { refresh: ada.refresh_token } }
  expect(await cacheControl('/api/v1/token/refresh/', refresh)).toBe('no-store')
  const { headers } = ada
  const own = await app.inject({ url: `/api/v1/images/${hidden.slug}/`, headers })
  expect(own.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'authorization' })
  expect(await cacheControl(`/api/v1/images/download/${hidden.cloudflare_id}/`, { headers })).toBe('private, no-store')
  for (const url of [own.json().image.cloudflare_url, own.json().image.main_url])
    expect(await cacheControl(url)).toBe('private, no-store')
})

test('a visitor’s response is compressed and cacheable for seconds; a signed-in user’s is not cached', async () => {
  const fetchList = (headers: Record<string, string> = {}) =>
    app.inject({ url: '/api/v1/images/approved/?title=kestrel', headers })
  const first = await fetchList({ 'accept-encoding': 'gzip, br' })
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=4, stale-while-revalidate=30',
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding, authorization',
  })
  const again = await fetchList({ 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await fetchList(admin.headers)).headers['cache-control']).toBe('no-store')
})

const fetchFile = (id: string, headers = {}) => app.inject({ url: `/api/v1/images/download/${id}/`, headers })

test('a download has the uploaded bytes, a readable name, parts, and no bytes where unchanged', async () => {
  const png = aPng({ width: 300, height: 200, seed: 4712 })
  const etag = `"${sha256Of(png)}"`
  const { cloudflare_id } = await publish('Blauer Würfel', {}, png)
  const answer = await fetchFile(cloudflare_id)
  expect(answer.rawPayload.equals(png)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'content-disposition': `attachment; filename="blauer-wurfel.png"; filename*=UTF-8''blauer-wurfel.png`,
    etag,
  })
  expect((await fetchFile(cloudflare_id, { 'if-none-match': etag })).statusCode).toBe(304)
  const middle = await fetchFile(cloudflare_id, { range: 'bytes=10-19' })
  expect([middle.statusCode, middle.headers['content-range']]).toEqual([206, `bytes 10-19/${png.length}`])
  expect(middle.rawPayload.equals(png.subarray(10, 20))).toBe(true)
  expect((await fetchFile(cloudflare_id, { range: 'bytes=-5' })).rawPayload.equals(png.subarray(-5))).toBe(true)
  expect((await fetchFile(cloudflare_id, { range: `bytes=${png.length}-` })).statusCode).toBe(416)
  const changed = await fetchFile(cloudflare_id, { range: 'bytes=10-19', 'if-range': '"older"' })
  expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, png.length])
})

test('a download of an unknown image is a 404', async () => {
  for (const id of ['px-unknown', '..', '%2e%2e%2fsecret.key', 'px-aaaaaaaaaaaaaaaaaaaaaaaaaa'])
    expect((await fetchFile(id)).statusCode).toBe(404)
})

test('pictures on pages are sandboxed; those of pending images open by signed URLs only, for 12 hours', async () => {
  const { cloudflare_id, cloudflare_url } = hidden
  expect((await app.inject(cloudflare_url)).statusCode).toBe(200)
  const forged = cloudflare_url.replace(/(?<=key=)./, (first) => (first === '_' ? '-' : '_'))
  for (const url of [`/media/${cloudflare_id}/640.webp`, forged, cloudflare_url.replace(/until=\d/, 'until=9')])
    expect((await app.inject(url)).statusCode).toBe(404)
  const { main_url } = (await show('apple-pie')).json().image
  expect((await app.inject(main_url)).headers['content-security-policy']).toContain('sandbox')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 })
  const { statusCode } = await app.inject(cloudflare_url)
  vi.useRealTimers()
  expect(statusCode).toBe(404)
})
