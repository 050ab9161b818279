import type { Replacement } from '@vitrine/contract/schemas/search-words'
import { beforeAll, describe, expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { addImages, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const { update, sendCsv } = backOfficeOf(testApp)

interface Texts {
  keywords?: string[]
  description?: string
  category_id?: number
}
async function add(owner: TestUser, file_name: string, title: string, { keywords = [], ...more }: Texts = {}) {
  const [image] = await addImages(testApp, owner, [title], { file_name, ...more })
  if (keywords.length) await update(owner, image.id, { keywords })
  return image
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
  const description = 'It waits beside a brook.'
  fox = await add(ada, 'IMG_0231.png', 'Red fox', { keywords: ['animal'], description })
  const car = await add(ada, 'Sports Car final.PNG', 'Red car', { category_id: 20 })
  await add(ada, 'two-children.png', 'Two children')
  zither = await add(bob, 'zither.png', 'Zither', { keywords: ['instrument'] })
  const drum = await add(bob, 'drum.png', 'Red drum', { keywords: ['instrument'] })
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
    const dora = await createUser(testApp)
    await add(dora, 'IMG_0777.png', 'Red stag')
    await add(dora, 'b.png', 'Stag and hound', { keywords: ['IMG', '0777'] })
    const found = async (order: string) => titles(await list('user/total', dora, { title: 'IMG_0777', order }))
    for (const order of ['newest', 'oldest']) expect(await found(order)).toEqual(['Red stag', 'Stag and hound'])
  })

  test('by a mistyped word that only their own pending image has, and the reply says so', async () => {
    const reply = await list('user/pending', ada, { title: 'chidlren' })
    expect(titles(reply)).toEqual(['Two children'])
    expect(reply.meant).toEqual([{ said: 'chidlren', as: 'children', why: 'spelling' }])
  })

  test('by a word of another language', async () => {
    expect(await own('zorro')).toMatchObject({ count: 1, meant: [{ said: 'zorro', as: 'fox', why: 'language' }] })
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
  const carl = await createUser(testApp)
  const { id } = await add(carl, 'c.png', 'Old kettle', { keywords: ['kitchen'] })
  const counts = async (...searches: string[]) =>
    Promise.all(searches.map(async (title) => (await list('user/total', carl, { title, exact: '1' })).count))
  await update(carl, id, { keywords: ['teapot'] })
  expect(await counts('kitchen', 'teapots', 'kettle')).toEqual([0, 1, 1])
  await sendCsv(carl, `ID,Title\n${id},Samovar\n`)
  expect(await counts('teapots', 'kettle', 'samovar')).toEqual([1, 0, 1])
})

test('the export of a searched list holds what the list shows', async () => {
  const query = { title: 'foxs animal' }
  const { body } = await app.inject({ url: '/api/v1/images/export/csv/', query, headers: ada.headers })
  const lines = body.trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('IMG_0231.png')
})
