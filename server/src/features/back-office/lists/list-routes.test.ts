import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { addImages, callAs, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'
import { wrongCounts } from '#test/wrong-counts'

const { testApp, db, ada, bob, admin } = await openAppWithPeople()

const { list, discard } = backOfficeOf(testApp)
const get = (path: string, person: TestUser, query: Record<string, string> = {}) => list(person, path, query)
const titles = ({ images }: { images: { title: string }[] }) => images.map(({ title }) => title)

const [kite, drum, fan] = await addImages(testApp, ada, ['Red kite', '100% drum', 'Fan_tail'])
await setStatus(testApp, admin, [drum.id], 'approved')
await setStatus(testApp, admin, [fan.id], 'rejected')

test('a contributor’s lists hold only their own images, by status, the newest first, with exact counts', async () => {
  expect(titles(await get('user/total', ada))).toEqual(['Fan_tail', '100% drum', 'Red kite'])
  expect(titles(await get('user/pending', ada))).toEqual(['Red kite'])
  expect(titles(await get('user/approved', ada))).toEqual(['100% drum'])
  expect(titles(await get('user/rejected', ada))).toEqual(['Fan_tail'])
  expect((await get('user/total', ada)).count).toBe(3)
  expect(await get('user/total-images-length', ada)).toEqual({ images_length: 3 })
  expect(await get('user/rejected-images-length', bob)).toEqual({ images_length: 0 })
  expect(titles(await get('user/total', bob, { username: ada.username }))).toEqual([])
  const [one] = (await get('user/pending', ada)).images
  const words = { description: '', keywords: [], category: null }
  const user = { username: ada.username, email: ada.email, first_name: '', last_name: '' }
  expect(one).toMatchObject({ id: kite.id, status: 'pending', version: 1, rejection: null, ...words, user })
  expect(one.cloudflare_url).toMatch(/^\/media\/.*key=/)
  expect(one).not.toHaveProperty('sha256')
})

test('an admin’s lists hold all images, or those of one contributor, in either order, but for the trash', async () => {
  const [eve, fay] = [await createUser(testApp), await createUser(testApp)]
  const [, two] = await addImages(testApp, eve, ['One', 'Two', 'Three'])
  const [other] = await addImages(testApp, fay, ['Other'])
  await setStatus(testApp, admin, [two.id], 'approved')
  expect(titles(await get('total', admin)).slice(0, 4)).toEqual(['Other', 'Three', 'Two', 'One'])
  const username = eve.username.toUpperCase()
  expect(titles(await get('pending', admin, { username, order: 'oldest' }))).toEqual(['One', 'Three'])
  expect(titles(await get('approved/details', admin))[0]).toBe('Two')
  const { count } = await get('pending', admin)
  expect(await get('pending-images-length', admin)).toEqual({ images_length: count })
  await discard(fay, other.id)
  expect(await get('user/total', fay)).toMatchObject({ images: [] })
  expect(await get('user/total-images-length', fay)).toMatchObject({ images_length: 0 })
})

test('an admin’s list at the visitors’ address has the fields of the others', async () => {
  const eve = await createUser(testApp)
  const [image] = await addImages(testApp, eve, ['Quince'])
  await callAs(testApp, eve, 'PUT', `images/update/${image.id}`, { description: 'A fruit.', keywords: ['yellow'] })
  await setStatus(testApp, admin, [image.id], 'approved')
  const asAdmin = await get('approved', admin, { title: 'quince' })
  const { images } = await get('approved/details', admin, { title: 'quince' })
  expect(asAdmin).toEqual({ count: 1, images })
  expect(images).toMatchObject([{ description: 'A fruit.', keywords: [{ name: 'yellow' }], status: 'approved' }])
  for (const headers of [{}, eve.headers]) {
    const [card] = (await testApp.app.inject({ url: '/api/v1/images/approved/?title=quince', headers })).json().images
    expect(card).toMatchObject({ id: image.id, title: 'Quince' })
    for (const name of ['description', 'keywords', 'status', 'user']) expect(card).not.toHaveProperty(name)
  }
})

test('pages neither overlap nor leave gaps, in any order and read from either end, searched or not', async () => {
  const many = await createUser(testApp)
  const count = 2 * limits.managedImagesPerPage + 17
  const names = Array.from({ length: count }, (_, i) => `Many ${i}`)
  const ids = (await addImages(testApp, many, names)).map(({ id }) => id)
  await makeDifferent(ids)
  const images = await db
    .selectFrom('image_facet')
    .leftJoin('published', 'published.image_id', 'image_facet.image_id')
    .select(['image_facet.image_id as id', 'title_key', 'byte_size', 'downloads'])
    .where('owner_id', '=', many.id)
    .orderBy('image_facet.image_id')
    .execute()
  const latest = images.toReversed()
  const expected = {
    newest: latest,
    oldest: images,
    title: images.toSorted((one, other) => (one.title_key < other.title_key ? -1 : 1)),
    size: latest.toSorted((one, other) => other.byte_size - one.byte_size),
    downloads: latest.toSorted((one, other) => (other.downloads ?? 0) - (one.downloads ?? 0)),
  }
  for (const [order, inOrder] of Object.entries(expected))
    for (const searched of [{}, { title: 'many' }] as Record<string, string>[]) {
      const read = (page: string) => get('user/total', many, { page, order, ...searched })
      const pages = await Promise.all(['1', '2', '3', '4'].map(read))
      expect(pages.map((page) => page.count)).toEqual(Array(4).fill(117))
      expect(pages.map((page) => page.images.length)).toEqual([50, 50, 17, 0])
      const shown = pages.flatMap((page) => page.images.map(({ id }: { id: number }) => id))
      expect(shown).toEqual(inOrder.map(({ id }) => id))
    }
})

/** Approves two of three images and gives them downloads and sizes that several have. */
async function makeDifferent(ids: number[]) {
  const approved = ids.filter((_, at) => at % 3)
  for (const part of [approved.slice(0, 50), approved.slice(50)]) await setStatus(testApp, admin, part, 'approved')
  await sql`update published set downloads = image_id * 7 % 5 where image_id = any(${ids}::bigint[])`.execute(db)
  await sql`
    update file set byte_size = images.id * 11 % 7 + 1 from images
    where images.sha256 = file.sha256 and images.id = any(${ids}::bigint[])`.execute(db)
}

test('the counts maintained by triggers equal the number of images after concurrent changes', async () => {
  const [carl, dora] = [await createUser(testApp), await createUser(testApp)]
  const theirs = [await addImages(testApp, carl, ['One', 'Two']), await addImages(testApp, dora, ['Three', 'Four'])]
  const ids = theirs.flat().map(({ id }) => id)
  await Promise.all([
    setStatus(testApp, admin, ids, 'approved'),
    setStatus(testApp, admin, ids.toReversed(), 'rejected'),
    setStatus(testApp, admin, ids.slice(1, 3), 'pending'),
    addImages(testApp, carl, ['Five']),
    addImages(testApp, dora, ['Six']),
  ])
  await discard(admin, ...ids.slice(0, 2))
  await db.deleteFrom('images').where('id', '=', ids[0]!).execute()
  expect(await wrongCounts(db, 'Images of')).toEqual([])
})
