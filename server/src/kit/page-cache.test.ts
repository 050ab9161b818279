import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageCache } from './page-cache.ts'

const html =
  (text: string, status = 200) =>
  async () => ({ status, text })

test('a page is rendered once, however many ask at the same moment', async () => {
  const cache = pageCache(1e6, () => 60)
  let rendered = 0
  const render = async () => ({ status: 200, text: `rendering ${++rendered}` })
  const pages = await Promise.all(Array.from({ length: 10 }, () => cache.get('/', render)))
  expect(new Set(pages.map((page) => page.plain.toString()))).toEqual(new Set(['rendering 1']))
  expect((await cache.get('/', render)).plain.toString()).toBe('rendering 1')
})

test('a page whose rendering began before a change is not kept after it', async () => {
  const cache = pageCache(1e6, () => 60)
  const slow = Promise.withResolvers<{ status: number; text: string }>()
  const old = cache.get('/', () => slow.promise)
  cache.clear()
  expect((await cache.get('/', html('new'))).plain.toString()).toBe('new')
  slow.resolve({ status: 200, text: 'old' })
  await old
  expect((await cache.get('/', html('newer'))).plain.toString()).toBe('new')
})

test('errors are not kept', async () => {
  const cache = pageCache(1e6, () => 60)
  await cache.get('/', html('gone', 404))
  expect((await cache.get('/', html('back'))).status).toBe(200)
  await expect(cache.get('/x', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect((await cache.get('/x', html('again'))).status).toBe(200)
})

test('holds no more bytes than it may', async () => {
  const cache = pageCache(50_000, () => 60)
  let rendered = 0
  const noise = () => Array.from({ length: 4000 }, () => Math.random().toString(36).slice(2, 6)).join('')
  const ask = (key: string) => cache.get(key, async () => ({ status: 200, text: `${++rendered}${noise()}` }))
  for (let i = 0; i < 20; i++) await ask(`/${i}/`)
  await ask('/0/')
  expect(rendered).toBe(21)
})

test('a page grows old when the line to the other processes is down', async () => {
  let seconds = 60
  const cache = pageCache(1e6, () => seconds)
  await cache.get('/', html('old'))
  seconds = 0
  expect((await cache.get('/', html('new'))).plain.toString()).toBe('new')
})

test('a page that is asked for often is packed better, and stays the same page', async () => {
  const cache = pageCache(1e6, () => 60)
  const words = Array.from({ length: 3000 }, (_, i) => `<a href="/image/${(i * 7919) % 1009}/">${i % 97}</a>`).join('')
  const page = await cache.get('/', html(words))
  const first = await page.packed('br')
  await expect.poll(async () => (await page.packed('br')).length, { timeout: 5000 }).toBeLessThan(first.length)
  expect(brotliDecompressSync(await page.packed('br')).toString()).toBe(words)
})
