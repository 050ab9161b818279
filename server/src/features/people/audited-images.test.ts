import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { reportsOf } from '#test/reports'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const ada = await createUser(testApp)
const { admin, report, decide } = await reportsOf(testApp)

let seed = 0
const send = (title: string) => createImage(testApp, ada, { png: aPng({ seed: ++seed }), title })
const lastEvent = async () =>
  (await app.inject({ url: '/api/v1/accounts/events/', headers: admin.headers })).json().events[0]

test('an event about one image names it, and one about several counts them', async () => {
  const [one, other] = [await send('Brass bell'), await send('Iron bell')]
  await setStatus(testApp, admin, [one.id, other.id], 'approved')
  expect(await lastEvent()).toMatchObject({ what: 'images approved', count: 2, image: null })
  await setStatus(testApp, admin, [other.id], 'rejected')
  const image = { id: other.id, title: 'Iron bell' }
  expect(await lastEvent()).toMatchObject({ what: 'images rejected', count: 1, image })
})

test('a take-down can be traced to its image, also when that has left', async () => {
  const bell = await send('Taken bell')
  await setStatus(testApp, admin, [bell.id], 'approved')
  await report({ slug: bell.slug, reason: 'offensive' })
  expect((await decide(bell.id, { outcome: 'taken_down' })).statusCode).toBe(200)
  const event = { what: 'image taken down', user: ada.username, by: admin.username }
  expect(await lastEvent()).toMatchObject({ ...event, image: { id: bell.id, title: 'Taken bell' } })
  await db.deleteFrom('images').where('id', '=', bell.id).execute()
  expect(await lastEvent()).toMatchObject({ ...event, image: { id: bell.id, title: null } })
})
