import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createUnlimitedCache } from '#test/unlimited-cache'
import type { CachedResponse } from './response-cache.ts'

const html =
  (text: string, status = 200) =>
  async () => ({ status, text })

const textOf = async (page: CachedResponse | Promise<CachedResponse>) =>
  (await (await page).encoded('identity')).toString()

/** A cache of pages that begin with the number of their rendering. */
function countingCache(bytes: number, restOf = () => '') {
  const cache = createUnlimitedCache(bytes, () => 60)
  const rendered = { count: 0 }
  const ask = (key: string) => cache.get(key, async () => ({ status: 200, text: `${++rendered.count}${restOf()}` }))
  return { ask, rendered }
}

test('concurrent requests for a page share one rendering', async () => {
  const { ask } = countingCache(1e6)
  const pages = await Promise.all(Array.from({ length: 10 }, () => ask('/')))
  expect(new Set(await Promise.all([...pages, ask('/')].map(textOf)))).toEqual(new Set(['1']))
})

test('a page whose rendering began before a clear is not cached after it', async () => {
  const cache = createUnlimitedCache(1e6, () => 60)
  const slow = Promise.withResolvers<{ status: number; text: string }>()
  const old = cache.get('/', () => slow.promise)
  cache.clear()
  expect(await textOf(cache.get('/', html('new')))).toBe('new')
  slow.resolve({ status: 200, text: 'old' })
  await old
  expect(await textOf(cache.get('/', html('newer')))).toBe('new')
})

test('a page without its data is not cached, one that does not exist is until something changes', async () => {
  const cache = createUnlimitedCache(1e6, () => 60)
  await cache.get('/', html('away', 503))
  expect((await cache.get('/', html('gone', 404))).status).toBe(404)
  expect((await cache.get('/', html('new'))).status).toBe(404)
  cache.clear()
  expect((await cache.get('/', html('new'))).status).toBe(200)
  await expect(cache.get('/x', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect((await cache.get('/x', html('again'))).status).toBe(200)
})

test('holds at most its maximum of bytes', async () => {
  const noise = () => Array.from({ length: 4000 }, () => Math.random().toString(36).slice(2, 6)).join('')
  const { ask, rendered } = countingCache(50_000, noise)
  for (let i = 0; i < 20; i++) await ask(`/${i}/`)
  await ask('/0/')
  expect(rendered.count).toBe(21)
})

test('a page expires when maxAge shrinks', async () => {
  let seconds = 60
  const cache = createUnlimitedCache(1e6, () => seconds)
  await cache.get('/', html('old'))
  seconds = 0
  expect(await textOf(cache.get('/', html('new')))).toBe('new')
})

const words = Array.from({ length: 3000 }, (_, i) => `<a href="/image/${(i * 7919) % 1009}/">${i % 97}</a>`).join('')

test('a popular page is compressed better, and its content stays the same', async () => {
  const cache = createUnlimitedCache(1e6, () => 60)
  const page = await cache.get('/', html(words))
  const first = await page.encoded('br')
  for (let request = 0; request < 100; request++) await page.encoded('br')
  await expect.poll(async () => (await page.encoded('br')).length, { timeout: 5000 }).toBeLessThan(first.length)
  expect(brotliDecompressSync(await page.encoded('br')).toString()).toBe(words)
})

test('a compressed page is available in every other encoding', async () => {
  const page = await createUnlimitedCache(1e6, () => 60).get('/', html(words))
  for (const encoding of ['gzip', 'br', 'identity', 'br', 'gzip'] as const) {
    const bytes = await page.encoded(encoding)
    const text = encoding === 'gzip' ? gunzipSync(bytes) : encoding === 'br' ? brotliDecompressSync(bytes) : bytes
    expect(text.toString()).toBe(words)
  }
})

test('compressed pages count with their compressed size', async () => {
  const { ask, rendered } = countingCache(10 * words.length, () => words)
  for (let round = 0; round < 2; round++)
    for (let i = 0; i < 20; i++) for (const _ of ['once', 'again']) await (await ask(`/${i}/`)).encoded('br')
  expect(rendered.count).toBe(20)
})

test('a flood of addresses that are never repeated evicts no page that is', async () => {
  const { ask, rendered } = countingCache(1e6)
  for (const _ of ['once', 'again']) await ask('/popular/')
  for (let i = 0; i < 5000; i++) await ask(`/${i}/`)
  const before = rendered.count
  await ask('/popular/')
  expect(rendered.count).toBe(before)
})

test('holds no memory besides the bytes of a page', async () => {
  for (const text of ['short', words]) {
    const page = await createUnlimitedCache(1e6, () => 60).get('/', html(text))
    for (const encoding of ['identity', 'br'] as const) {
      const bytes = await page.encoded(encoding)
      expect([encoding, bytes.buffer.byteLength]).toEqual([encoding, bytes.length])
    }
  }
})
