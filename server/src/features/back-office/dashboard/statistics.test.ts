import { limits } from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { aNewPng } from '#test/png'
import { createImage, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, ada, bob, admin } = await openAppWithPeople()

const picture = (title: string, owner = ada) => createImage(testApp, owner, { png: aNewPng(), title })
const overview = async ({ headers }: TestUser) =>
  (await app.inject({ url: '/api/v1/images/statistics/', headers })).json()
const download = (image: { cloudflare_id: string }) => app.inject(`/api/v1/images/download/${image.cloudflare_id}/`)

test('the dashboard shows downloads of each day, and the most downloaded images', async () => {
  const [kite, drum, foreign] = [await picture('Kite'), await picture('Drum'), await picture('Bob’s', bob)]
  await setStatus(testApp, admin, [kite.id, drum.id, foreign.id], 'approved')
  for (const one of [kite, drum, drum, foreign, foreign, foreign]) await download(one)

  const today = new Date().toISOString().slice(0, 10)
  // Downloads are written once a second.
  const lastDay = async () => (await overview(admin)).days.at(-1)
  await expect.poll(lastDay).toEqual({ day: today, downloads: 6 })
  const mine = await overview(ada)
  expect(mine.days).toHaveLength(limits.statisticsDays)
  expect(mine.days.at(-1)).toEqual({ day: today, downloads: 3 })
  expect(mine.days[0]).toMatchObject({ downloads: 0 })
  expect(mine.top).toEqual([
    { id: drum.id, slug: 'drum', title: 'Drum', downloads: 2, cloudflare_url: expect.stringMatching(/640-v2\.webp$/) },
    expect.objectContaining({ title: 'Kite', downloads: 1 }),
  ])
  expect((await overview(admin)).top[0]).toMatchObject({ title: 'Bob’s', downloads: 3 })
})
