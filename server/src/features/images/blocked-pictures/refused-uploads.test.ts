import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { nextDrawing } from '#test/drawings'
import { reportsOf } from '#test/reports'
import { callAs, createImage, openAppWithPeople, type TestUser, upload } from '#test/test-app'

const { testApp, ada, bob } = await openAppWithPeople()
const { admin, takeDown } = await reportsOf(testApp)

/** A published drawing that was taken down for a report. */
async function takenDown(title: string) {
  const png = await nextDrawing()
  const image = await createImage(testApp, ada, { png, title }, admin)
  await takeDown(image)
  return { png, image: { id: image.id, title } }
}

const send = async (person: TestUser, png: Buffer) =>
  (await upload(testApp, person, [{ name: 'images', value: png, filename: 'lamp.png' }])).statusCode

const events = async (what: string) => (await auditLog(testApp, admin, { what })).events
const lastRefusal = async () => (await events('upload refused'))[0]
const setAllowed = (id: number, is_allowed: boolean) =>
  callAs(testApp, admin, 'PUT', `accounts/events/${id}/allowed`, { is_allowed })

test('the audit log says who was refused which picture, also of a changed copy; only that can be allowed', async () => {
  const { png, image } = await takenDown('Brass lamp')
  expect(await send(bob, png)).toBe(400)
  expect(await send(ada, await sharp(png).flop().png().toBuffer())).toBe(400)
  expect((await events('upload refused')).slice(0, 2)).toMatchObject([
    { by: ada.username, user: ada.username, image, is_allowed: false, address: '', user_agent: '' },
    { by: bob.username, user: bob.username, image, is_allowed: false },
  ])
  const [event] = await events('image taken down')
  expect(event.is_allowed).toBeNull()
  expect((await setAllowed(event.id, true)).json()).toMatchObject({ code: 'refusal_not_found' })
})

test('a copy that an admin allows is taken from that person, until that is taken back or the copy down', async () => {
  const { png } = await takenDown('Copper lamp')
  expect(await send(bob, png)).toBe(400)
  const { id } = await lastRefusal()
  const changes = ['refused upload allowed', 'refused upload refused again']
  const before = await Promise.all(changes.map(events))
  for (const isAllowed of [true, true, false, false]) {
    expect((await setAllowed(id, isAllowed)).statusCode).toBe(200)
    expect(await lastRefusal()).toMatchObject({ id, is_allowed: isAllowed })
  }
  for (const [n, what] of changes.entries()) {
    const after = await events(what)
    expect(after).toHaveLength(before[n].length + 1)
    expect(after[0]).toMatchObject({ by: admin.username, user: bob.username })
  }
  expect(await send(bob, png)).toBe(400)
  expect((await setAllowed((await lastRefusal()).id, true)).statusCode).toBe(200)
  expect(await send(ada, png)).toBe(400)
  const copy = await createImage(testApp, bob, { png, title: 'Copper lamp of Bob' }, admin)
  expect(copy.status).toBe('pending')
  await takeDown(copy)
  expect(await send(bob, png)).toBe(400)
  expect(await lastRefusal()).toMatchObject({ user: bob.username, is_allowed: false })
})
