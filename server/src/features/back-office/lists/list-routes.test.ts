import { limits } from '@vitrine/contract/vocabulary/limits'
import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, insertImages, openTestApp, setStatus, type TestUser } from '#test/test-app'

const testApp = await openTestApp()
const [ada, bob, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]

const get = async (path: string, person: TestUser, query: Record<string, string> = {}) => {
  const answer = await testApp.app.inject({ url: `/api/v1/images/${path}/`, query, headers: person.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const titles = ({ images }: { images: { title: string }[] }) => images.map(({ title }) => title)

let seed = 0
const image = (title: string, owner: TestUser) => createImage(testApp, owner, { png: aPng({ seed: ++seed }), title })
const [kite, drum, fan] = [await image('Red kite', ada), await image('100% drum', ada), await image('Fan_tail', ada)]
const foreign = await image('Bob’s kite', bob)
await setStatus(testApp, admin, [drum.id], 'approved')
await setStatus(testApp, admin, [fan.id], 'rejected')

describe('a contributor’s lists', () => {
  test('hold only their own images, by status, the newest first, with exact counts', async () => {
    expect(titles(await get('user/total', ada))).toEqual(['Fan_tail', '100% drum', 'Red kite'])
    expect(titles(await get('user/pending', ada))).toEqual(['Red kite'])
    expect(titles(await get('user/approved', ada))).toEqual(['100% drum'])
    expect(titles(await get('user/rejected', ada))).toEqual(['Fan_tail'])
    expect((await get('user/total', ada)).count).toBe(3)
    expect(await get('user/total-images-length', ada)).toEqual({ images_length: 3 })
    expect(await get('user/rejected-images-length', bob)).toEqual({ images_length: 0 })
  })

  test('contain the fields that the side panel edits, and the URLs of the image', async () => {
    const [one] = (await get('user/pending', ada)).images
    expect(one).toMatchObject({
      id: kite.id,
      status: 'pending',
      description: '',
      keywords: [],
      category: null,
      version: 1,
      rejection: null,
      user: { username: ada.username, email: ada.email, first_name: '', last_name: '' },
    })
    expect((await testApp.app.inject(one.cloudflare_url)).statusCode).toBe(200)
    expect(one).not.toHaveProperty('sha256')
  })

  test('never hold another contributor’s images', async () => {
    expect(titles(await get('user/total', bob, { username: ada.username }))).toEqual([])
  })
})

describe('an admin’s lists', () => {
  test('hold all images, or those of one contributor, in either order', async () => {
    expect(titles(await get('total', admin))).toEqual(['Bob’s kite', 'Fan_tail', '100% drum', 'Red kite'])
    expect(titles(await get('pending', admin, { order: 'oldest' }))).toEqual(['Red kite', 'Bob’s kite'])
    expect(titles(await get('pending', admin, { username: bob.username.toUpperCase() }))).toEqual(['Bob’s kite'])
    expect(titles(await get('approved/details', admin))).toEqual(['100% drum'])
    expect(await get('pending-images-length', admin)).toEqual({ images_length: 2 })
  })

  test('are refused to contributors', async () => {
    for (const path of ['total', 'pending', 'rejected', 'approved/details', 'total-images-length']) {
      const answer = await testApp.app.inject({ url: `/api/v1/images/${path}/`, headers: ada.headers })
      expect([path, answer.statusCode]).toEqual([path, 403])
    }
  })
})

test('an image in the trash is in no list', async () => {
  await testApp.app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${foreign.id}/`, headers: bob.headers })
  expect(titles(await get('user/total', bob))).toEqual([])
  expect(await get('user/total-images-length', bob)).toEqual({ images_length: 0 })
})

test('pages neither overlap nor leave gaps, in either order and read from either end', async () => {
  const many = await createUser(testApp)
  const rows = Array.from({ length: 2 * limits.managedImagesPerPage + 17 }, (_, i) => ({
    owner_id: many.id,
    slug: `many-${i}`,
    title: `Many ${i}`,
    cloudflare_id: `px-many-${i}`,
    sha256: `many ${i}`,
    file_name: 'a.png',
  }))
  await insertImages(testApp.db, rows)
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => get('user/total', many, { page })))
  expect(pages.map((page) => [page.count, page.images.length])).toEqual([
    [117, 50],
    [117, 50],
    [117, 17],
    [117, 0],
  ])
  expect(pages.flatMap(titles)).toEqual(rows.map(({ title }) => title).reverse())
})

test('the counts maintained by triggers equal the number of images after concurrent changes', async () => {
  const [carl, dora] = [await createUser(testApp), await createUser(testApp)]
  const images = [
    await image('One', carl),
    await image('Two', carl),
    await image('Three', dora),
    await image('Four', dora),
  ]
  const ids = images.map(({ id }) => id)
  const trash = (image_ids: number[]) =>
    testApp.app.inject({
      method: 'POST',
      url: '/api/v1/images/deletes/',
      headers: admin.headers,
      payload: { image_ids },
    })
  await Promise.all([
    setStatus(testApp, admin, ids, 'approved'),
    setStatus(testApp, admin, ids.toReversed(), 'rejected'),
    setStatus(testApp, admin, ids.slice(1, 3), 'pending'),
    image('Five', carl),
    image('Six', dora),
  ])
  await trash(ids.slice(0, 2))
  await testApp.db.deleteFrom('images').where('id', '=', ids[0]!).execute()
  const counted = await testApp.db
    .selectFrom('images')
    .select(['owner_id', 'status', (eb) => eb.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy(['owner_id', 'status'])
    .orderBy('owner_id')
    .orderBy('status')
    .execute()
  const stored = await testApp.db
    .selectFrom('image_count')
    .selectAll()
    .where('count', '<>', 0)
    .orderBy('owner_id')
    .orderBy('status')
    .execute()
  expect(stored).toEqual(counted)
})
