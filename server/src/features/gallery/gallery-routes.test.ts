import { createHash } from 'node:crypto'
import { card, publicImage } from '@vitrine/contract/schemas/image'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { nextDrawing } from '#test/drawings'
import { aNewPng, aPng } from '#test/png'
import { createImage, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, ada, bob, admin } = await openAppWithPeople()

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

const show = (slug: string, headers = {}) => app.inject({ url: `/api/v1/images/${encodeURIComponent(slug)}/`, headers })
const titlesOf = (images: { title: string }[]) => images.map(({ title }) => title)

describe('the listing', () => {
  const list = async (query: Record<string, string>) =>
    (await app.inject({ url: '/api/v1/images/approved/', query })).json() as {
      count: number
      images: { title: string }[]
    }

  test('shows only approved images, newest first, with the exact count, as the contract describes cards', async () => {
    const { count, images } = await list({ category: 'food' })
    expect([count, titlesOf(images)]).toEqual([3, ['Snow white apple', 'Apple pie', 'Äpfel und Birnen']])
    for (const one of images) expect(z.parse(z.strictObject(card.shape), one)).toEqual(one)
  })

  test.each([
    ['words in any order', 'snow fox', ['Red fox in the snow']],
    ['the beginning of a word', 'app', ['Snow white apple', 'Apple pie']],
    ['regardless of case and accents', 'APFEL', ['Äpfel und Birnen']],
    ['regardless of accents that the title lacks', 'àpplé pîe', ['Apple pie']],
    ['a misspelt word by the nearest known ones', 'appel', ['Snow white apple', 'Apple pie']],
    ['words of title, tags and category', 'fruit snow food', ['Snow white apple']],
    ['a misspelt word beside a right one', 'wihte snow', ['Snow white apple']],
    ['nothing when no known word is similar', 'zeppelin', []],
    ['nothing for punctuation alone', "') & !! :*", []],
  ])('finds %s', async (_, title, found) => {
    expect(titlesOf((await list({ title })).images)).toEqual(found)
  })
})

describe('an image', () => {
  test('is shown with its facts, its keywords and related images', async () => {
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

  test('is related to those that share tags and title words, rare ones first, then to its category', async () => {
    const boat = await publish('Old boat 7', { keywords: 'lake, holiday', category: 'transport' })
    await publishDrawing('Canoe', { keywords: 'lake, holiday' })
    await publishDrawing('Boats at night', { keywords: 'lake' })
    await publishDrawing('Yacht', { keywords: 'holiday' })
    await publishDrawing('Old boats')
    await publishDrawing('Boat house')
    await publishDrawing('Bicycle', { category: 'transport' })
    await publishDrawing('Car of 7')
    // Two images have `old`, three each of the tags, four `boat`.
    const related = ['Old boats', 'Canoe', 'Boats at night', 'Yacht', 'Boat house', 'Bicycle']
    expect(titlesOf((await show(boat.slug)).json().images)).toEqual(related)
  })

  test('is related to those of its category that were published next to it first', async () => {
    const [, flute] = [
      await publishDrawing('Tuba', { category: 'culture_and_religion' }),
      await publishDrawing('Flute', { category: 'culture_and_religion' }),
      await publishDrawing('Oboe', { category: 'culture_and_religion' }),
      await publishDrawing('Drum', { category: 'culture_and_religion' }),
    ]
    expect(titlesOf((await show(flute.slug)).json().images)).toEqual(['Oboe', 'Tuba', 'Drum'])
  })

  test('is related to each other drawing once, in whatever size', async () => {
    const [own, other] = [await nextDrawing(), await nextDrawing()]
    const kiln = await publish('Kiln', {}, own)
    await publish('Kiln again', {}, await sharp(own).resize(150).png().toBuffer())
    await publish('Other kiln', {}, other)
    await publish('Other kiln, smaller', {}, await sharp(other).resize(150).png().toBuffer())
    expect(titlesOf((await show(kiln.slug)).json().images)).toEqual(['Other kiln'])
  })

  test('that is pending is visible to its owner and to admins only', async () => {
    const refused = await show(hidden.slug)
    expect(refused.json()).toMatchObject({ code: 'image_not_found', message: 'Error loading image data.' })
    expect((await show(hidden.slug, bob.headers)).statusCode).toBe(404)
    for (const { headers } of [ada, admin]) expect((await show(hidden.slug, headers)).statusCode).toBe(200)
  })

  test.each([
    ['an API call', 'Keywords'],
    ['another one', 'Red fox in the snow'],
  ])('with the title of %s gets a slug of its own, by which it is found', async (_, title) => {
    const { id, slug } = await publish(title)
    expect(slug).toMatch(/-[a-z2-7]{5}$/)
    expect((await show(slug)).json().image.id).toBe(id)
    await setStatus(testApp, admin, [id], 'rejected')
  })
})

describe('what is said to one person is stored by no cache', () => {
  const cacheControl = async (url: string, more: object = {}) =>
    (await app.inject({ url, ...more })).headers['cache-control']

  test('such as the tokens of a sign-in', async () => {
    const url = '/api/v1/accounts/user/login/'
    const payload = { email: ada.email, password: 'correct-horse' }
    const signIn = await app.inject({ method: 'POST', url, payload })
    expect([signIn.statusCode, signIn.headers['cache-control']]).toEqual([200, 'no-store'])
    const refresh = { method: 'POST', payload: { refresh: ada.refresh_token } }
    expect(await cacheControl('/api/v1/token/refresh/', refresh)).toBe('no-store')
  })

  test('their image that is not public, its page, its download and its files', async () => {
    const own = await app.inject({ url: `/api/v1/images/${hidden.slug}/`, headers: ada.headers })
    expect(own.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'authorization' })
    const download = `/api/v1/images/download/${hidden.cloudflare_id}/`
    expect(await cacheControl(download, { headers: ada.headers })).toBe('private, no-store')
    for (const url of [own.json().image.cloudflare_url, own.json().image.main_url])
      expect(await cacheControl(url)).toBe('private, no-store')
  })
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

describe('the download', () => {
  const png = aPng({ width: 300, height: 200, seed: 4711 })
  const etag = `"${createHash('sha256').update(png).digest('hex')}"`
  const fetchFile = (id: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: `/api/v1/images/download/${id}/`, headers })

  test('has exactly the uploaded bytes and a readable file name', async () => {
    const png = aPng({ width: 300, height: 200, seed: 4712 })
    const etag = `"${createHash('sha256').update(png).digest('hex')}"`
    const answer = await fetchFile((await publish('Blauer Würfel', {}, png)).cloudflare_id)
    expect(answer.rawPayload.equals(png)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `attachment; filename="blauer-wurfel.png"; filename*=UTF-8''blauer-wurfel.png`,
      etag,
    })
  })

  test('supports HEAD, If-None-Match and Range', async () => {
    const { cloudflare_id } = await publish('Parts', {}, png)
    const head = await fetchFile(cloudflare_id, {}, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, String(png.length), ''])
    expect((await fetchFile(cloudflare_id, { 'if-none-match': etag })).statusCode).toBe(304)

    const middle = await fetchFile(cloudflare_id, { range: 'bytes=10-19' })
    expect(middle.statusCode).toBe(206)
    expect(middle.headers['content-range']).toBe(`bytes 10-19/${png.length}`)
    expect(middle.rawPayload.equals(png.subarray(10, 20))).toBe(true)
    expect((await fetchFile(cloudflare_id, { range: 'bytes=-5' })).rawPayload.equals(png.subarray(-5))).toBe(true)
    expect((await fetchFile(cloudflare_id, { range: `bytes=${png.length}-` })).statusCode).toBe(416)
    const changed = await fetchFile(cloudflare_id, { range: 'bytes=10-19', 'if-range': '"older"' })
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, png.length])
  })

  test('of an unknown image is a 404', async () => {
    for (const id of ['px-unknown', '..', '%2e%2e%2fsecret.key', 'px-aaaaaaaaaaaaaaaaaaaaaaaaaa'])
      expect((await fetchFile(id)).statusCode).toBe(404)
  })
})

test('pictures on pages are sandboxed, and those of pending images open by their signed URL only', async () => {
  const { cloudflare_id, cloudflare_url } = hidden
  expect((await app.inject(cloudflare_url)).statusCode).toBe(200)
  const forged = cloudflare_url.replace(/(?<=key=)./, (first) => (first === '_' ? '-' : '_'))
  for (const url of [`/media/${cloudflare_id}/640.webp`, forged, cloudflare_url.replace(/until=\d/, 'until=9')])
    expect((await app.inject(url)).statusCode).toBe(404)
  const { main_url } = (await show('apple-pie')).json().image
  expect((await app.inject(main_url)).headers['content-security-policy']).toContain('sandbox')
})

test('pictures of pending images open for twelve hours', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 13 * 3_600_000 })
  const { statusCode } = await app.inject(hidden.cloudflare_url)
  vi.useRealTimers()
  expect(statusCode).toBe(404)
})
