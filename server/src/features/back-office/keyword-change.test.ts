import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus, type TestUser } from '#test/test-app'

const testApp = await openTestApp()
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

const change = (person: TestUser, payload: object) =>
  testApp.app.inject({
    method: 'PATCH',
    url: '/api/v1/images/update-multiple/',
    headers: person.headers,
    payload,
  })
const keywordsOf = async (person = ada) => {
  const { images } = (
    await testApp.app.inject({ url: '/api/v1/images/user/total/?order=oldest', headers: person.headers })
  ).json()
  return images.map(({ keywords }: { keywords: { name: string }[] }) => keywords.map(({ name }) => name))
}

const kite = await createImage(testApp, ada, { png: aPng({ seed: 1 }), title: 'Kite' })
const drum = await createImage(testApp, ada, { png: aPng({ seed: 2 }), title: 'Drum' })
const image_ids = [kite.id, drum.id]

test('keywords are added to and removed from many images, whatever others each has', async () => {
  await change(ada, { image_ids: [kite.id], keywords: ['toy', 'red'] })
  await change(ada, { image_ids: [drum.id], keywords: ['sound'] })
  await change(ada, { image_ids, add_keywords: ['party', 'Red'] })
  expect(await keywordsOf()).toEqual([
    ['toy', 'red', 'party'],
    ['sound', 'party', 'red'],
  ])
  await change(ada, { image_ids, remove_keywords: ['RED', 'sound'], add_keywords: ['joy'] })
  expect(await keywordsOf()).toEqual([
    ['toy', 'party', 'joy'],
    ['party', 'joy'],
  ])
})

test('an addition that changes nothing leaves the version as it is', async () => {
  const read = () => testApp.db.selectFrom('images').select('version').where('id', 'in', image_ids).execute()
  const before = await read()
  await change(ada, { image_ids, add_keywords: ['PARTY'] })
  expect(await read()).toEqual(before)
})

test('beside an approved image the edit waits with the keywords that it then has', async () => {
  await setStatus(testApp, admin, [kite.id], 'approved')
  expect((await change(ada, { image_ids, add_keywords: ['sky'] })).json()).toMatchObject({ count: 2, waiting: 1 })
  await change(ada, { image_ids: [kite.id], add_keywords: ['wind'] })
  expect(await keywordsOf()).toEqual([
    ['toy', 'party', 'joy'],
    ['party', 'joy', 'sky'],
  ])
  await change(admin, { image_ids: [kite.id], status: 'approved' })
  expect((await keywordsOf())[0]).toEqual(['toy', 'party', 'joy', 'sky', 'wind'])
})

test('too many keywords for one of the images refuse the whole call', async () => {
  const before = await keywordsOf()
  const add_keywords = Array.from({ length: limits.keywordsPerImage - 2 }, (_, at) => `word ${at}`)
  const answer = await change(ada, { image_ids, add_keywords })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'An image can have at most 50 keywords.'])
  expect(await keywordsOf()).toEqual(before)
})
