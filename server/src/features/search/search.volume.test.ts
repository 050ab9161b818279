import { categories } from '@vitrine/contract/vocabulary/categories'
import { minimumSizes, orientations, sorts, transparencyKinds } from '@vitrine/contract/vocabulary/filters'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { keywordsOf, setKeywordsOfEach } from '#features/images/images.sql'
import { setStatus } from '#features/images/visibility/states.sql'
import { addDownloads } from '#features/publishing/downloads.sql'
import { refreshTrending } from '#features/publishing/popularity'
import { syncReadModel } from '#features/publishing/read-model'
import type { Database } from '#kit/database/statements'
import { addMeanings, endings, insertMadeUpImages, madeUpWords, word } from '#test/made-up-library'
import { rankRelatedBySql, searchImagesByIndex, searchImagesBySql } from '#test/search-by-sql'
import { createUser, openTestApp } from '#test/test-app'
import { mismatchedTerms, rebuildSegment } from './inverted-index/index-maintenance.ts'
import { lastSegment } from './inverted-index/index-writer.sql.ts'
import { applyIndexQueue } from './inverted-index/indexer.ts'
import { term } from './inverted-index/terms.ts'
import type { SearchParams } from './planner.ts'
import { createPostingCache } from './postings.ts'
import type { ReadingOptions } from './query.ts'
import { rankRelated, relatedSource } from './related.ts'
import { toSynonyms } from './synonyms/synonyms.ts'

const testApp = await openTestApp()
// Changes wait for each other and for the indexer, without the timeouts of requests.
const { db, backgroundDb } = testApp
const ada = await createUser(testApp)
const cache = createPostingCache()
const words = madeUpWords()
const { described, keyword, mistyped, oneOf, random, skewed, title } = words

/** Ten in the slow run. */
const scale = Number(process.env.TEST_SCALE ?? 1)
const images = 500 + 100 * scale
let ids: number[] = []

const change = (imageIds: number[], apply: (tx: Database) => Promise<unknown>) =>
  backgroundDb.transaction().execute(async (tx) => {
    await sql`select id from images where id = any(${imageIds}) order by id for update`.execute(tx)
    await apply(tx)
    await syncReadModel(tx, imageIds)
  })

const today = new Date().toISOString().slice(0, 10)

const randomChanges: ((id: number) => Promise<unknown>)[] = [
  (id) => change([id], (tx) => setStatus(tx, [id], 'approved')),
  (id) => change([id], (tx) => setStatus(tx, [id], 'rejected')),
  (id) => {
    const changes = { title: title(), category_id: 1 + skewed(20) }
    return change([id], (tx) => tx.updateTable('images').set(changes).where('id', '=', id).execute())
  },
  (id) => change([id], (tx) => setKeywordsOfEach(tx, [{ id, keywords: [keyword()] }])),
  (id) => addDownloads(backgroundDb, [{ image_id: id, day: '2026-01-01', count: 1 }]),
  (id) => addDownloads(backgroundDb, [{ image_id: id, day: '2026-01-01', count: 1 }]),
  (id) => addDownloads(backgroundDb, [{ image_id: id, day: today, count: 1 }]),
  () => refreshTrending(backgroundDb),
  () => applyIndexQueue(backgroundDb),
]

/** Does something while so many others keep changing images. */
async function whileChanging(others: number, act: () => Promise<void>) {
  let isOver = false
  const keepChanging = async () => {
    while (!isOver) await oneOf(randomChanges)(oneOf(ids))
  }
  const acting = act().finally(() => {
    isOver = true
  })
  await Promise.all([acting, ...Array.from({ length: others }, keepChanging)])
}

/** Terms whose posting lists differ from what the rows say, of all segments. */
async function wrongTerms() {
  const segments = Array.from({ length: (await lastSegment(db)) + 1 }, (_, at) => mismatchedTerms(db, at))
  return (await Promise.all(segments)).flat()
}

/** Waits until the index queue is empty; the app's own indexer applies it too. */
async function emptyIndexQueue() {
  const isEmpty = async () => !(await db.selectFrom('index_queue').select('pub_no').limit(1).execute()).length
  while (!(await isEmpty())) await applyIndexQueue(backgroundDb)
}

beforeAll(async () => {
  await addMeanings(db)
  ids = await insertMadeUpImages(db, ada.id, { count: images, words })
  // Publish numbers far apart, so that there are many segments.
  for (let from = 0; from < images; from += 100) {
    const batch = ids.slice(from, from + 100)
    await change(batch, (tx) => setStatus(tx, batch, 'approved'))
    await sql`select setval('pub_no', nextval('pub_no') + ${Math.floor(random() * 30_000)})`.execute(db)
  }
  await addDownloads(
    db,
    Array.from(ids.slice(0, 400), (image_id) => ({ image_id, day: today, count: skewed(9) })),
  )
  await refreshTrending(db)
  await emptyIndexQueue()
})

/** Of frequent words, one of them a phrase on both sides. */
const synonyms = toSynonyms(
  Array.from({ length: 40 }, (_, n) => ({
    said: n % 4 ? word(n) : `${word(n)} ${word(n + 1)}`,
    means: n % 3 ? word(n + 50) : `${word(n + 50)} ${word(n + 7)}`,
    is_two_way: n % 2 === 0,
  })),
)

/** About half of the values searched for exist. Words are typed as they are, cut, mistyped, foreign and described. */
function randomSearch(): SearchParams & ReadingOptions {
  const search: SearchParams & ReadingOptions = {}
  const typed = () =>
    random() < 0.15
      ? oneOf(['vogel', 'autoo', 'katos', described(), 'TokaMi', 'kato7'])
      : word(skewed(420)).slice(0, 1 + Math.floor(random() * 7))
  if (random() < 0.6) search.title = Array.from({ length: 1 + skewed(3) }, typed).join(' ')
  if (search.title && random() < 0.2) search.title = mistyped(search.title)
  if (search.title && random() < 0.2)
    search.title += oneOf([` -${word(skewed(60))}`, ` OR ${word(skewed(60))}`, ` "${title()}"`, ...endings])
  if (search.title && random() < 0.05) search.exact = true
  if (search.title && random() < 0.3) search.synonyms = synonyms
  return { ...search, ...randomFilters() }
}

function randomFilters(): SearchParams {
  const filters: SearchParams = {
    category: 1 + skewed(categories.length),
    keyword: oneOf([keyword(), keyword(), 'no such tag']),
    colour: oneOf([1, 4, 6, 12, 9]),
    orientation: oneOf(orientations),
    size: oneOf(minimumSizes),
    transparency: oneOf(transparencyKinds),
    clean_edges: true,
    sort: oneOf(sorts),
  }
  const isKept = (name: string) => random() < (name === 'sort' ? 0.6 : 0.2)
  return Object.fromEntries(Object.entries(filters).filter(([name]) => isKept(name)))
}

/** The same search through the index and by plain SQL, in one snapshot. */
const bothResults = (search: SearchParams & ReadingOptions, page: number) =>
  backgroundDb // whose statements may take long
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      indexed: await searchImagesByIndex(tx, cache, search, page),
      plain: await searchImagesBySql(tx, search, page),
    }))

/** On the first page or another one, also past the end. */
async function expectSameResults(search: SearchParams & ReadingOptions) {
  const page = random() < 0.6 ? 1 : 1 + skewed(12)
  const { indexed, plain } = await bothResults(search, page)
  expect({ search, page, ...indexed }).toEqual({ search, page, ...plain })
}

async function expectSameRelated(id: number) {
  const { indexed, plain } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const query = tx.selectFrom('images').select(['pub_no', 'category_id', 'title']).where('id', '=', id)
      const image = await query.executeTakeFirstOrThrow()
      const keywordIds = (await keywordsOf(tx, [id])).map((keyword) => keyword.id)
      const source = relatedSource(image, keywordIds)
      return { indexed: await rankRelated(tx, cache, source), plain: await rankRelatedBySql(tx, source) }
    })
  expect(indexed).toEqual(plain)
  return indexed.length
}

// Each test goes on with the library that those before it have changed.
describe('the search index', { shuffle: false }, () => {
  test('random searches find through the index what plain SQL finds: rows, order and counts', async () => {
    for (let n = 0; n < 100 * scale; n++) await expectSameResults(randomSearch())
  }, 300_000)

  test('the related images of random ones are those that plain SQL finds, also while these change', async () => {
    for (let n = 0; n < 20 * scale; n++) expect(await expectSameRelated(oneOf(ids))).toBeGreaterThan(0)
    for (let n = 0; n < 20 * scale; n++) {
      await oneOf(randomChanges)(oneOf(ids))
      await expectSameRelated(oneOf(ids))
    }
  })

  test('random searches do so while images are approved, rejected, edited and downloaded', async () => {
    await whileChanging(2, async () => {
      for (let n = 0; n < 100 * scale; n++) await expectSameResults(randomSearch())
    })
    await emptyIndexQueue()
    for (let n = 0; n < 30 * scale; n++) await expectSameResults(randomSearch())
  }, 300_000)

  test('wrong posting lists are found, and rebuilt segment by segment while the site is read', async () => {
    const last = await lastSegment(db)
    expect(await wrongTerms()).toEqual([])
    await sql`update posting set postings = '' where term = ${term.all} and segment = ${last}`.execute(db)
    await sql`update published set category_id = 20 where category_id = 1`.execute(db)
    expect([...new Set(await wrongTerms())].sort()).toEqual([term.all, term.category(1), term.category(20)])
    for (let segment = 0; segment <= last; segment++) await rebuildSegment(db, segment)
    expect(await wrongTerms()).toEqual([])
    for (let n = 0; n < 30 * scale; n++) await expectSameResults(randomSearch())
  })

  test('no change is lost while the posting lists are rebuilt', async () => {
    const last = await lastSegment(db)
    await whileChanging(1, async () => {
      for (let round = 0; round < Math.min(scale, 3); round++)
        for (let segment = last; segment >= 0; segment--) await rebuildSegment(backgroundDb, segment)
    })
    await emptyIndexQueue()
    expect(await wrongTerms()).toEqual([])
  })

  test('images with almost the same number of downloads are in order on each page', async () => {
    await sql`update published set downloads = 64 + (pub_no * 7) % 8`.execute(db)
    for (let segment = await lastSegment(db); segment >= 0; segment--) await rebuildSegment(db, segment)
    for (const search of [{}, { category: 1 }, { orientation: orientations[0] }, { title: word(0) }])
      for (let n = 0; n < 5; n++) await expectSameResults({ ...search, sort: 'downloads' })
  })

  test('while the index queue is too long, answers are of before, without what is hidden since', async () => {
    await emptyIndexQueue()
    const before = await searchImagesByIndex(db, cache, {}, 1)
    const hidden = before.pubNos[0]!
    const undone = new Error()
    const changing = db.transaction().execute(async (tx) => {
      await sql`insert into index_queue (pub_no) select * from generate_series(2000000000, 2000005000)`.execute(tx)
      await sql`delete from published where pub_no = ${hidden}`.execute(tx)
      expect(await searchImagesByIndex(tx, cache, {}, 1)).toEqual({ ...before, pubNos: before.pubNos.slice(1) })
      throw undone
    })
    await expect(changing).rejects.toBe(undone)
  })
})
