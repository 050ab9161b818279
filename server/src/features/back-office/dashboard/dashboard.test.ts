import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { recordBackup } from '#features/library/library.sql'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { addImages, callAs, createImage, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, db, admin } = await openAppWithPeople()

const { update, discard, measured, ...backOffice } = backOfficeOf(testApp)
const image = (owner: TestUser, title: string) => backOffice.image(title, owner)
const read = async (person: TestUser) => (await callAs(testApp, person, 'GET', 'accounts/user/inbox')).json()
const reject = (id: number, reason: string, note = '', reviewer = admin) =>
  update(reviewer, id, { status: 'rejected', reason, note })

test('an admin’s inbox has what waits by contributor and finding, decisions by reviewer, and the site', async () => {
  const [reviewer, other] = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')]
  const [early, late] = [await createUser(testApp), await createUser(testApp)]
  const before = await read(reviewer)
  const [first] = [await image(early, 'First'), await image(late, 'Second'), await image(late, 'Third')]
  await measured(first.id, { kind: 'haze', share: 0.2 })
  const { waiting, queue } = await read(reviewer)
  expect(waiting).toEqual({ count: before.waiting.count + 3, oldest_at: expect.any(String) })
  expect(queue.contributors.slice(-2)).toEqual([
    { username: early.username, count: 1, oldest_at: expect.any(String) },
    { username: late.username, count: 2, oldest_at: expect.any(String) },
  ])
  expect(queue.findings).toContainEqual({ kind: 'haze', count: 1 })

  const fourth = await image(early, 'Fourth')
  await setStatus(testApp, reviewer, [fourth.id, first.id], 'approved')
  await reject(fourth.id, 'quality', '', other)
  const { reviewers } = (await read(admin)).queue
  const last_at = expect.any(String)
  expect(reviewers).toContainEqual({ username: reviewer.username, approved: 2, rejected: 0, last_at })
  expect(reviewers).toContainEqual({ username: other.username, approved: 0, rejected: 1, last_at })
  const { version, backed_up_at } = (await read(admin)).site
  expect([version, backed_up_at]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/), null])
  await recordBackup(db, { folder: '/backups', bytes: 1 })
  expect(Date.parse((await read(admin)).site.backed_up_at)).toBeGreaterThan(0)
})

test('a contributor’s inbox has own images that were rejected and approved, with the reason', async () => {
  const [ada, dora] = [await createUser(testApp), await createUser(testApp)]
  const [halo, fine] = await addImages(testApp, ada, ['Halo', 'Fine', 'Waiting'])
  await reject(halo.id, 'fringe', 'At the ear.')
  await setStatus(testApp, admin, [fine.id], 'approved')
  const inbox = await read(ada)
  expect(inbox).toMatchObject({ waiting: { count: 1, oldest_at: expect.any(String) }, queue: null })
  const image = { id: halo.id, slug: halo.slug, title: 'Halo', cloudflare_url: expect.stringContaining('key=') }
  const why = { at: expect.any(String), reason: 'fringe', note: 'At the ear.', about_edit: false }
  expect(inbox.rejected).toEqual([{ ...image, ...why }])
  expect(inbox.approved).toMatchObject([{ title: 'Fine', reason: null }])
  const waiting = { count: 0, oldest_at: null }
  expect(await read(dora)).toEqual({ waiting, rejected: [], approved: [], queue: null, site: null })
})

test('a contributor’s inbox holds each image once, with its last decision, and none that was taken back', async () => {
  const bob = await createUser(testApp)
  const [twice, undone, gone] = [await image(bob, 'Twice'), await image(bob, 'Undone'), await image(bob, 'Gone')]
  await reject(twice.id, 'fringe')
  await reject(twice.id, 'quality')
  await setStatus(testApp, admin, [undone.id], 'approved')
  await setStatus(testApp, admin, [undone.id], 'pending')
  await reject(gone.id, 'fringe')
  await discard(bob, gone.id)
  const inbox = await read(bob)
  expect(inbox.rejected).toMatchObject([{ title: 'Twice', reason: 'quality' }])
  expect(inbox.approved).toEqual([])
})

test('a contributor’s inbox tells of a rejected edit until another one waits, which admins see too', async () => {
  const fay = await createUser(testApp)
  const [one] = await addImages(testApp, fay, ['Live'])
  await setStatus(testApp, admin, [one.id], 'approved')
  await update(fay, one.id, { title: 'BUY NOW' })
  await reject(one.id, 'description')
  const inbox = await read(fay)
  expect(inbox.approved).toEqual([])
  expect(inbox.rejected).toMatchObject([{ title: 'Live', reason: 'description', about_edit: true }])
  const before = await read(admin)
  await update(fay, one.id, { title: 'Alive' })
  expect(await read(fay)).toMatchObject({ rejected: [], waiting: { count: 1, oldest_at: expect.any(String) } })
  const after = await read(admin)
  expect(after.waiting.count).toBe(before.waiting.count + 1)
  expect(after.queue.contributors).toContainEqual(expect.objectContaining({ username: fay.username, count: 1 }))
})

test('the dashboard shows downloads of each day, and the most downloaded images', async () => {
  const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
  const picture = (title: string, owner = ada) => createImage(testApp, owner, { png: aNewPng(), title }, admin)
  const [kite, drum, foreign] = [await picture('Kite'), await picture('Drum'), await picture('Bob’s', bob)]
  for (const { cloudflare_id } of [kite, drum, drum, foreign, foreign, foreign])
    await app.inject(`/api/v1/images/download/${cloudflare_id}/`)
  const today = new Date().toISOString().slice(0, 10)
  const overview = async (person: TestUser) => (await callAs(testApp, person, 'GET', 'images/statistics')).json()
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
