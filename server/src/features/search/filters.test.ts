import { describe, expect, test } from 'vitest'
import { aPng, type PngOptions } from '#test/png'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const publish = (title: string, png: PngOptions = {}, more = {}) =>
  createImage(testApp, ada, { png: aPng({ seed: ++seed, ...png }), title, ...more }, admin)

const [red, green, blue] = ['#d92f2f', '#3f9d4a', '#2f6fd8']
await publish('Red kite', { colour: red, width: 64, height: 40 }, { category: 'animals', keywords: 'kite, bird' })
await publish('Red balloon and a kite string', { colour: red, width: 40, height: 64 }, { keywords: 'party' })
await publish('Green kites', { colour: green, width: 63, height: 60 }, { keywords: 'bird' })
await publish('Blue banner', { colour: blue, width: 1000, height: 20 })
const square = await publish('Blue kitesurfer', { colour: blue, width: 501, height: 520 })

// Signed in, because replies to visitors are cached.
const search = (query: Record<string, string>) =>
  app.inject({ url: '/api/v1/images/approved/', query, headers: admin.headers })
const list = async (query: Record<string, string>) =>
  (await search(query)).json() as { count: number; images: { id: number; title: string; cloudflare_id: string }[] }
const titles = async (query: Record<string, string>) => {
  const { count, images } = await list(query)
  expect(count).toBe(images.length)
  return images.map(({ title }) => title)
}

describe('the filters', () => {
  test.each([
    ['colour', { colour: 'red' }, ['Red balloon and a kite string', 'Red kite']],
    ['a colour in any case', { colour: 'GREEN' }, ['Green kites']],
    ['a colour that nothing has', { colour: 'purple' }, []],
    ['landscape', { orientation: 'landscape' }, ['Blue banner', 'Red kite']],
    ['portrait', { orientation: 'portrait' }, ['Red balloon and a kite string']],
    ['square, up to 5 % off included', { orientation: 'square' }, ['Blue kitesurfer', 'Green kites']],
    ['the minimum pixels of the longer side', { size: '500' }, ['Blue kitesurfer', 'Blue banner']],
    ['a size that one image just reaches', { size: '1000' }, ['Blue banner']],
    ['a size that none has', { size: '4000' }, []],
    ['nothing at all', { colour: '', orientation: '', size: '', sort: '' }, 5],
  ])('find %s', async (_, query, expected) => {
    const found = await titles(query as Record<string, string>)
    expect(typeof expected === 'number' ? found.length : found).toEqual(expected)
  })

  test.each([
    [{ colour: 'blue', orientation: 'square' }, ['Blue kitesurfer']],
    [{ colour: 'blue', size: '1000' }, ['Blue banner']],
    [{ colour: 'red', title: 'kite', category: 'animals', keyword: 'bird', orientation: 'landscape' }, ['Red kite']],
    [{ colour: 'green', keyword: 'party' }, []],
  ])('combine: %j', async (query, found) => {
    expect(await titles(query as Record<string, string>)).toEqual(found)
  })

  test('correct a misspelt word, and keep one that is known', async () => {
    expect(await titles({ title: 'baner', colour: 'blue' })).toEqual(['Blue banner'])
    expect(await titles({ title: 'baner', colour: 'red' })).toEqual([])
    expect(await titles({ title: 'banner', colour: 'red' })).toEqual([])
    expect(await titles({ title: 'kites', colour: 'red' })).toEqual(['Red balloon and a kite string', 'Red kite'])
  })

  test('keep the exact count on a page past the end', async () => {
    for (const sort of ['newest', 'relevance', 'downloads'])
      expect(await list({ title: 'kite', colour: 'red', sort, page: '9' })).toEqual({ count: 2, images: [] })
  })

  test.each([
    ['colour', 'mauve', 'There is no such colour'],
    ['orientation', 'diagonal', 'There is no such orientation'],
    ['size', '501', 'The least size is one of 500, 1000, 2000, 4000 pixels'],
    ['size', 'big', 'The least size is one of 500, 1000, 2000, 4000 pixels'],
    ['transparency', 'glassy', 'There is no such transparency'],
    ['clean_edges', 'yes', 'Clean edges is 1 or left out'],
    ['sort', 'oldest', 'There is no such order'],
  ])('refuse the %s %s', async (name, value, message) => {
    const answer = await search({ [name]: value })
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
  })

  test('follow an image that is rejected, approved again and edited', async () => {
    const { id } = await publish('Pink flamingo', { colour: '#ec7fb4', width: 30, height: 64 })
    const pink = { colour: 'pink', orientation: 'portrait' }
    expect(await titles(pink)).toEqual(['Pink flamingo'])
    await setStatus(testApp, admin, [id], 'rejected')
    expect(await titles(pink)).toEqual([])
    await setStatus(testApp, admin, [id], 'approved')
    const payload = { title: 'Rosy flamingo' }
    await app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers: admin.headers, payload })
    expect(await titles(pink)).toEqual(['Rosy flamingo'])
    await setStatus(testApp, admin, [id], 'pending')
    expect(await titles(pink)).toEqual([])
  })
})

describe('the order', () => {
  const byNewest = ['Green kites', 'Red balloon and a kite string', 'Red kite']

  test('of a search is by whole words, then by word forms, then by age', async () => {
    const byRelevance = ['Red balloon and a kite string', 'Red kite', 'Green kites']
    expect(await titles({ title: 'kite' })).toEqual(byRelevance)
    expect(await titles({ title: 'kite', sort: 'relevance' })).toEqual(byRelevance)
    expect(await titles({ title: 'red kite' })).toEqual(['Red balloon and a kite string', 'Red kite'])
    expect(await titles({ title: 'kite str' })).toEqual(['Red balloon and a kite string'])
  })

  test('of a search puts words of the title before those of tags', async () => {
    await publish('Party hat', { colour: green })
    expect(await titles({ title: 'party' })).toEqual(['Party hat', 'Red balloon and a kite string'])
    await setStatus(testApp, admin, [(await list({ title: 'hat' })).images[0]!.id], 'rejected')
  })

  test('of a search can be by age, and is by age without a title', async () => {
    expect(await titles({ title: 'kite', sort: 'newest' })).toEqual(byNewest)
    expect((await titles({ sort: 'relevance' }))[0]).toBe('Blue kitesurfer')
    expect(await titles({})).toEqual(await titles({ sort: 'newest' }))
  })

  test('of a misspelt search puts the titles with both words first', async () => {
    expect((await titles({ title: 'red kiet' })).slice(0, 2)).toEqual(['Red balloon and a kite string', 'Red kite'])
  })

  test('by downloads follows new downloads, and a new approval keeps them', async () => {
    const byDownloads = (title: string) => titles({ title, sort: 'downloads' })
    expect(await byDownloads('kite')).toEqual(byNewest)
    const { images } = await list({})
    const download = async (name: string, times: number) => {
      const { cloudflare_id } = images.find(({ title }) => title === name)!
      for (let n = 0; n < times; n++) await app.inject(`/api/v1/images/download/${cloudflare_id}/`)
    }
    await download('Red kite', 2)
    await download('Green kites', 1)
    const popular = ['Red kite', 'Green kites', 'Red balloon and a kite string']
    await expect.poll(() => byDownloads('kite')).toEqual(popular) // a download is counted after it was sent

    await download('Blue kitesurfer', 3)
    await expect.poll(async () => (await titles({ sort: 'downloads' }))[0]).toBe('Blue kitesurfer')
    await setStatus(testApp, admin, [square.id], 'rejected')
    await setStatus(testApp, admin, [square.id], 'approved')
    expect((await titles({ sort: 'downloads' })).slice(0, 3)).toEqual(['Blue kitesurfer', 'Red kite', 'Green kites'])
  })

  test('counts every download, and loses none while approvals write the same images', async () => {
    const { id, cloudflare_id } = await publish('Much wanted')
    const approvals = Array.from({ length: 4 }, () => setStatus(testApp, admin, [id, square.id], 'approved'))
    for (let n = 0; n < 8; n++)
      expect((await app.inject(`/api/v1/images/download/${cloudflare_id}/`)).statusCode).toBe(200)
    for (const { statusCode } of await Promise.all(approvals)) expect(statusCode).toBe(200)
    const counted = testApp.db
      .selectFrom('published')
      .innerJoin('images', 'images.id', 'image_id')
      .select(['published.downloads', 'images.downloads as expected'])
      .where('image_id', '=', id)
    await expect.poll(() => counted.execute()).toEqual([{ downloads: 8, expected: 8 }])
  })
})
