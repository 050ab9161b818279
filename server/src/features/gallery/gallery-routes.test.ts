import { createHash } from 'node:crypto'
import { card, publicImage } from '@vitrine/contract/schemas/image'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp
const [ada, bob, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const publish = (title: string, more: { keywords?: string; category?: string } = {}) =>
  createImage(testApp, ada, { png: aPng({ seed: ++seed }), title, ...more }, admin)

await publish('Red fox in the snow', { keywords: 'fox, winter', category: 'Animals' })
await publish('Äpfel und Birnen', { keywords: 'fruit', category: 'food' })
await publish('Apple pie', { keywords: 'fruit, [dessert]', category: 'Food' })
await publish('Snow white apple', { keywords: 'fruit', category: 'food' })
const hidden = await createImage(testApp, ada, { png: aPng({ seed: ++seed }), title: 'Red secret' })

const list = async (query: Record<string, string> = {}) => {
  const answer = await app.inject({ url: '/api/v1/images/approved/', query })
  return answer.json() as { count: number; images: { title: string }[] }
}
const titles = async (query: Record<string, string>) => (await list(query)).images.map((one) => one.title)

describe('the listing', () => {
  test('shows only approved images, newest first, with the exact count', async () => {
    const { count, images } = await list()
    expect(count).toBe(4)
    expect(images.map((one) => one.title)).toEqual([
      'Snow white apple',
      'Apple pie',
      'Äpfel und Birnen',
      'Red fox in the snow',
    ])
  })

  test('returns cards exactly as the contract describes them', async () => {
    for (const one of (await list()).images) expect(z.parse(z.strictObject(card.shape), one)).toEqual(one)
  })

  test.each([
    ['words in any order', 'snow red', ['Red fox in the snow']],
    ['the beginning of a word', 'app', ['Snow white apple', 'Apple pie']],
    ['regardless of case and accents', 'APFEL', ['Äpfel und Birnen']],
    ['regardless of accents that the title lacks', 'àpplé pîe', ['Apple pie']],
    ['a misspelt word by the nearest known ones', 'appel', ['Snow white apple', 'Apple pie']],
    ['words of title, tags and category', 'fruit snow food', ['Snow white apple']],
    ['a misspelt word beside a right one', 'wihte snow', ['Snow white apple']],
    ['nothing when no known word is similar', 'zeppelin', []],
    ['nothing for punctuation alone', "') & !! :*", []],
  ])('finds %s', async (_, title, found) => {
    expect(await titles({ title })).toEqual(found)
  })

  test('filters by category, by name or value, and refuses an unknown one', async () => {
    expect(await titles({ category: 'Food' })).toHaveLength(3)
    expect(await titles({ category: 'animals' })).toEqual(['Red fox in the snow'])
    const unknown = await app.inject('/api/v1/images/approved/?category=unicorns')
    expect(unknown.json()).toMatchObject({ code: 'invalid', message: 'There is no such category' })
  })

  test('filters by keyword regardless of case', async () => {
    expect(await titles({ keyword: 'FRUIT' })).toHaveLength(3)
    expect(await titles({ keyword: 'dessert' })).toEqual(['Apple pie'])
    expect(await titles({ keyword: "['dessert']" })).toEqual(['Apple pie'])
    expect(await list({ keyword: 'unused keyword' })).toEqual({ count: 0, images: [] })
  })

  test('combines filters', async () => {
    expect(await titles({ title: 'snow', category: 'food', keyword: 'fruit' })).toEqual(['Snow white apple'])
  })

  test('a page past the end is empty and keeps its count; page 0 is refused', async () => {
    expect(await list({ page: '7' })).toEqual({ count: 4, images: [] })
    expect((await app.inject('/api/v1/images/approved/?page=0')).json().message).toBe(
      'The page is a whole number from 1',
    )
  })

  test('an empty filter is ignored, as forms without JavaScript send it', async () => {
    expect((await list({ title: '', category: '', keyword: '', page: '' })).count).toBe(4)
  })
})

describe('the keywords', () => {
  test('are those of approved images, the most used first, without brackets', async () => {
    const { data } = (await app.inject('/api/v1/images/keywords/')).json()
    expect(data.map((one: { name: string }) => one.name)).toEqual(['fruit', 'fox', 'winter', 'dessert'])
  })
})

describe('an image', () => {
  const show = (slug: string, headers = {}) =>
    app.inject({ url: `/api/v1/images/${encodeURIComponent(slug)}/`, headers })

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
    expect(answer.images.map((one: { title: string }) => one.title)).toEqual(['Snow white apple', 'Äpfel und Birnen'])
  })

  test('reveals nothing private of its contributor', async () => {
    expect((await show('apple-pie')).body).not.toContain(ada.email)
  })

  test('that is pending is visible to its owner and to admins only', async () => {
    expect((await show(hidden.slug)).json()).toMatchObject({
      code: 'image_not_found',
      message: 'Error loading image data.',
    })
    expect((await show(hidden.slug, bob.headers)).statusCode).toBe(404)
    expect((await show(hidden.slug, ada.headers)).statusCode).toBe(200)
    expect((await show(hidden.slug, admin.headers)).statusCode).toBe(200)
  })

  test('with the title of an API call is reachable', async () => {
    const { slug } = await publish('Keywords')
    expect(slug).toMatch(/^keywords-[a-z2-7]{5}$/)
    expect((await show(slug)).json().image.title).toBe('Keywords')
  })

  test('with the title of another one gets a slug of its own', async () => {
    const { slug } = await publish('Apple pie')
    expect(slug).toMatch(/^apple-pie-[a-z2-7]{5}$/)
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

describe('a visitor’s response', () => {
  const url = '/api/v1/images/approved/?title=kestrel'
  const fetchList = (headers: Record<string, string> = {}, at = app) => at.inject({ url, headers })

  test('is compressed and cacheable for some seconds; a signed-in user’s is not cached', async () => {
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

  test('is invalidated by a change, in every process', async () => {
    const other = await testApp.openSecondProcess()
    const counts = async () => [(await fetchList()).json().count, (await fetchList({}, other)).json().count]
    expect(await counts()).toEqual([0, 0])
    const { id } = await createImage(testApp, ada, { png: aPng({ seed: 881 }), title: 'Kestrel' }, admin)
    await expect.poll(counts, { timeout: 5_000 }).toEqual([1, 1])
    await setStatus(testApp, admin, [id], 'rejected')
    expect((await fetchList()).json().count).toBe(0)
    await expect.poll(counts, { timeout: 5_000 }).toEqual([0, 0])
  })
})

describe('the download', () => {
  const png = aPng({ width: 300, height: 200, seed: 4711 })
  const etag = `"${createHash('sha256').update(png).digest('hex')}"`
  const fetchFile = (id: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: `/api/v1/images/download/${id}/`, headers })

  test('has exactly the uploaded bytes and a readable file name', async () => {
    const { cloudflare_id } = await createImage(testApp, ada, { png, title: 'Blauer Würfel' }, admin)
    const answer = await fetchFile(cloudflare_id)
    expect(answer.rawPayload.equals(png)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': `attachment; filename="blauer-wurfel.png"; filename*=UTF-8''blauer-wurfel.png`,
      etag,
    })
  })

  test('supports HEAD, If-None-Match and Range', async () => {
    const { cloudflare_id } = await createImage(testApp, ada, { png, title: 'Blauer Würfel' }, admin)
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

  test('is counted, not for HEAD and ranges', async () => {
    const { id, cloudflare_id } = await createImage(
      testApp,
      ada,
      { png: aPng({ seed: 4712 }), title: 'Counted' },
      admin,
    )
    await fetchFile(cloudflare_id, {}, 'HEAD')
    await fetchFile(cloudflare_id, { range: 'bytes=100-' })
    await fetchFile(cloudflare_id)
    const counted = () =>
      testApp.db.selectFrom('images').select('downloads').where('id', '=', id).executeTakeFirstOrThrow()
    await expect.poll(counted, { timeout: 10_000 }).toEqual({ downloads: 1 })
  })

  test('of an image that is not approved is for its owner and admins only', async () => {
    const { id, cloudflare_id } = await createImage(
      testApp,
      ada,
      { png: aPng({ seed: 4713 }), title: 'Was public' },
      admin,
    )
    expect((await fetchFile(cloudflare_id)).statusCode).toBe(200)
    await setStatus(testApp, admin, [id], 'rejected')
    expect((await fetchFile(cloudflare_id)).statusCode).toBe(404)
    expect((await fetchFile(cloudflare_id, bob.headers)).statusCode).toBe(404)
    expect((await fetchFile(cloudflare_id, ada.headers)).statusCode).toBe(200)
  })

  test.each(['px-unknown', '..', '%2e%2e%2fsecret.key', 'px-aaaaaaaaaaaaaaaaaaaaaaaaaa'])(
    'of %s is a 404',
    async (id) => {
      expect((await fetchFile(id)).statusCode).toBe(404)
    },
  )
})

describe('images on pages', () => {
  test('are WebP with alpha in the requested size, or the largest there is', async () => {
    const big = await createImage(
      testApp,
      ada,
      { png: aPng({ width: 700, height: 350, seed: 4714 }), title: 'Big' },
      admin,
    )
    for (const [file, width] of [
      ['320.webp', 320],
      ['640.webp', 640],
      ['1280.webp', 700],
      ['9999.webp', 700],
    ] as const) {
      const answer = await app.inject(`/media/${big.cloudflare_id}/${file}`)
      expect(answer.headers['content-type']).toBe('image/webp')
      const { default: sharp } = await import('sharp')
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width, hasAlpha: true })
    }
  })

  test('of pending images open by their signed URL only', async () => {
    const { cloudflare_id, cloudflare_url } = await createImage(testApp, ada, {
      png: aPng({ seed: 4715 }),
      title: 'Waiting',
    })
    expect((await app.inject(cloudflare_url)).statusCode).toBe(200)
    expect((await app.inject(`/media/${cloudflare_id}/640.webp`)).statusCode).toBe(404)
    const forged = cloudflare_url.replace(/(?<=key=)./, (first) => (first === '_' ? '-' : '_'))
    expect((await app.inject(forged)).statusCode).toBe(404)
    expect((await app.inject(cloudflare_url.replace(/until=\d/, 'until=9'))).statusCode).toBe(404)
  })

  test('are sandboxed, so that no script in them runs', async () => {
    const { main_url } = await createImage(testApp, ada, { png: aPng({ seed: 4716 }), title: 'Sandboxed' }, admin)
    const { headers } = await app.inject(main_url)
    expect(headers['content-security-policy']).toContain('sandbox')
  })
})
