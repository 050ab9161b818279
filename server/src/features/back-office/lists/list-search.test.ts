import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { beforeAll, describe, expect, test } from 'vitest'
import { rewriteImageWords } from '#features/search/words/image-words'
import { aPng } from '#test/png'
import { createUser, insertImages, multipart, openTestApp, setStatus, type TestUser, upload } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const [ada, bob, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const add = async (owner: TestUser, filename: string, texts: Record<string, string>) => {
  const parts = [
    { name: 'images', value: aPng({ seed: ++seed }), filename },
    ...Object.entries(texts).map(([name, value]) => ({ name, value })),
  ]
  return (await upload(testApp, owner, parts)).json().images[0] as { id: number; slug: string }
}

interface ListReply {
  count: number
  meant?: Replacement[]
  images: { id: number; title: string }[]
}

const list = async (path: string, person: TestUser, query: Record<string, string>): Promise<ListReply> => {
  const answer = await app.inject({ url: `/api/v1/images/${path}/`, query, headers: person.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const own = (title: string, more: Record<string, string> = {}) => list('user/total', ada, { title, ...more })
const titles = ({ images }: ListReply) => images.map(({ title }) => title)

let fox: { id: number; slug: string }
let zither: { id: number; slug: string }

beforeAll(async () => {
  const described = 'It waits beside a brook.'
  fox = await add(ada, 'IMG_0231.png', { title: 'Red fox', keywords: 'animal', description: described })
  const car = await add(ada, 'Sports Car final.PNG', { title: 'Red car', category: 'transport' })
  await add(ada, 'two-children.png', { title: 'Two children' })
  zither = await add(bob, 'zither.png', { title: 'Zither', keywords: 'instrument' })
  const drum = await add(bob, 'drum.png', { title: 'Red drum', keywords: 'instrument' })
  await setStatus(testApp, admin, [car.id, drum.id], 'approved')
  await setStatus(testApp, admin, [zither.id], 'rejected')
  await db.insertInto('translation').values({ word: 'zorro', targets: 'fox:0' }).execute()
})

describe('a contributor’s list is searched', () => {
  test.each([
    ['a word of the title in any case', 'FOX', ['Red fox']],
    ['a tag', 'animal', ['Red fox']],
    ['a plural', 'foxes', ['Red fox']],
    ['the singular of an irregular plural', 'child', ['Two children']],
    ['the category', 'transport', ['Red car']],
    ['the description', 'brook', ['Red fox']],
    ['words of several fields', 'animal red', ['Red fox']],
    ['words beside what says nothing', 'picture of a red car png', ['Red car']],
    ['a word that must not be there', 'red -fox', ['Red car']],
    ['a word that must not be there alone', '-red', ['Two children']],
    ['words in a row', '"red fox"', ['Red fox']],
    ['words in another order in quotation marks', '"fox red"', []],
    ['either of two words', 'fox OR child', ['Two children', 'Red fox']],
    ['the beginning of a word', 'chil', ['Two children']],
    ['punctuation', '?!', []],
    ['the wildcards of LIKE', '%', []],
  ])('by %s: %s', async (_, title, expected) => {
    expect(titles(await own(title))).toEqual(expected)
  })

  test.each([
    ['its file name', () => 'img_0231.PNG'],
    ['its file name without the extension', () => 'IMG_0231'],
    ['a part of its file name', () => '0231'],
    ['its slug', () => fox.slug],
    ['its ID', () => String(fox.id)],
    ['the address of its page', () => `https://vitrine.example/image/${fox.slug}/?title=red#top`],
  ])('by %s', async (_, name) => {
    expect(titles(await own(name()))).toEqual(['Red fox'])
  })

  test('with the image first that the search names', async () => {
    await add(ada, 'b.png', { title: 'Fox and hound', keywords: 'IMG, 0231' })
    expect(titles(await own('IMG_0231'))).toEqual(['Red fox', 'Fox and hound'])
    expect(titles(await own('IMG_0231', { order: 'oldest' }))).toEqual(['Red fox', 'Fox and hound'])
  })

  test('by a mistyped word that only their own pending image has, and the reply says so', async () => {
    const reply = await list('user/pending', ada, { title: 'chidlren' })
    expect(titles(reply)).toEqual(['Two children'])
    expect(reply.meant).toEqual([{ said: 'chidlren', as: 'children', why: 'spelling' }])
  })

  test('by a word of another language', async () => {
    expect(await own('zorro')).toMatchObject({
      count: 2,
      meant: [{ said: 'zorro', as: 'fox', why: 'language' }],
    })
  })

  test('for the words as they are with exact=1', async () => {
    expect(await own('chidlren', { exact: '1' })).toEqual({ count: 0, images: [] })
    expect(await own('children', { exact: '1' })).toMatchObject({ count: 1 })
  })

  test('and never finds others’ images, nor tells their words', async () => {
    for (const title of ['zither', 'zithre', 'zit', 'instrument', 'drum', zither.slug, String(zither.id), 'zither.png'])
      expect([title, await own(title)]).toEqual([title, { count: 0, images: [] }])
  })
})

test('admins search the images of all contributors and statuses, or of one of these', async () => {
  expect(titles(await list('total', admin, { title: 'instruments' }))).toEqual(['Red drum', 'Zither'])
  expect(titles(await list('rejected', admin, { title: 'instruments' }))).toEqual(['Zither'])
  expect(titles(await list('rejected', admin, { title: 'zithre' }))).toEqual(['Zither'])
  expect(titles(await list('total', admin, { title: 'red', username: bob.username }))).toEqual(['Red drum'])
  expect(titles(await list('total', admin, { title: 'zither.png' }))).toEqual(['Zither'])
})

test('visitors find and are told nothing of unpublished images', async () => {
  for (const title of ['zither', 'zithre', 'children', 'IMG_0231']) {
    const answer = await app.inject({ url: '/api/v1/images/approved/', query: { title } })
    expect([title, answer.json()]).toEqual([title, { count: 0, images: [] }])
  }
})

test('an image is found by what an edit or a CSV makes of its texts at once, and no more by what it was', async () => {
  const { id } = await add(ada, 'c.png', { title: 'Old kettle', keywords: 'kitchen' })
  const edit = (payload: object) =>
    app.inject({ method: 'PATCH', url: '/api/v1/images/update-multiple/', headers: ada.headers, payload })
  const counts = async (...searches: string[]) =>
    Promise.all(searches.map(async (title) => (await own(title, { exact: '1' })).count))
  await edit({ image_ids: [id], keywords: ['teapot'] })
  expect(await counts('kitchen', 'teapots', 'kettle')).toEqual([0, 1, 1])
  const table = `ID,Title\n${id},Samovar\n`
  const form = multipart([{ name: 'file', value: table, filename: 'a.csv', type: 'text/csv' }], ada.headers)
  await app.inject({ method: 'POST', url: '/api/v1/images/upload/csv/', ...form })
  expect(await counts('teapots', 'kettle', 'samovar')).toEqual([1, 0, 1])
})

test('the export of a searched list holds what the list shows', async () => {
  const answer = await app.inject({
    url: '/api/v1/images/export/csv/',
    query: { title: 'foxs animal' },
    headers: ada.headers,
  })
  const lines = answer.body.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('IMG_0231.png')
})

test('pages of a searched list neither overlap nor leave gaps, in either order', async () => {
  const many = await createUser(testApp)
  const rows = Array.from({ length: 2 * limits.managedImagesPerPage + 17 }, (_, i) => ({
    owner_id: many.id,
    slug: `kite-${i}`,
    title: `Kite ${i}`,
    cloudflare_id: `px-kite-${i}`,
    sha256: `kite ${i}`,
    file_name: 'kite.png',
  }))
  await rewriteImageWords(db, await insertImages(db, rows))
  const read = (order: string) =>
    Promise.all(['1', '2', '3', '4'].map((page) => list('user/total', many, { title: 'kites', page, order })))
  const [newest, oldest] = [await read('newest'), await read('oldest')]
  expect(newest.map(({ count, images }) => [count, images.length])).toEqual([
    [117, 50],
    [117, 50],
    [117, 17],
    [117, 0],
  ])
  expect(newest.flatMap(titles)).toEqual(rows.map(({ title }) => title).reverse())
  expect(oldest.flatMap(titles)).toEqual(rows.map(({ title }) => title))
})
