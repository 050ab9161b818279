import { categories } from '@vitrine/contract/vocabulary/categories'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { drawings, textsOf } from '#features/demo/demo-drawings'
import { setKeywords, setStatus } from '#features/images/images.sql'
import { syncReadModel } from '#features/publishing/read-model'
import { createUser, insertImages, openTestApp } from '#test/test-app'
import { judge } from '../../../../bench/search/judge.ts'
import { indexLibrary, type Picture } from '../../../../bench/search/library.ts'
import { meanOf, outcomeOf } from '../../../../bench/search/metrics.ts'
import { questionsOf } from '../../../../bench/search/questions/kinds.ts'
import { applyIndexQueue } from './inverted-index/indexer.ts'
import { createPostingCache } from './postings.ts'
import { searchImages } from './query.ts'

const testApp = await openTestApp({ WORD_TABLES: 'on' })
const { db } = testApp
const ada = await createUser(testApp)
const pictures: Picture[] = []

/** The rows of the demonstration without its files, which no search reads. */
async function publishDemonstration() {
  for (const category of categories)
    for (const name of drawings[category.value]) {
      const texts = textsOf(name, category)
      const sha256 = Buffer.from(name).toString('hex').slice(0, 64).padEnd(64, '0')
      const { keywords, ...columns } = { ...texts, category_id: category.id, file_name: 'a.png' }
      const row = { owner_id: ada.id, slug: name, cloudflare_id: `px-${name}`, sha256, ...columns }
      const [id] = (await insertImages(db, [row])) as [number]
      await setKeywords(db, [id], keywords)
      pictures.push({ id, sha256, ...texts, category: category.name })
    }
  const ids = pictures.map(({ id }) => id)
  await setStatus(db, ids, 'approved')
  await db.transaction().execute((transaction) => syncReadModel(transaction, ids))
  while (await applyIndexQueue(db));
}

beforeAll(async () => {
  await publishDemonstration()
  const loaded = () => db.selectFrom('word_table').select('name').execute()
  await vi.waitFor(async () => expect(await loaded()).toHaveLength(2), { timeout: 50_000, interval: 200 })
}, 60_000)

/** A part of the benchmark's questions about the demonstration (bench/search). */
test('search answers made-up questions as well as it did', async () => {
  const [library, cache] = [indexLibrary(pictures), createPostingCache()]
  const { rows } = await sql<{ pub_no: number; id: number }>`select pub_no, id from images`.execute(db)
  const idOf = new Map(rows.map(({ pub_no, id }) => [pub_no, id]))
  const outcomes = []
  for (const question of questionsOf(library, 'tuned').filter((_, at) => at % 3 === 0)) {
    const { pubNos } = await searchImages(db, cache, { title: question.text }, 1)
    const ids = pubNos.map((pubNo) => idOf.get(pubNo)!)
    outcomes.push(outcomeOf(question, judge(question, library), ids, 0))
  }
  expect(meanOf(outcomes, 'success')).toBeGreaterThan(0.97)
  expect(meanOf(outcomes, 'precision')).toBeGreaterThan(0.92)
  expect(meanOf(outcomes, 'zero')).toBeLessThan(0.01)
}, 60_000)
