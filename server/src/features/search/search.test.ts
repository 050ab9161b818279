import { setTimeout as sleep } from 'node:timers/promises'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { minimumSizes, orientations } from '@vitrine/contract/vocabulary/filters'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { keywordsOf, setKeywords, setStatus, updateImages } from '#features/images/images.sql'
import { countDownload } from '#features/publishing/downloads.sql'
import { syncReadModel } from '#features/publishing/read-model'
import type { Database } from '#kit/database/pool'
import { createUser, openTestApp } from '#test/test-app'
import {
  applyIndexQueue,
  clusterPostings,
  lastSegment,
  mismatchedTerms,
  rebuildSegment,
} from './inverted-index/index-writer.ts'
import { term } from './inverted-index/terms.ts'
import { searchByIndex, searchImages } from './planner.ts'
import type { SearchParams } from './query.ts'
import { findRelated, findRelatedBySql } from './related.ts'
import { searchBySql } from './search-fallback.sql.ts'

const house = await openTestApp()
const { db } = house
const ada = await createUser(house)

/** The same numbers every time (mulberry32). */
let state = 20261121
function chance(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
/** The first ones come far more often than the last. */
const oftenFirst = (most: number) => Math.floor(chance() ** 3 * most)
const oneOf = <T>(some: readonly T[]): T => some[Math.floor(chance() * some.length)]!

const syllables = ['ka', 'to', 'mi', 'ra', 'lo', 'ben', 'sur', 'ti', 'gal', 'po', 'ven', 'du']
const word = (number: number) =>
  syllables[number % 12]! + syllables[Math.floor(number / 12) % 12]! + (number > 80 ? syllables[number % 7]! : '')
const title = () => Array.from({ length: 1 + oftenFirst(7) }, () => word(oftenFirst(400))).join(' ')
const keyword = () => `tag ${oftenFirst(60)}`

const images = 1_500
let ids: number[] = []

async function makeImages() {
  const rows = Array.from({ length: images }, (_, at) => ({
    title: title(),
    slug: `image-${at}`,
    cloudflare_id: `px-${String(at).padStart(26, 'a')}`,
    sha256: String(at).padStart(64, '0'),
    category_id: chance() < 0.1 ? null : 1 + oftenFirst(20),
    width: 100 + oftenFirst(5000),
    height: 100 + oftenFirst(5000),
    downloads: oftenFirst(chance() < 0.1 ? 5000 : 5),
    colours: [{ hex: oneOf(['#d92f2f', '#3f9d4a', '#2f6fd8', '#ffffff']), share: 0.9 }],
  }))
  const { rows: made } = await sql<{ id: number }>`
    insert into images (
      owner_id, title, slug, cloudflare_id, sha256, category_id, width, height, downloads, colours,
      file_name, byte_size, transparent_ratio, translucent_ratio, tone
    )
    select ${ada.id}, title, slug, cloudflare_id, sha256, category_id, width, height, downloads, colours,
      'a.png', 1000, 0.5, 0.1, 'dark'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
      title text, slug text, cloudflare_id text, sha256 text, category_id smallint, width int, height int,
      downloads int, colours jsonb
    ) returning id`.execute(db)
  ids = made.map((row) => row.id)
  for (const id of ids) await setKeywords(db, [id], [...new Set([keyword(), keyword()])])
}

const change = (some: number[], how: (tx: Database) => Promise<unknown>) =>
  db.transaction().execute(async (tx) => {
    await sql`select id from images where id = any(${some}) order by id for update`.execute(tx)
    await how(tx)
    await syncReadModel(tx, some)
  })

const deeds: ((id: number) => Promise<unknown>)[] = [
  (id) => change([id], (tx) => setStatus(tx, [id], 'approved')),
  (id) => change([id], (tx) => setStatus(tx, [id], 'rejected')),
  (id) => change([id], (tx) => updateImages(tx, [id], { title: title(), category_id: 1 + oftenFirst(20) })),
  (id) => change([id], (tx) => setKeywords(tx, [id], [keyword()])),
  (id) => countDownload(db, id),
  (id) => countDownload(db, id),
  () => applyIndexQueue(db),
]

/** By us or by the app, which does so beside us. */
async function allBroughtIn() {
  while ((await db.selectFrom('index_queue').select('pub_no').limit(1).execute()).length) await applyIndexQueue(db)
}

beforeAll(async () => {
  await makeImages()
  // In numbers far apart, so that there are many segments.
  for (let from = 0; from < images; from += 100) {
    const some = ids.slice(from, from + 100)
    await change(some, (tx) => setStatus(tx, some, 'approved'))
    await sql`select setval('pub_no', nextval('pub_no') + ${Math.floor(chance() * 30_000)})`.execute(db)
  }
  await allBroughtIn()
}, 60_000)

/** Half of what is asked for is there. */
function aSearch(): SearchParams {
  const search: SearchParams = {}
  const words = () => Array.from({ length: 1 + oftenFirst(3) }, () => word(oftenFirst(420)).slice(0, 1 + Math.floor(chance() * 7))) // biome-ignore format: one thought
  if (chance() < 0.6) search.title = words().join(' ')
  if (chance() < 0.25) search.category = 1 + oftenFirst(categories.length)
  if (chance() < 0.25) search.keyword = oneOf([keyword(), keyword(), 'no such tag'])
  if (chance() < 0.2) search.colour = oneOf([1, 4, 6, 12, 9])
  if (chance() < 0.2) search.orientation = oneOf(orientations)
  if (chance() < 0.2) search.size = oneOf(minimumSizes)
  if (chance() < 0.6) search.sort = oneOf(['newest', 'downloads', 'relevance'] as const)
  return search
}

/** Both of one moment. */
const compared = (search: SearchParams, page: number) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => [await searchImages(tx, search, page), await searchImages(tx, search, page, searchBySql)])

async function agree(search: SearchParams) {
  const [first, plain] = await compared(search, 1)
  expect({ search, ...first }).toEqual({ search, ...plain })
  const pages = Math.max(1, Math.ceil(plain!.count / 100))
  const page = 1 + Math.floor(chance() * pages)
  const [other, plainOther] = await compared(search, page)
  expect({ search, page, ...other }).toEqual({ search, page, ...plainOther })
}

test('1,000 searches find through the lists what plain SQL finds: rows, order and counts', async () => {
  for (let asked = 0; asked < 500; asked++) await agree(aSearch())
}, 120_000)

/** Both of one moment. */
async function agreeOnRelated(id: number) {
  const found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const image = await tx.selectFrom('images').select(['pub_no', 'category_id']).where('id', '=', id).executeTakeFirstOrThrow() // biome-ignore format: one thought
      const tags = (await keywordsOf(tx, id)).map((tag) => tag.id)
      return [await findRelated(tx, image, tags), await findRelatedBySql(tx, image, tags)]
    })
  expect(found[0]).toEqual(found[1])
  return found[0]!.length
}

test('images like 200 others are those that plain SQL finds, also while these are changed', async () => {
  for (let asked = 0; asked < 100; asked++) expect(await agreeOnRelated(oneOf(ids))).toBeGreaterThan(0)
  for (let asked = 0; asked < 100; asked++) {
    await oneOf(deeds)(oneOf(ids))
    await agreeOnRelated(oneOf(ids))
  }
}, 60_000)

test('so do 1,000 more while images are approved, rejected, edited and downloaded', async () => {
  let isOver = false
  const busy = Promise.all([1, 2].map(async () => {
    while (!isOver) await oneOf(deeds)(oneOf(ids))
  })) // biome-ignore format: one thought
  for (let asked = 0; asked < 500; asked++) await agree(aSearch())
  isOver = true
  await busy
  await allBroughtIn()
  for (let asked = 0; asked < 50; asked++) await agree(aSearch())
}, 180_000)

test('wrong lists are found, and made right segment by segment while the site is read', async () => {
  const last = await lastSegment(db)
  const wrong = async () =>
    (await Promise.all(Array.from({ length: last + 1 }, (_, at) => mismatchedTerms(db, at)))).flat()
  expect(await wrong()).toEqual([])
  await sql`update posting set postings = '' where term = ${term.all} and segment = ${last}`.execute(db)
  await sql`update published set category_id = 20 where category_id = 1`.execute(db)
  expect([...new Set(await wrong())].sort()).toEqual([term.all, term.category(1), term.category(20)])
  for (let segment = 0; segment <= last; segment++) await rebuildSegment(db, segment)
  expect(await wrong()).toEqual([])
  for (let asked = 0; asked < 50; asked++) await agree(aSearch())
})

test('nothing that changes while the lists are made anew is lost', async () => {
  let isOver = false
  const busy = (async () => {
    while (!isOver) await oneOf(deeds)(oneOf(ids))
  })()
  const last = await lastSegment(db)
  for (let round = 0; round < 3; round++) {
    for (let segment = last; segment >= 0; segment--) await rebuildSegment(db, segment)
    await clusterPostings(db)
  }
  isOver = true
  await busy
  await allBroughtIn()
  const wrong = await Promise.all(Array.from({ length: last + 1 }, (_, at) => mismatchedTerms(db, at)))
  expect(wrong.flat()).toEqual([])
}, 60_000)

test('visitors are answered as ever while each list is laid together', async () => {
  const searches = Array.from({ length: 20 }, aSearch)
  const answers = await Promise.all(searches.map((search) => searchImages(db, search, 1, searchBySql)))
  let isOver = false
  const laying = clusterPostings(db).finally(() => {
    isOver = true
  })
  while (!isOver) expect(await Promise.all(searches.map((search) => searchImages(db, search, 1)))).toEqual(answers)
  await laying
  for (let segment = await lastSegment(db); segment >= 0; segment--)
    expect(await mismatchedTerms(db, segment)).toEqual([])
  await sql`update posting_list set version = version + 1`.execute(db) // so that all are read again
  await sql`update posting set version = version + 1`.execute(db)
  expect(await Promise.all(searches.map((search) => searchImages(db, search, 1)))).toEqual(answers)
}, 60_000)

test('a list that somebody reads for long is not laid together, and nobody waits for that', async () => {
  const reader = db.transaction().execute(async (tx) => {
    await sql`select from posting limit 1`.execute(tx)
    const laying = clusterPostings(db)
    for (let asked = 0; asked < 30; asked++) {
      await searchImages(db, aSearch(), 1) // after 2 s it would give up
      await sleep(50)
    }
    return { laying }
  })
  await (await reader).laying
  await agree({})
}, 60_000)

test('among many that were downloaded almost equally often each page is in order', async () => {
  await sql`update published set downloads = 64 + (pub_no * 7) % 8`.execute(db)
  for (let segment = await lastSegment(db); segment >= 0; segment--) await rebuildSegment(db, segment)
  for (const search of [{}, { category: 1 }, { orientation: orientations[0] }, { title: word(0) }])
    for (let asked = 0; asked < 5; asked++) await agree({ ...search, sort: 'downloads' })
})

test('while too much has changed at once, plain SQL answers', async () => {
  await sql`insert into index_queue (pub_no) select n from generate_series(2000000000, 2000006000) as n`.execute(db)
  for (let asked = 0; asked < 20; asked++) await agree(aSearch())
  await sql`delete from index_queue where pub_no >= 2000000000`.execute(db)
})

test('the lists are what is read, and not what they were made from', async () => {
  await sql`update published set category_id = 7`.execute(db)
  const { count } = await searchByIndex(db, { category: 7 }, [], 1)
  expect(count).toBeLessThan((await searchBySql(db, { category: 7 }, [], 1)).count)
})
