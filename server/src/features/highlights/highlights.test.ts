import { variantSides } from '@vitrine/contract/variants'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { variantKey } from '#features/images/storage-keys'
import { addDownloads } from '#features/publishing/downloads.sql'
import { refreshTrending } from '#features/publishing/trending'
import { type Drawing, drawDisc } from '#test/drawn-disc'
import { createImage, createUser, openTestApp, setStatus, withoutJobs } from '#test/test-app'
import { refreshHighlights } from './refresh-highlights.ts'

const testApp = await openTestApp({}, withoutJobs)
const { app, db, store } = testApp
const [ada, bea, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]

async function publish(title: string, category: string, drawing: Drawing = {}, owner = ada) {
  return createImage(testApp, owner, { png: await drawDisc(drawing), title, category }, admin)
}

/** As if every preview had so many bytes. */
const refresh = (day: string, size: (key: string) => Promise<number | null> = async () => 5_000) =>
  refreshHighlights({ ...testApp, store: { ...store, size } }, day)

/** As a signed-in person reads them: never from the cache. */
const titles = async (category?: string): Promise<string[]> => {
  const answer = await app.inject({
    url: '/api/v1/images/highlights/',
    query: category ? { category } : {},
    headers: ada.headers,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().images.map(({ title }: { title: string }) => title)
}

test('an empty library has none', async () => {
  expect(await titles()).toEqual([])
  await refresh('2026-03-01')
  expect(await titles()).toEqual([])
})

test('what is small, long, opaque, at fault or hardly seen on a page is never shown first', async () => {
  await publish('Small', 'food', { width: 320, height: 240 })
  await publish('Long', 'food', { width: 1_200, height: 500 })
  await publish('Opaque', 'food', { background: '#3f9d4a' })
  await publish('White', 'food', { colour: '#ffffff' })
  const faulty = await publish('Faulty', 'food')
  await sql`
    update file set findings = '[{"kind": "haze", "share": 0.5}]'
    where sha256 = (select sha256 from images where id = ${faulty.id})`.execute(db)
  await refresh('2026-03-02')
  expect(await titles()).toEqual([])
  await publish('Good', 'food')
  await refreshHighlights(testApp, '2026-03-02')
  expect(await titles()).toEqual(['Good'])
})

test('the pictures stay for a day and are others the next day, of different categories and people', async () => {
  const categories = ['animals', 'drinks', 'food', 'people', 'science', 'sports', 'transport']
  for (const category of categories) {
    await publish(`${category} by Ada`, category)
    await publish(`${category} by Bea`, category, {}, bea)
  }
  const setOf = async (day: string) => {
    await refresh(day)
    return titles()
  }
  const [first, again, second] = [await setOf('2026-03-03'), await setOf('2026-03-03'), await setOf('2026-03-04')]
  expect(first).toHaveLength(limits.highlights)
  expect(again).toEqual(first)
  expect(first.filter((title) => second.includes(title))).toEqual([])
  for (const set of [first, second]) {
    expect(new Set(set.map((title) => title.split(' ')[0])).size).toBe(limits.highlights)
    expect(new Set(set.map((title) => title.split(' ').at(-1))).size).toBeGreaterThan(1)
  }
})

test('a category has pictures of its own, in any spelling of its name', async () => {
  await publish('Third animal', 'animals')
  await refresh('2026-03-04')
  expect((await titles('Animals')).sort()).toEqual(['Third animal', 'animals by Ada', 'animals by Bea'])
  expect(await titles('landscape')).toEqual([])
})

test('a category is described in one sentence of its own, and the library is not', async () => {
  const descriptions: string[] = []
  for (const { value } of categories) {
    const answer = await app.inject({ url: '/api/v1/images/highlights/', query: { category: value } })
    descriptions.push(answer.json().description)
  }
  expect(new Set(descriptions).size).toBe(categories.length)
  for (const text of descriptions) expect(text).toMatch(/^[A-Z].{20,90}\.$/)
  expect((await app.inject('/api/v1/images/highlights/')).json().description).toBeNull()
})

test('what trends comes before what is new', async () => {
  const hit = await publish('Hit', 'technology')
  for (const title of ['Radio', 'Phone', 'Robot', 'Drone', 'Watch']) await publish(title, 'technology')
  await addDownloads(db, [{ image_id: hit.id, day: new Date().toISOString().slice(0, 10), count: 5 }])
  await refreshTrending(db)
  await refresh('2026-03-05')
  expect(await titles('technology')).toContain('Hit')
})

test('a withdrawn picture leaves at once, and another takes its place while the rest stays', async () => {
  const before = await titles('technology')
  const row = await db.selectFrom('images').select('id').where('title', '=', before[0]!).executeTakeFirstOrThrow()
  await setStatus(testApp, admin, [row.id], 'rejected')
  expect(await titles('technology')).toEqual(before.slice(1))
  await refresh('2026-03-05')
  const after = await titles('technology')
  expect(after).toHaveLength(limits.categoryHighlights)
  expect(after).toEqual(expect.arrayContaining(before.slice(1)))
})

test('the previews of a set have at most 60 kB together; heavy ones give way', async () => {
  await refresh('2026-03-06', async () => 10_000)
  expect(await titles()).toHaveLength(6)
  await refresh('2026-03-07', async () => 10_001)
  expect(await titles()).toHaveLength(5)
  const { sha256, preview_version } = await db
    .selectFrom('images')
    .innerJoin('file', 'file.sha256', 'images.sha256')
    .select(['file.sha256', 'preview_version'])
    .where('title', '=', 'Hit')
    .executeTakeFirstOrThrow()
  const heavy = variantKey(sha256, variantSides[0], preview_version)
  await refresh('2026-03-08', async (key) => (key === heavy ? 50_001 : 5_000))
  expect(await titles('technology')).toHaveLength(limits.categoryHighlights)
  expect(await titles('technology')).not.toContain('Hit')
})

test('a picture without a preview is not shown', async () => {
  await refresh('2026-03-09', async (key) => (key.startsWith('variants/') ? null : store.size(key)))
  expect(await titles()).toEqual([])
})
