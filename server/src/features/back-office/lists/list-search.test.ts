import { beforeAll, expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { addImages, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const { list, update, sendCsv } = backOfficeOf(testApp)

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

const own = (title: string, more: Record<string, string> = {}) => list(ada, 'user/total', { title, ...more })
const titles = ({ images }: { images: { title: string }[] }) => images.map(({ title }) => title)

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
])('a contributor’s list is searched by %s: %s', async (_, title, expected) => {
  expect(titles(await own(title))).toEqual(expected)
})

test('a contributor’s list is searched by file name, a part of it, slug, ID and address of the page', async () => {
  const page = `https://vitrine.example/image/${fox.slug}/?title=red#top`
  for (const name of ['img_0231.PNG', 'IMG_0231', '0231', fox.slug, String(fox.id), page])
    expect([name, ...titles(await own(name))]).toEqual([name, 'Red fox'])
})

test('a contributor’s list is searched with the image first that the search names', async () => {
  const dora = await createUser(testApp)
  await add(dora, 'IMG_0777.png', 'Red stag')
  await add(dora, 'b.png', 'Stag and hound', { keywords: ['IMG', '0777'] })
  const found = async (order: string) => titles(await list(dora, 'user/total', { title: 'IMG_0777', order }))
  for (const order of ['newest', 'oldest']) expect(await found(order)).toEqual(['Red stag', 'Stag and hound'])
})

test('a contributor’s list is searched by a mistyped or foreign word, unless with exact=1', async () => {
  const reply = await list(ada, 'user/pending', { title: 'chidlren' })
  expect(titles(reply)).toEqual(['Two children'])
  expect(reply.meant).toEqual([{ said: 'chidlren', as: 'children', why: 'spelling' }])
  expect(await own('zorro')).toMatchObject({ count: 1, meant: [{ said: 'zorro', as: 'fox', why: 'language' }] })
  expect(await own('chidlren', { exact: '1' })).toEqual({ count: 0, images: [] })
  expect(await own('children', { exact: '1' })).toMatchObject({ count: 1 })
})

test('a contributor’s list never finds others’ images, nor tells their words', async () => {
  for (const title of ['zither', 'zithre', 'zit', 'instrument', 'drum', zither.slug, String(zither.id), 'zither.png'])
    expect([title, await own(title)]).toEqual([title, { count: 0, images: [] }])
})

test('admins search the images of all contributors and statuses, or of one of these', async () => {
  expect(titles(await list(admin, 'total', { title: 'instruments' }))).toEqual(['Red drum', 'Zither'])
  expect(titles(await list(admin, 'rejected', { title: 'instruments' }))).toEqual(['Zither'])
  expect(titles(await list(admin, 'rejected', { title: 'zithre' }))).toEqual(['Zither'])
  expect(titles(await list(admin, 'total', { title: 'red', username: bob.username }))).toEqual(['Red drum'])
  expect(titles(await list(admin, 'total', { title: 'zither.png' }))).toEqual(['Zither'])
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
    Promise.all(searches.map(async (title) => (await list(carl, 'user/total', { title, exact: '1' })).count))
  await update(carl, id, { keywords: ['teapot'] })
  expect(await counts('kitchen', 'teapots', 'kettle')).toEqual([0, 1, 1])
  await sendCsv(carl, `ID,Title\n${id},Samovar\n`)
  expect(await counts('teapots', 'kettle', 'samovar')).toEqual([1, 0, 1])
})
