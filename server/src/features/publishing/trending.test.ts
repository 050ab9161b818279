import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus, withoutJobs } from '#test/test-app'
import { addDownloads } from './downloads.sql.ts'
import { refreshTrending } from './trending.ts'

const testApp = await openTestApp({}, withoutJobs)
const { app, db } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const publish = (title: string, category = 'food') =>
  createImage(testApp, ada, { png: aPng({ seed: ++seed }), title, category }, admin)

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const downloads = (image_id: number, count: number, daysAgo = 0) =>
  addDownloads(db, [{ image_id, day: dayBefore(daysAgo), count }])

const trending = async (query: Record<string, string> = {}, from = app): Promise<string[]> => {
  const answer = await from.inject({ url: '/api/v1/images/approved/', query: { ...query, sort: 'trending' } })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().count).toBe(answer.json().images.length)
  return answer.json().images.map(({ title }: { title: string }) => title)
}

test('without downloads the newest come first, also in an empty library', async () => {
  await refreshTrending(db)
  expect(await trending()).toEqual([])
  await publish('Apple one')
  await publish('Apple two')
  expect(await trending()).toEqual(['Apple two', 'Apple one'])
})

test('the most downloaded of the last seven days come first; older downloads do not count', async () => {
  const [past, weak, strong] = [await publish('Pear past'), await publish('Pear weak'), await publish('Pear strong')]
  await publish('Pear new')
  await downloads(past.id, 5_000, limits.trendingDays)
  await downloads(weak.id, 2, limits.trendingDays - 1)
  await downloads(strong.id, 9, 1)
  await refreshTrending(db)
  expect(await trending({ title: 'pear' })).toEqual(['Pear strong', 'Pear weak', 'Pear new', 'Pear past'])
})

test('a steady week comes before one loud day of as many downloads', async () => {
  const [loud, steady] = [await publish('Plum loud'), await publish('Plum steady')]
  await downloads(loud.id, 28)
  for (let day = 0; day < 7; day++) await downloads(steady.id, 4, day)
  await refreshTrending(db)
  expect(await trending({ title: 'plum' })).toEqual(['Plum steady', 'Plum loud'])
})

test('an image that visitors download trends, within every filter', async () => {
  const cherry = await publish('Cherry', 'drinks')
  await publish('Cherry tree', 'drinks')
  expect((await app.inject(`/api/v1/images/download/${cherry.cloudflare_id}/`)).statusCode).toBe(200)
  const refreshed = async () => {
    await refreshTrending(db)
    return trending({ category: 'drinks' })
  }
  await expect.poll(refreshed, { timeout: 10_000 }).toEqual(['Cherry', 'Cherry tree'])
  expect(await trending({ title: 'tree', category: 'drinks' })).toEqual(['Cherry tree'])
})

test('a rejected image leaves the order at once and returns to its place', async () => {
  const lime = await publish('Lime one')
  await publish('Lime two')
  await downloads(lime.id, 3)
  await refreshTrending(db)
  await setStatus(testApp, admin, [lime.id], 'rejected')
  expect(await trending({ title: 'lime' })).toEqual(['Lime two'])
  await setStatus(testApp, admin, [lime.id], 'approved')
  expect(await trending({ title: 'lime' })).toEqual(['Lime one', 'Lime two'])
})

test('every process sees a new order as soon as it is made', async () => {
  const other = await testApp.openSecondProcess()
  const grape = await publish('Grape one')
  await publish('Grape two')
  await expect.poll(() => trending({ title: 'grape' }, other)).toEqual(['Grape two', 'Grape one'])
  await downloads(grape.id, 3)
  await refreshTrending(db)
  await expect.poll(() => trending({ title: 'grape' }, other)).toEqual(['Grape one', 'Grape two'])
})

test('no download is lost, and nothing waits for ever, while downloads are counted and the order is made', async () => {
  const figs = [await publish('Fig one'), await publish('Fig two'), await publish('Fig three')]
  const today = dayBefore(0)
  const count = async () => {
    for (let n = 0; n < 10; n++)
      await addDownloads(
        db,
        figs.map(({ id }, at) => ({ image_id: id, day: today, count: 3 - at })),
      )
  }
  const refresh = async () => {
    for (let n = 0; n < 10; n++) await refreshTrending(db)
  }
  await Promise.all([count(), count(), refresh(), refresh()])
  await refreshTrending(db)
  const { rows } = await sql`select sum(count)::int as count from image_download_day where image_id = any(${figs.map(
    ({ id }) => id,
  )})`.execute(db)
  expect(rows).toEqual([{ count: 120 }])
  expect(await trending({ title: 'fig' })).toEqual(['Fig one', 'Fig two', 'Fig three'])
})

test('an order that stays the same clears no cached page', async () => {
  await refreshTrending(db)
  const version = async () => (await db.selectFrom('trending').select('version').executeTakeFirstOrThrow()).version
  const before = await version()
  await refreshTrending(db)
  expect(await version()).toBe(before)
})
