import { limits } from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aNewPng } from '#test/png'
import { addImages, createImage, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, ada, bob, admin } = await openAppWithPeople()

const picture = (title: string, owner = ada) => createImage(testApp, owner, { png: aNewPng(), title })
const overview = async ({ headers }: TestUser) =>
  (await app.inject({ url: '/api/v1/images/statistics/', headers })).json()
const download = (image: { cloudflare_id: string }) => app.inject(`/api/v1/images/download/${image.cloudflare_id}/`)

test('the dashboard shows downloads and approvals of each day, and the most downloaded images', async () => {
  const [kite, drum, foreign] = [await picture('Kite'), await picture('Drum'), await picture('Bob’s', bob)]
  const { approvals } = (await overview(admin)).days.at(-1)
  await setStatus(testApp, admin, [kite.id, drum.id, foreign.id], 'approved')
  for (const one of [kite, drum, drum, foreign, foreign, foreign]) await download(one)

  const today = new Date().toISOString().slice(0, 10)
  // Downloads are written once a second.
  const lastDay = async () => (await overview(admin)).days.at(-1)
  await expect.poll(lastDay).toEqual({ day: today, downloads: 6, approvals: approvals + 3 })
  const mine = await overview(ada)
  expect(mine.days).toHaveLength(limits.statisticsDays)
  expect(mine.days.at(-1)).toEqual({ day: today, downloads: 3, approvals: 2 })
  expect(mine.days[0]).toMatchObject({ downloads: 0, approvals: 0 })
  expect(mine.top).toEqual([
    { id: drum.id, slug: 'drum', title: 'Drum', downloads: 2, cloudflare_url: expect.stringMatching(/640-v2\.webp$/) },
    expect.objectContaining({ title: 'Kite', downloads: 1 }),
  ])
  expect((await overview(admin)).top[0]).toMatchObject({ title: 'Bob’s', downloads: 3 })
})

test('an image counts as approved once, on its first day, and not at all once it is taken back', async () => {
  const eve = await createUser(testApp)
  const [repeated, undone, older] = await addImages(testApp, eve, ['Repeated', 'Undone', 'Older'])
  for (const status of ['approved', 'pending', 'approved'])
    await setStatus(testApp, admin, [repeated.id, older.id], status)
  await setStatus(testApp, admin, [undone.id], 'approved')
  await setStatus(testApp, admin, [undone.id], 'pending')
  const ofOlder = testApp.db.selectFrom('decision').select('id').where('image_id', '=', older.id).orderBy('id').limit(1)
  await sql`update decision set at = now() - interval '40 days' where id = (${ofOlder})`.execute(testApp.db)
  const { days } = await overview(eve)
  expect(days.map(({ approvals }: { approvals: number }) => approvals).filter(Boolean)).toEqual([1])
})
