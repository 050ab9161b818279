import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { unblockPicture } from '#features/images/blocked-pictures/blocked-pictures.sql'
import { clearTakenDown } from '#features/images/visibility/states.sql'
import { lock } from '#kit/database/advisory-locks'
import { auditLog } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { nextDrawing } from '#test/drawings'
import { answerAcross, untilWaiting } from '#test/interrupted-requests'
import { copyrightNotice } from '#test/notices'
import { reportsOf } from '#test/reports'
import { callAs, createImage, hashOf, openAppWithPeople, type TestUser, uploadPng } from '#test/test-app'

const { testApp, db, ada, bob } = await openAppWithPeople()
const { replaceFile } = backOfficeOf(testApp)
const { admin, report, readQueue, takeDown } = await reportsOf(testApp)

async function publish(title: string) {
  const png = await nextDrawing()
  return { png, ...(await createImage(testApp, ada, { png, title }, admin)) }
}
/** Reports an image, and returns the one call that is left to take it down. */
async function readyToTakeDown(image: { id: number; slug: string }) {
  expect((await report({ slug: image.slug, ...copyrightNotice })).statusCode).toBe(201)
  const decide = await readQueue(image.id)
  return () => decide({ verb: 'take_down' })
}
const send = (person: TestUser, png: Buffer) => uploadPng(testApp, person, png)
const imagesOf = async (png: Buffer) => {
  const { rows } = await sql<{ owner_id: number; is_down: boolean }>`
    select owner_id, taken_down_at is not null as is_down from images
    where sha256 = encode(sha256(${png}), 'hex') order by id`.execute(db)
  return rows
}

const events = async (what: string) => (await auditLog(testApp, admin, { what })).events
const lastRefusal = async () => (await events('upload refused'))[0]
const setAllowed = (id: number, is_allowed: boolean) =>
  callAs(testApp, admin, 'PUT', `accounts/events/${id}/allowed`, { is_allowed })

test('the audit log says who was refused which picture, also of a changed copy; only that can be allowed', async () => {
  const { png, ...lamp } = await publish('Brass lamp')
  await takeDown(lamp)
  const image = { id: lamp.id, title: 'Brass lamp' }
  expect((await send(bob, png)).statusCode).toBe(400)
  expect((await send(ada, await sharp(png).flop().png().toBuffer())).statusCode).toBe(400)
  expect((await events('upload refused')).slice(0, 2)).toMatchObject([
    { by: ada.username, user: ada.username, image, is_allowed: false, address: '', user_agent: '' },
    { by: bob.username, user: bob.username, image, is_allowed: false },
  ])
  const [event] = await events('image taken down')
  expect(event.is_allowed).toBeNull()
  expect((await setAllowed(event.id, true)).json()).toMatchObject({ code: 'refusal_not_found' })
})

test('a copy that an admin allows is taken from that person, until that is taken back or the copy down', async () => {
  const { png, ...lamp } = await publish('Copper lamp')
  await takeDown(lamp)
  expect((await send(bob, png)).statusCode).toBe(400)
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
  expect((await send(bob, png)).statusCode).toBe(400)
  expect((await setAllowed((await lastRefusal()).id, true)).statusCode).toBe(200)
  expect((await send(ada, png)).statusCode).toBe(400)
  const copy = await createImage(testApp, bob, { png, title: 'Copper lamp of Bob' }, admin)
  expect(copy.status).toBe('pending')
  await takeDown(copy)
  expect((await send(bob, png)).statusCode).toBe(400)
  expect(await lastRefusal()).toMatchObject({ user: bob.username, is_allowed: false })
})

await sql`
  create function wait_for_test() returns trigger language plpgsql as $$ begin
    perform set_config('lock_timeout', '10s', true); -- it waits for the test, and not for another request
    perform pg_advisory_xact_lock_shared(hashtext('test of uploads'));
    return new;
  end $$`.execute(db)
/** Sends a picture and does something while it waits where it adds a row to this table. */
const whileItAddsTo = async <T, U>(table: 'unowned_file' | 'image_words', send: () => Promise<T>, act: () => U) => {
  await sql`
    create trigger wait_for_test before insert on ${sql.ref(table)} for each row
    execute function wait_for_test()`.execute(db)
  const started = await db.transaction().execute(async (transaction) => {
    await lock(transaction, 'test of uploads')
    const sending = send()
    await untilWaiting(db, 1)
    return { sending, done: await act() }
  })
  const sent = await started.sending
  await sql`drop trigger wait_for_test on ${sql.ref(table)}`.execute(db)
  return { sent, done: started.done }
}

test('an upload of the same bytes that was compared before it is refused, and admins see it', async () => {
  const { png, ...image } = await publish('Grey kite')
  const takeDownNow = await readyToTakeDown(image)
  const { sent, done } = await whileItAddsTo('unowned_file', () => send(bob, png), takeDownNow)
  expect([done.statusCode, sent.statusCode]).toEqual([200, 400])
  expect(await imagesOf(png)).toEqual([{ owner_id: ada.id, is_down: true }])
  expect(await lastRefusal()).toMatchObject({ user: bob.username, image: { id: image.id } })
})

test('a new file for an image is refused in the same way', async () => {
  const { png, ...image } = await publish('Blue kite')
  const own = await createImage(testApp, bob, { png: await nextDrawing(64), title: 'Green kite' }, admin)
  const takeDownNow = await readyToTakeDown(image)
  const { sent, done } = await whileItAddsTo('unowned_file', () => replaceFile(bob, own.id, png), takeDownNow)
  expect([done.statusCode, sent.json().code]).toEqual([200, 'none_accepted'])
  const { rows } = await sql`select from images where edit_sha256 is not null`.execute(db)
  expect(rows).toEqual([])
})

test('an upload that is being stored is waited for, and taken down as well', async () => {
  const { png, ...image } = await publish('Black kite')
  const takeDownNow = await readyToTakeDown(image)
  const { sent, done } = await whileItAddsTo(
    'image_words',
    () => send(bob, png),
    async () => {
      const deciding = takeDownNow()
      await untilWaiting(db, 2)
      return { deciding }
    },
  )
  expect(sent.statusCode).toBeLessThan(300)
  expect((await done.deciding).statusCode).toBe(200)
  expect(await imagesOf(png)).toEqual([
    { owner_id: ada.id, is_down: true },
    { owner_id: bob.id, is_down: true },
  ])
})

test('a picture is taken whose block ends while it is compared', async () => {
  const { png, id, slug } = await publish('Freed kite')
  await takeDown({ id, slug })
  const copy = await sharp(png).resize(150).png().toBuffer()
  const sha256 = await hashOf(testApp, { id })
  async function unblock(transaction: typeof db) {
    await clearTakenDown(transaction, id)
    await unblockPicture(transaction, sha256)
  }
  expect((await answerAcross(db, () => send(bob, copy), { lock: unblock })).statusCode).toBe(201)
})
