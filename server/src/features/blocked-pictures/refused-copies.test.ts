import sharp from 'sharp'
import { expect, test } from 'vitest'
import { nextDrawing } from '#test/drawings'
import { copyrightNotice } from '#test/notices'
import { reportsOf } from '#test/reports'
import { createImage, createUser, openTestApp, type TestUser, upload } from '#test/test-app'

const testApp = await openTestApp()
const { app } = testApp
const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
const { admin, report, decide } = await reportsOf(testApp)

/** A published drawing that was taken down for a report. */
async function takenDown(title: string, sentence: string) {
  const png = await nextDrawing()
  const image = await createImage(testApp, ada, { png, title }, admin)
  await report({ slug: image.slug, ...copyrightNotice })
  expect((await decide(image.id, { outcome: 'taken_down', sentence })).statusCode).toBe(200)
  return png
}

const send = async (person: TestUser, png: Buffer, filename: string) =>
  (await upload(testApp, person, [{ name: 'images', value: png, filename }])).statusCode

const call = (method: 'GET' | 'PUT' | 'DELETE', path = '', headers = admin.headers) =>
  app.inject({ method, url: `/api/v1/reports/refused-copies/${path}`, headers })
interface Copy {
  id: number
  file_name: string
}
const listed = async () => (await call('GET')).json() as { count: number; copies: Copy[] }
const copyNamed = async (name: string) => (await listed()).copies.find(({ file_name }) => file_name === name)!

test('admins see who was refused, when, with which file, and what it matched, the latest first', async () => {
  const png = await takenDown('Brass lamp', 'Grace made it.')
  expect(await send(bob, png, 'same.png')).toBe(400)
  expect(await send(ada, await sharp(png).flop().png().toBuffer(), 'mirrored.png')).toBe(400)
  const { count, copies } = await listed()
  expect(count).toBe(2)
  const picture = { title: 'Brass lamp', reason: 'copyright', sentence: 'Grace made it.', by: admin.username }
  expect(copies).toMatchObject([
    { username: ada.username, file_name: 'mirrored.png', is_same_file: false, orientation: 1, picture, allowed: null },
    { username: bob.username, file_name: 'same.png', is_same_file: true, similarity: null, orientation: null, picture },
  ])
  const { similarity, at } = copies[0] as unknown as { similarity: number; at: string }
  expect(similarity).toBeGreaterThan(0.9)
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000)
})

test('a copy that an admin allows is taken from that person, and refused again when that is taken back', async () => {
  const png = await takenDown('Copper lamp', 'Bob made it.')
  expect(await send(bob, png, 'copper.png')).toBe(400)
  const { id } = await copyNamed('copper.png')
  expect((await call('PUT', `${id}/allowed/`)).statusCode).toBe(200)
  expect(await copyNamed('copper.png')).toMatchObject({ allowed: { by: admin.username } })
  expect((await call('DELETE', `${id}/allowed/`)).statusCode).toBe(200)
  expect(await copyNamed('copper.png')).toMatchObject({ allowed: null })
  expect(await send(bob, png, 'copper.png')).toBe(400)
  await call('PUT', `${id}/allowed/`)
  expect(await send(ada, png, 'copper.png')).toBe(400)
  expect(await send(bob, png, 'copper.png')).toBe(201)
})

test('an allowed copy that is taken down itself is refused again', async () => {
  const png = await takenDown('Zinc lamp', 'Bob made it.')
  await send(bob, png, 'zinc.png')
  const { id } = await copyNamed('zinc.png')
  await call('PUT', `${id}/allowed/`)
  const copy = await createImage(testApp, bob, { png, title: 'Zinc lamp of Bob' }, admin)
  await report({ slug: copy.slug, ...copyrightNotice })
  expect((await decide(copy.id, { outcome: 'taken_down' })).statusCode).toBe(200)
  expect(await send(bob, png, 'zinc.png')).toBe(400)
  expect(await copyNamed('zinc.png')).toMatchObject({ allowed: null })
})

test('what was changed meanwhile, or never refused, is said, and changes nothing', async () => {
  const png = await takenDown('Tin lamp', 'It is theirs.')
  await send(bob, png, 'tin.png')
  const { id } = await copyNamed('tin.png')
  expect((await call('DELETE', `${id}/allowed/`)).json().code).toBe('copy_not_found')
  await call('PUT', `${id}/allowed/`)
  expect((await call('PUT', `${id}/allowed/`)).json().code).toBe('copy_not_found')
  expect((await call('PUT', '999999/allowed/')).json().code).toBe('copy_not_found')
})

test('both are in the audit log, with whose upload it was', async () => {
  const png = await takenDown('Iron lamp', 'It is ours.')
  await send(bob, png, 'iron.png')
  const { id } = await copyNamed('iron.png')
  await call('PUT', `${id}/allowed/`)
  await call('DELETE', `${id}/allowed/`)
  for (const what of ['refused upload allowed', 'refused upload refused again']) {
    const events = await app.inject({ url: '/api/v1/accounts/events/', query: { what }, headers: admin.headers })
    expect(events.json().events[0]).toMatchObject({ by: admin.username, user: bob.username })
  }
})
