import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { syncReadModel } from '#features/publishing/read-model'
import { aNewPng, type PngOptions } from '#test/png'
import { asPng, rgbaImage } from '#test/rgba-pictures'
import { callAs, createImage, messageOf, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, db, ada, admin } = await openAppWithPeople()

const publish = (title: string, png: Buffer | PngOptions = {}, more = {}) => {
  const bytes = Buffer.isBuffer(png) ? png : aNewPng(png)
  return createImage(testApp, ada, { png: bytes, title, ...more }, admin)
}

const [red, green, blue] = ['#d92f2f', '#3f9d4a', '#2f6fd8']
await publish('Red kite', { colour: red, width: 64, height: 40 }, { category: 'animals', keywords: 'kite, bird' })
await publish('Red balloon and a kite string', { colour: red, width: 40, height: 64 }, { keywords: 'party' })
await publish('Green kites', { colour: green, width: 63, height: 60 }, { keywords: 'bird' })
await publish('Blue banner', { colour: blue, width: 1000, height: 20 })
await publish('Blue kitesurfer', { colour: blue, width: 501, height: 520 })

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
/** Public until the test ends, so that no other test finds it. */
async function publishForTest(...image: Parameters<typeof publish>) {
  const published = await publish(...image)
  onTestFinished(() => setStatus(testApp, admin, [published.id], 'rejected').then(() => {}))
  return published
}

test.each([
  ['colour', { colour: 'red' }, ['Red balloon and a kite string', 'Red kite']],
  ['a colour in any case', { colour: 'GREEN' }, ['Green kites']],
  ['landscape', { orientation: 'landscape' }, ['Blue banner', 'Red kite']],
  ['portrait', { orientation: 'portrait' }, ['Red balloon and a kite string']],
  ['square, up to 5 % off included', { orientation: 'square' }, ['Blue kitesurfer', 'Green kites']],
  ['the minimum pixels of the longer side', { size: '500' }, ['Blue kitesurfer', 'Blue banner']],
  ['a size that one image just reaches', { size: '1000' }, ['Blue banner']],
  ['a category by its name', { category: 'Animals' }, ['Red kite']],
  ['a category by its value', { category: 'animals' }, ['Red kite']],
  ['a keyword in any case', { keyword: 'BIRD' }, ['Green kites', 'Red kite']],
  ['a keyword as a list has it', { keyword: "['party']" }, ['Red balloon and a kite string']],
  ['a keyword that nothing has', { keyword: 'unused keyword' }, []],
  ['two', { colour: 'blue', orientation: 'square' }, ['Blue kitesurfer']],
  [
    'five',
    { colour: 'red', title: 'kite', category: 'animals', keyword: 'bird', orientation: 'landscape' },
    ['Red kite'],
  ],
  ['two that no image has both', { colour: 'green', keyword: 'party' }, []],
])('the filters find %s', async (_, query, expected) => {
  expect(await titles(query as Record<string, string>)).toEqual(expected)
})

test('empty filters are ignored, as forms send them; a page past the end keeps the exact count', async () => {
  const names = ['title', 'category', 'keyword', 'colour', 'orientation', 'size', 'sort', 'page', 'transparency']
  expect((await list(Object.fromEntries(names.map((name) => [name, ''])))).count).toBe((await list({})).count)
  for (const sort of ['newest', 'relevance', 'downloads'])
    expect(await list({ title: 'kite', colour: 'red', sort, page: '9' })).toEqual({ count: 2, images: [] })
})

test('the filters correct a misspelt word, and keep one that is known', async () => {
  expect(await titles({ title: 'baner', colour: 'blue' })).toEqual(['Blue banner'])
  expect(await titles({ title: 'baner', colour: 'red' })).toEqual([])
  expect(await titles({ title: 'banner', colour: 'red' })).toEqual([])
  expect(await titles({ title: 'kites', colour: 'red' })).toEqual(['Red balloon and a kite string', 'Red kite'])
})

test.each([
  ['colour', 'mauve', 'There is no such colour'],
  ['licence', 'wtfpl', 'There is no such licence'],
  ['orientation', 'diagonal', 'There is no such orientation'],
  ['size', '501', 'The least size is one of 500, 1000, 2000, 4000 pixels'],
  ['size', 'big', 'The least size is one of 500, 1000, 2000, 4000 pixels'],
  ['transparency', 'glassy', 'There is no such transparency'],
  ['clean_edges', 'yes', 'Clean edges is 1 or left out'],
  ['sort', 'oldest', 'There is no such order'],
  ['page', '0', 'The page is a whole number from 1'],
])('the filters refuse the %s %s', async (name, value, message) => {
  expect(messageOf(await search({ [name]: value }))).toEqual([400, message])
})

test('the filters find nothing in a category that there is not', async () => {
  expect(await list({ category: 'unicorns' })).toEqual({ count: 0, images: [] })
  expect(await list({ category: 'unicorns', title: 'kite' })).toMatchObject({ count: 0, images: [] })
})

test('the filters follow an image that is rejected, approved again and edited', async () => {
  const image = await publishForTest('Pink flamingo', { colour: '#ec7fb4', width: 30, height: 64 })
  const pink = { colour: 'pink', orientation: 'portrait' }
  expect(await titles(pink)).toEqual(['Pink flamingo'])
  await setStatus(testApp, admin, [image.id], 'rejected')
  expect(await titles(pink)).toEqual([])
  await setStatus(testApp, admin, [image.id], 'approved')
  await callAs(testApp, admin, 'PUT', `images/update/${image.id}`, { title: 'Rosy flamingo' })
  expect(await titles(pink)).toEqual(['Rosy flamingo'])
  await setStatus(testApp, admin, [image.id], 'pending')
  expect(await titles(pink)).toEqual([])
})

describe('the filters of transparency', () => {
  const side = 200

  /** A picture of one colour, with this alpha (0 to 1) at this distance from its middle. */
  const disc = (alphaAt: (distance: number) => number) =>
    asPng(
      rgbaImage(side, side, (x, y) => {
        const distance = Math.hypot(x - side / 2, y - side / 2)
        return [200, 60, 40, Math.round(255 * alphaAt(distance))]
      }),
    )
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    const pictures = {
      Clean: await disc((distance) => Math.min(1, Math.max(0, 80 - distance))),
      Jagged: await disc((distance) => (distance < 80 ? 1 : 0)),
      Glow: await disc((distance) => Math.max(0, 1 - distance / 80)),
      Opaque: await disc(() => 1),
    }
    for (const [title, png] of Object.entries(pictures))
      ids[title] = (await publish(title, png, { keywords: 'measured' })).id
  })
  afterAll(() => setStatus(testApp, admin, Object.values(ids), 'rejected').then(() => {}))
  const measured = (query: object) => titles({ keyword: 'measured', ...query })

  test.each([
    [{ transparency: 'cutout' }, ['Jagged', 'Clean']],
    [{ transparency: 'soft' }, ['Glow']],
    [{ transparency: 'none' }, ['Opaque']],
    [{ transparency: 'cutout', clean_edges: '1' }, ['Clean']],
    [{ transparency: 'none', clean_edges: '1' }, []],
    [{ transparency: '', clean_edges: '' }, ['Opaque', 'Glow', 'Jagged', 'Clean']],
  ])('find by what was measured: %j', async (query, found) => {
    expect(await measured(query)).toEqual(found)
  })

  test('do not find what was not measured yet, until it is published again', async () => {
    const id = ids.Clean!
    const sha256 = db.selectFrom('images').select('sha256').where('id', '=', id)
    const file = db.updateTable('file').where('sha256', '=', sha256)
    const cleanCutOuts = () => measured({ transparency: 'cutout', clean_edges: '1' })
    await file.set({ findings: null }).execute()
    await syncReadModel(db, [id])
    expect(await cleanCutOuts()).toEqual([])
    await file.set({ findings: '[]' }).execute()
    await syncReadModel(db, [id])
    expect(await cleanCutOuts()).toEqual(['Clean'])
  })
})

test('the order of a search, misspelt too, is by words, forms and age, or by age, as without a title', async () => {
  const byRelevance = ['Red balloon and a kite string', 'Red kite', 'Green kites']
  expect(await titles({ title: 'kite' })).toEqual(byRelevance)
  expect(await titles({ title: 'kite', sort: 'relevance' })).toEqual(byRelevance)
  expect(await titles({ title: 'red kite' })).toEqual(byRelevance)
  expect(await titles({ title: 'kite str' })).toEqual(['Red balloon and a kite string'])
  expect((await titles({ title: 'red kiet' })).slice(0, 2)).toEqual(['Red balloon and a kite string', 'Red kite'])
  const byNewest = ['Green kites', 'Red balloon and a kite string', 'Red kite']
  expect(await titles({ title: 'kite', sort: 'newest' })).toEqual(byNewest)
  expect(await titles({ colour: 'red', sort: 'relevance' })).toEqual(['Red balloon and a kite string', 'Red kite'])
  expect(await titles({})).toEqual(await titles({ sort: 'newest' }))
  await publishForTest('Party hat') // words of the title go before those of tags
  expect(await titles({ title: 'party' })).toEqual(['Party hat', 'Red balloon and a kite string'])
})

test('the order by downloads follows new downloads, and a new approval keeps them', async () => {
  const byDownloads = () => titles({ title: 'moth', sort: 'downloads' })
  const first = await publishForTest('Moth 1')
  await publishForTest('Moth 2')
  const third = await publishForTest('Moth 3')
  expect(await byDownloads()).toEqual(['Moth 3', 'Moth 2', 'Moth 1'])
  const download = async ({ cloudflare_id }: { cloudflare_id: string }, times: number) => {
    for (let n = 0; n < times; n++) await app.inject(`/api/v1/images/download/${cloudflare_id}/`)
  }
  await download(first, 2)
  await download(third, 1)
  const popular = ['Moth 1', 'Moth 3', 'Moth 2']
  await expect.poll(byDownloads).toEqual(popular) // a download is counted after it was sent
  for (const status of ['rejected', 'approved']) await setStatus(testApp, admin, [first.id], status)
  expect(await byDownloads()).toEqual(popular)
})
