import { describe, expect, test } from 'vitest'
import { aPng, type PngOptions } from '#test/png'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'

const house = await openTestApp()
const { app } = house
const [ada, admin] = [await createUser(house), await createUser(house, 'admin')]

let seed = 0
const publish = (title: string, wishes: PngOptions = {}, more = {}) =>
  createImage(house, ada, { png: aPng({ seed: ++seed, ...wishes }), title, ...more }, admin)

const [red, green, blue] = ['#d92f2f', '#3f9d4a', '#2f6fd8']
await publish('Red kite', { colour: red, width: 64, height: 40 }, { category: 'animals', keywords: 'kite, bird' })
await publish('Red balloon and a kite string', { colour: red, width: 40, height: 64 }, { keywords: 'party' })
await publish('Green kites', { colour: green, width: 63, height: 60 }, { keywords: 'bird' })
await publish('Blue banner', { colour: blue, width: 1000, height: 20 })
const quadrat = await publish('Blue kitesurfer', { colour: blue, width: 501, height: 520 })

// Signed in, for visitors' answers are kept for a while.
const ask = (query: Record<string, string>) =>
  app.inject({ url: '/api/v1/images/approved/', query, headers: admin.headers })
const list = async (query: Record<string, string>) =>
  (await ask(query)).json() as { count: number; images: { title: string; cloudflare_id: string }[] }
const titles = async (query: Record<string, string>) => {
  const { count, images } = await list(query)
  expect(count).toBe(images.length)
  return images.map(({ title }) => title)
}

describe('the filters', () => {
  test.each([
    ['colour', { colour: 'red' }, ['Red balloon and a kite string', 'Red kite']],
    ['colour, whatever its case', { colour: 'GREEN' }, ['Green kites']],
    ['a colour that nothing has', { colour: 'purple' }, []],
    ['landscape', { orientation: 'landscape' }, ['Blue banner', 'Red kite']],
    ['portrait', { orientation: 'portrait' }, ['Red balloon and a kite string']],
    ['square, a twentieth off included', { orientation: 'square' }, ['Blue kitesurfer', 'Green kites']],
    ['the least pixels of the longer side', { size: '500' }, ['Blue kitesurfer', 'Blue banner']],
    ['a size that one just reaches', { size: '1000' }, ['Blue banner']],
    ['a size that none has', { size: '4000' }, []],
    ['nothing at all', { colour: '', orientation: '', size: '', sort: '' }, 5],
  ])('find %s', async (_, query, found) => {
    const named = await titles(query as Record<string, string>)
    expect(typeof found === 'number' ? named.length : named).toEqual(found)
  })

  test.each([
    [{ colour: 'blue', orientation: 'square' }, ['Blue kitesurfer']],
    [{ colour: 'blue', size: '1000' }, ['Blue banner']],
    [{ colour: 'red', title: 'kite', category: 'animals', keyword: 'bird', orientation: 'landscape' }, ['Red kite']],
    [{ colour: 'green', keyword: 'party' }, []],
  ])('work together: %j', async (query, found) => {
    expect(await titles(query as Record<string, string>)).toEqual(found)
  })

  test('forgive a misspelt word, and leave one that is known as it is', async () => {
    expect(await titles({ title: 'baner', colour: 'blue' })).toEqual(['Blue banner'])
    expect(await titles({ title: 'baner', colour: 'red' })).toEqual([])
    expect(await titles({ title: 'banner', colour: 'red' })).toEqual([])
    expect(await titles({ title: 'kites', colour: 'red' })).toEqual([]) // 'kite' is one letter away
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
    ['sort', 'oldest', 'There is no such order'],
  ])('refuse the %s %s', async (name, value, message) => {
    const answer = await ask({ [name]: value })
    expect([answer.statusCode, answer.json().message]).toEqual([400, message])
  })

  test('follow a picture that is rejected, approved again and edited', async () => {
    const { id } = await publish('Pink flamingo', { colour: '#ec7fb4', width: 30, height: 64 })
    const pink = { colour: 'pink', orientation: 'portrait' }
    expect(await titles(pink)).toEqual(['Pink flamingo'])
    await setStatus(house, admin, [id], 'rejected')
    expect(await titles(pink)).toEqual([])
    await setStatus(house, admin, [id], 'approved')
    const edit = (headers: Record<string, string>) =>
      app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers, payload: { title: 'Rosy flamingo' } })
    await edit(admin.headers)
    expect(await titles(pink)).toEqual(['Rosy flamingo'])
    await edit(ada.headers) // back to review
    expect(await titles(pink)).toEqual([])
  })
})

describe('the order', () => {
  const byNewest = ['Blue kitesurfer', 'Green kites', 'Red balloon and a kite string', 'Red kite']

  test('of a search is by whole words, then by short titles, then by age', async () => {
    const best = ['Red kite', 'Red balloon and a kite string', 'Blue kitesurfer', 'Green kites']
    expect(await titles({ title: 'kite' })).toEqual(best)
    expect(await titles({ title: 'kite', sort: 'relevance' })).toEqual(best)
    expect(await titles({ title: 'red kite' })).toEqual(['Red kite', 'Red balloon and a kite string'])
    expect(await titles({ title: 'kite s' })).toEqual(['Red balloon and a kite string'])
  })

  test('of a search may be by age, and is by age where no title is given', async () => {
    expect(await titles({ title: 'kite', sort: 'newest' })).toEqual(byNewest)
    expect((await titles({ sort: 'relevance' }))[0]).toBe('Blue kitesurfer')
    expect(await titles({})).toEqual(await titles({ sort: 'newest' }))
  })

  test('puts the title with both words of a misspelt search first', async () => {
    expect((await titles({ title: 'red kiet' }))[0]).toBe('Red kite')
  })

  test('by downloads follows the downloads that were made, a new approval included', async () => {
    const downloads = (title: string) => titles({ title, sort: 'downloads' })
    expect(await downloads('kite')).toEqual(byNewest)
    const { images } = await list({ title: 'kite' })
    const fetched = async (name: string, times: number) => {
      const { cloudflare_id } = images.find(({ title }) => title === name)!
      for (let n = 0; n < times; n++) await app.inject(`/api/v1/images/download/${cloudflare_id}/`)
    }
    await fetched('Red kite', 2)
    await fetched('Green kites', 1)
    const popular = ['Red kite', 'Green kites', 'Blue kitesurfer', 'Red balloon and a kite string']
    await expect.poll(() => downloads('kite')).toEqual(popular) // a download is counted when it has left

    await fetched('Blue kitesurfer', 3)
    await expect.poll(async () => (await downloads('kite'))[0]).toBe('Blue kitesurfer')
    await setStatus(house, admin, [quadrat.id], 'rejected')
    await setStatus(house, admin, [quadrat.id], 'approved')
    expect((await titles({ sort: 'downloads' })).slice(0, 3)).toEqual(['Blue kitesurfer', 'Red kite', 'Green kites'])
  })

  test('counts every download, and loses none while approvals write the same images', async () => {
    const { id, cloudflare_id } = await publish('Much wanted')
    const all = Array.from({ length: 12 }, (_, n) =>
      n % 3 === 2
        ? setStatus(house, admin, [id, quadrat.id], 'approved')
        : app.inject(`/api/v1/images/download/${cloudflare_id}/`),
    )
    expect((await Promise.all(all)).map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200))
    const counted = house.db
      .selectFrom('published')
      .innerJoin('images', 'images.id', 'image_id')
      .select(['published.downloads', 'images.downloads as truth'])
      .where('image_id', '=', id)
    await expect.poll(() => counted.execute()).toEqual([{ downloads: 8, truth: 8 }])
  })
})
