import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { addImages, createUser, openTestApp, setStatus, type TestUser } from '#test/test-app'

const testApp = await openTestApp()
const admin = await createUser(testApp, 'admin')

const { list, updateMany: change } = backOfficeOf(testApp)
const keywordsOf = async (person: TestUser) =>
  (await list(person, 'user/total', { order: 'oldest' })).images.map(({ keywords }: { keywords: { name: string }[] }) =>
    keywords.map(({ name }) => name),
  )

/** A contributor with two images that have these keywords. */
async function contributor(...keywords: [string[], string[]]) {
  const ada = await createUser(testApp)
  const image_ids = (await addImages(testApp, ada, ['Kite', 'Drum'])).map(({ id }) => id)
  for (const [at, id] of image_ids.entries()) await change(ada, { image_ids: [id], keywords: keywords[at] })
  return { ada, image_ids, kite: image_ids[0]! }
}

test('keywords are added to and removed from many images, whatever others each has', async () => {
  const { ada, image_ids } = await contributor(['toy', 'red'], ['sound'])
  await change(ada, { image_ids, add_keywords: ['party', 'Red'] })
  expect(await keywordsOf(ada)).toEqual([
    ['toy', 'red', 'party'],
    ['sound', 'party', 'red'],
  ])
  await change(ada, { image_ids, remove_keywords: ['RED', 'sound'], add_keywords: ['joy'] })
  expect(await keywordsOf(ada)).toEqual([
    ['toy', 'party', 'joy'],
    ['party', 'joy'],
  ])
})

test('an addition that changes nothing leaves the version as it is', async () => {
  const { ada, image_ids } = await contributor(['party'], ['toy', 'party'])
  const read = () => testApp.db.selectFrom('images').select('version').where('id', 'in', image_ids).execute()
  const before = await read()
  await change(ada, { image_ids, add_keywords: ['PARTY'] })
  expect(await read()).toEqual(before)
})

test('beside an approved image the edit waits with the keywords that it then has', async () => {
  const { ada, image_ids, kite } = await contributor(['toy'], ['party'])
  await setStatus(testApp, admin, [kite], 'approved')
  expect((await change(ada, { image_ids, add_keywords: ['sky'] })).json()).toMatchObject({ count: 2, waiting: 1 })
  await change(ada, { image_ids: [kite], add_keywords: ['wind'] })
  expect(await keywordsOf(ada)).toEqual([['toy'], ['party', 'sky']])
  await change(admin, { image_ids: [kite], status: 'approved' })
  expect((await keywordsOf(ada))[0]).toEqual(['toy', 'sky', 'wind'])
})

test('too many keywords for one of the images refuse the whole call', async () => {
  const { ada, image_ids } = await contributor(['toy', 'party', 'joy'], ['party'])
  const before = await keywordsOf(ada)
  const add_keywords = Array.from({ length: limits.keywordsPerImage - 2 }, (_, at) => `word ${at}`)
  const answer = await change(ada, { image_ids, add_keywords })
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'An image can have at most 50 keywords.'])
  expect(await keywordsOf(ada)).toEqual(before)
})
