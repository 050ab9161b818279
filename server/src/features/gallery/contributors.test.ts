import { publicContributor } from '@vitrine/contract/schemas/user'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { setBlock } from '#test/accounts'
import { saveProfile } from '#test/profile'
import { reportsOf } from '#test/reports'
import { addImages, createUser, openTestApp, setStatus } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp
const { admin, publish } = await reportsOf(testApp)

const page = async (username: string, query = '', server = app) => {
  const answer = await server.inject(`/api/v1/images/by/${username}/${query}`)
  return { status: answer.statusCode, ...answer.json() }
}
const titles = async (username: string) => (await page(username)).images.map(({ title }: { title: string }) => title)

async function contributorWithPage() {
  const user = await createUser(testApp)
  expect((await saveProfile(testApp, user, { has_page: '1' })).statusCode).toBe(200)
  return user
}

test('a contributor has no page until they switch it on, and the answer is that of an unknown name', async () => {
  const user = await createUser(testApp)
  const { slug } = await publish('Secret garden', user)
  const isLinked = async () => (await app.inject(`/api/v1/images/${slug}/`)).json().image.user.has_page
  expect(await isLinked()).toBe(false)
  const unknown = await page('no-one-at-all')
  expect(unknown).toMatchObject({ status: 404, code: 'contributor_not_found' })
  expect(await page(user.username)).toEqual(unknown)
  const saved = await saveProfile(testApp, user, { has_page: '1' })
  expect(saved.json().user.has_page).toBe(true)
  expect([await isLinked(), await page(user.username)]).toMatchObject([true, { status: 200, count: 1 }])
  // A form without the switch leaves the page as it is.
  expect((await saveProfile(testApp, user)).json().user.has_page).toBe(true)
  const refused = await saveProfile(testApp, user, { has_page: 'yes' })
  expect(refused.statusCode).toBe(400)
  expect(refused.json().fields).toEqual([{ at: 'has_page', message: 'The page is 1 or 0, or left out' }])
  await saveProfile(testApp, user, { has_page: '0' })
  expect(await page(user.username)).toEqual(unknown)
  await saveProfile(testApp, user, { has_page: '1' })
  expect(await isLinked()).toBe(true)
  await setBlock(testApp, admin, user)
  expect(await isLinked()).toBe(false)
})

test('the page, in any case of the name, shows nothing private, and approved images alone, newest first', async () => {
  const [user, other] = [await contributorWithPage(), await contributorWithPage()]
  const [waiting] = await addImages(testApp, user, ['Waiting'])
  await publish('First', user)
  await publish('Of another', other)
  const second = await publish('Second', user)
  const { contributor } = await page(user.username.toUpperCase())
  const expected = { username: user.username, first_name: 'Ada', last_name: 'Lovelace', image: null }
  expect(z.parse(z.strictObject(publicContributor.shape), contributor)).toEqual(expected)
  expect(await titles(user.username)).toEqual(['Second', 'First'])
  await setStatus(testApp, admin, [waiting.id], 'approved')
  expect(await titles(user.username)).toEqual(['Waiting', 'Second', 'First'])
  await setStatus(testApp, admin, [second.id], 'rejected')
  expect(await page(user.username)).toMatchObject({ count: 2, images: [{ title: 'Waiting' }, { title: 'First' }] })
})

test('pages have a hundred images each, and one past the end is empty with the exact count', async () => {
  const user = await contributorWithPage()
  const rows = await addImages(testApp, user, Array(limits.imagesPerPage + 7).fill('Row'))
  const ids = rows.map(({ id }) => id)
  await setStatus(testApp, admin, ids, 'approved')
  const [first, second, third] = await Promise.all(
    ['', '?page=2', '?page=3'].map((query) => page(user.username, query)),
  )
  expect([first.images.length, second.images.length, third.images.length]).toEqual([limits.imagesPerPage, 7, 0])
  expect([first.count, second.count, third.count]).toEqual(Array(3).fill(limits.imagesPerPage + 7))
  const shown = [...first.images, ...second.images].map(({ id }: { id: number }) => id)
  expect(new Set(shown)).toEqual(new Set(ids))
})

test('a page costs three queries however many images it has', async () => {
  const user = await contributorWithPage()
  for (const title of ['One', 'Two', 'Three']) await publish(title, user)
  await page(user.username) // opens a connection
  await saveProfile(testApp, user)
  const query = vi.spyOn(testApp.visitorDb.getExecutor(), 'executeQuery')
  expect((await page(user.username)).count).toBe(3)
  expect(query.mock.calls.length).toBeLessThanOrEqual(3)
  query.mockRestore()
})

test('switching off and blocking end a page on every process, switching on and unblocking bring it back', async () => {
  const user = await contributorWithPage()
  await publish('Kept', user)
  const second = await testApp.openSecondProcess()
  const statuses = () =>
    Promise.all([app, second].map(async (server) => (await page(user.username, '', server)).status))
  const whole = () =>
    Promise.all([app, second].map(async (server) => (await server.inject(`/by/${user.username}/`)).statusCode))
  expect([...(await statuses()), ...(await whole())]).toEqual([200, 200, 200, 200])
  for (const [change, status] of [
    [() => saveProfile(testApp, user, { has_page: '0' }), 404],
    [() => saveProfile(testApp, user, { has_page: '1' }), 200],
    [() => setBlock(testApp, admin, user), 404],
    [() => setBlock(testApp, admin, user, false), 200],
  ] as const) {
    expect((await change()).statusCode).toBe(200)
    await expect.poll(statuses).toEqual([status, status])
    await expect.poll(whole).toEqual([status, status])
  }
})
