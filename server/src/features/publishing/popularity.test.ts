import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'
import { refreshPopularity } from './popularity.ts'

const testApp = await openTestApp()
const { app, db } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const publish = (title: string) => createImage(testApp, ada, { png: aPng({ seed: ++seed }), title }, admin)

const addDownloads = (id: number, count: number, daysAgo: number) =>
  sql`
    insert into image_download_day (image_id, day, count)
    values (${id}, (now() at time zone 'utc')::date - ${daysAgo}::int, ${count})`.execute(db)

const titlesOf = async (query: Record<string, string>) => {
  const answer = await app.inject({ url: '/api/v1/images/approved/', query })
  return answer.json().images.map(({ title }: { title: string }) => title)
}

test('among equally good matches the most downloaded of the last 90 days come first', async () => {
  const old = await publish('Lamp of old')
  const often = await publish('Lamp of many')
  await publish('Lamp of today')
  await addDownloads(old.id, 5_000, 100)
  await addDownloads(often.id, 40, 30)
  await refreshPopularity(db)
  expect(await titlesOf({ title: 'lamp' })).toEqual(['Lamp of many', 'Lamp of today', 'Lamp of old'])
  expect(await titlesOf({ title: 'lamp', sort: 'newest' })).toEqual(['Lamp of today', 'Lamp of many', 'Lamp of old'])
})

test('an image that is approved again keeps its popularity', async () => {
  const vase = await publish('Vase one')
  await publish('Vase two')
  await addDownloads(vase.id, 3, 1)
  await setStatus(testApp, admin, [vase.id], 'rejected')
  await setStatus(testApp, admin, [vase.id], 'approved')
  await publish('Vase three')
  expect(await titlesOf({ title: 'vase' })).toEqual(['Vase one', 'Vase three', 'Vase two'])
})
