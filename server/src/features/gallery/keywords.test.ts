import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { setKeywordsOfEach } from '#features/images/images.sql'
import { addImages, messageOf, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, db, ada, admin } = await openAppWithPeople()

async function publish(title: string, keywords: string[]) {
  const [{ id }] = await addImages(testApp, ada, [title])
  await setKeywordsOfEach(db, [{ id, keywords }])
  await setStatus(testApp, admin, [id], 'approved')
}

/** The first two images have the same keywords, so that not all are used as often. */
const images = 14
for (let image = 1; image <= images; image++) {
  const names = Array.from({ length: limits.keywordsPerImage }, (_, n) => `k${image > 2 ? `${image} ${n}` : n}`)
  await publish(`${image}`, names)
}
const [waiting] = await addImages(testApp, ada, ['Waits'])
await setKeywordsOfEach(db, [{ id: waiting.id, keywords: ['of no public image'] }])

interface Keyword {
  id: number
  name: string
  count: number
}

async function keywords(query: Record<string, string>): Promise<Keyword[]> {
  const answer = await app.inject({ url: '/api/v1/images/keywords/', query })
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

async function walk(first: number, more = {}): Promise<Keyword[]> {
  const all: Keyword[] = []
  for (;;) {
    const after: Record<string, string> = all.length ? { after: String(all.at(-1)!.id) } : {}
    const next = await keywords({ first: String(first), ...more, ...after })
    if (!next.length) return all
    all.push(...next)
  }
}

test.each([31, 50, limits.maxTags])('replies of %i tags lead to every tag once, the most used first', async (first) => {
  const withUses = db.selectFrom('keyword').select(['id', 'name', 'uses as count']).where('uses', '>', 0)
  const used = await withUses.orderBy('uses', 'desc').orderBy('id').execute()
  expect(used.length).toBeGreaterThan(limits.maxTags)
  expect(await walk(first)).toEqual(used)
  expect(await keywords({ after: String(2 ** 40) })).toEqual([]) // after a tag that does not exist
  expect(messageOf(await app.inject('/api/v1/images/keywords/?after=fox'))).toEqual([400, 'A whole number is needed'])
})

test('without generic ones no tag is a filler or names a category, and each has its number of images', async () => {
  const others = ['And', 'png', 'ANIMALS', 'plants and flowers']
  for (const title of ['Badger', 'Other badger']) await publish(title, [...others, 'Badger'])
  const all = await walk(limits.maxTags)
  const specific = await walk(400, { exclude_generic: '1' })
  const isSpecific = ({ name }: Keyword) => !others.includes(name)
  expect(specific).toEqual(all.filter(isSpecific))
  expect(all.length - specific.length).toBe(4)
  expect(specific.find(({ name }) => name === 'Badger')?.count).toBe(2)
})
