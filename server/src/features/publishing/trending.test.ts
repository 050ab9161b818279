import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aNewPng, aPng } from '#test/png'
import { createImage, openAppWithPeople, publishImage, setStatus, withoutJobs } from '#test/test-app'
import { addDownloads } from './downloads.sql.ts'
import { refreshPopularity, refreshTrending } from './popularity.ts'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople({}, withoutJobs)

const publish = async (title: string) => (await publishImage(testApp, ada, admin, title)).id

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const downloads = (image_id: number, count: number, daysAgo = 0) =>
  addDownloads(db, [{ image_id, day: dayBefore(daysAgo), count }])

const titlesOf = async (query: Record<string, string>, from = app): Promise<string[]> => {
  const answer = await from.inject({ url: '/api/v1/images/approved/', query })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().count).toBe(answer.json().images.length)
  return answer.json().images.map(({ title }: { title: string }) => title)
}
const trending = (query: Record<string, string> = {}, from = app) => titlesOf({ ...query, sort: 'trending' }, from)

await refreshTrending(db)
const trendingAtFirst = await trending()
test('in an empty library nothing trends', () => expect(trendingAtFirst).toEqual([]))

test('without downloads no title, tag, contributor or category comes again while there are others', async () => {
  const images = [
    ['Quince 1', ada, 'animals'],
    ['Quince 2', ada, 'animals'],
    ['Quince 3', ada, 'animals'],
    ['Round quince', ada, 'food'],
    ['Ripe quince', bob, 'food'],
  ] as const
  for (const [title, person, category] of images)
    await createImage(testApp, person, { png: aNewPng(), title, category }, admin)
  await refreshTrending(db)
  const first = (await trending({ title: 'quince' })).slice(0, 3)
  expect(first.toSorted()).toEqual(['Quince 3', 'Ripe quince', 'Round quince'])
})

test('the most downloaded of the last seven days come first, then the newest', async () => {
  const [past, weak, strong] = [await publish('Pear past'), await publish('Pear weak'), await publish('Pear strong')]
  await publish('Pear new')
  await downloads(past, 5_000, limits.trendingDays)
  await downloads(weak, 2, limits.trendingDays - 1)
  await downloads(strong, 9, 1)
  await refreshTrending(db)
  expect(await trending({ title: 'pear' })).toEqual(['Pear strong', 'Pear weak', 'Pear new', 'Pear past'])
})

test('downloads of today count more than older ones, and a steady week more than one loud day', async () => {
  const [newer, older] = [await publish('Pomelo now'), await publish('Pomelo then')]
  const [loud, steady] = [await publish('Plum loud'), await publish('Plum steady')]
  await downloads(newer, 5)
  await downloads(older, 5, 5)
  await downloads(loud, 28)
  for (let day = 0; day < 7; day++) await downloads(steady, 4, day)
  await refreshTrending(db)
  expect(await trending({ title: 'pomelo' })).toEqual(['Pomelo now', 'Pomelo then'])
  expect(await trending({ title: 'plum' })).toEqual(['Plum steady', 'Plum loud'])
})

test('an image that visitors download trends, within every filter', async () => {
  const [category, png] = ['drinks', aPng()]
  const cherry = await createImage(testApp, ada, { png, title: 'Cherry', category }, admin)
  await createImage(testApp, ada, { png: aPng({ seed: 2 }), title: 'Cherry tree', category }, admin)
  expect((await app.inject(`/api/v1/images/download/${cherry.cloudflare_id}/`)).statusCode).toBe(200)
  const refreshed = async () => {
    await refreshTrending(db)
    return trending({ category: 'drinks' })
  }
  await expect.poll(refreshed).toEqual(['Cherry', 'Cherry tree'])
  expect(await trending({ title: 'tree', category: 'drinks' })).toEqual(['Cherry tree'])
})

test('a rejected image leaves the order at once and returns to its place with the next order', async () => {
  const lime = await publish('Lime one')
  await publish('Lime two')
  await downloads(lime, 3)
  await refreshTrending(db)
  await setStatus(testApp, admin, [lime], 'rejected')
  expect(await trending({ title: 'lime' })).toEqual(['Lime two'])
  await setStatus(testApp, admin, [lime], 'approved')
  await refreshTrending(db)
  expect(await trending({ title: 'lime' })).toEqual(['Lime one', 'Lime two'])
})

test('every process sees a new order as soon as it is made', async () => {
  const other = await testApp.openSecondProcess()
  const grape = await publish('Grape one')
  await publish('Grape two')
  await expect.poll(() => trending({ title: 'grape' }, other)).toEqual(['Grape two', 'Grape one'])
  await downloads(grape, 3)
  await refreshTrending(db)
  await expect.poll(() => trending({ title: 'grape' }, other)).toEqual(['Grape one', 'Grape two'])
})

test('no download is lost, and nothing waits for ever, while downloads are counted and the order is made', async () => {
  const figs = [await publish('Fig one'), await publish('Fig two'), await publish('Fig three')]
  const count = async () => {
    const counts = figs.map((image_id, at) => ({ image_id, day: dayBefore(0), count: 3 - at }))
    for (let n = 0; n < 10; n++) await addDownloads(db, counts)
  }
  const refresh = async () => {
    for (let n = 0; n < 10; n++) await refreshTrending(db)
  }
  await Promise.all([count(), count(), refresh(), refresh()])
  await refreshTrending(db)
  const { rows } = await sql`
    select sum(count)::int as count from image_download_day where image_id = any(${figs})`.execute(db)
  expect(rows).toEqual([{ count: 120 }])
  expect(await trending({ title: 'fig' })).toEqual(['Fig one', 'Fig two', 'Fig three'])
  // An order that stays the same clears no cached page.
  const version = () => db.selectFrom('trending').select('version').executeTakeFirstOrThrow()
  const before = await version()
  await refreshTrending(db)
  expect(await version()).toEqual(before)
})

test('among equally good matches the most downloaded of the last 90 days come first', async () => {
  const [old, often] = [await publish('Lamp of old'), await publish('Lamp of many')]
  await publish('Lamp of today')
  await downloads(old, 5_000, 100)
  await downloads(often, 40, 30)
  await refreshPopularity(db)
  expect(await titlesOf({ title: 'lamp' })).toEqual(['Lamp of many', 'Lamp of today', 'Lamp of old'])
  expect(await titlesOf({ title: 'lamp', sort: 'newest' })).toEqual(['Lamp of today', 'Lamp of many', 'Lamp of old'])
  // One that is approved again keeps its popularity.
  for (const status of ['rejected', 'approved']) await setStatus(testApp, admin, [often], status)
  expect(await titlesOf({ title: 'lamp' })).toEqual(['Lamp of many', 'Lamp of today', 'Lamp of old'])
})
