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
import { createImage, createUser, hashOf, openTestApp, uploadPng } from '#test/test-app'

// Someone sends a picture at the moment at which the same one is taken down.

const testApp = await openTestApp()
const { db } = testApp
const { replaceFile } = backOfficeOf(testApp)
const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
const { admin, report, readQueue } = await reportsOf(testApp)

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
const send = (png: Buffer) => uploadPng(testApp, bob, png)
const imagesOf = async (png: Buffer) => {
  const { rows } = await sql<{ owner_id: number; is_down: boolean }>`
    select owner_id, taken_down_at is not null as is_down from images
    where sha256 = encode(sha256(${png}), 'hex') order by id`.execute(db)
  return rows
}

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
  const takeDown = await readyToTakeDown(image)
  const { sent, done } = await whileItAddsTo('unowned_file', () => send(png), takeDown)
  expect([done.statusCode, sent.statusCode]).toEqual([200, 400])
  expect(await imagesOf(png)).toEqual([{ owner_id: ada.id, is_down: true }])
  const { events } = await auditLog(testApp, admin, { what: 'upload refused' })
  expect(events.slice(0, 1)).toMatchObject([{ user: bob.username, image: { id: image.id } }])
})

test('a new file for an image is refused in the same way', async () => {
  const { png, ...image } = await publish('Blue kite')
  const own = await createImage(testApp, bob, { png: await nextDrawing(64), title: 'Green kite' }, admin)
  const takeDown = await readyToTakeDown(image)
  const { sent, done } = await whileItAddsTo('unowned_file', () => replaceFile(bob, own.id, png), takeDown)
  expect([done.statusCode, sent.json().code]).toEqual([200, 'none_accepted'])
  const { rows } = await sql`select from images where edit_sha256 is not null`.execute(db)
  expect(rows).toEqual([])
})

test('an upload that is being stored is waited for, and taken down as well', async () => {
  const { png, ...image } = await publish('Black kite')
  const takeDown = await readyToTakeDown(image)
  const { sent, done } = await whileItAddsTo(
    'image_words',
    () => send(png),
    async () => {
      const deciding = takeDown()
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
  const takeDown = await readyToTakeDown({ id, slug })
  await takeDown()
  const copy = await sharp(png).resize(150).png().toBuffer()
  const sha256 = await hashOf(testApp, { id })
  async function unblock(transaction: typeof db) {
    await clearTakenDown(transaction, id)
    await unblockPicture(transaction, sha256)
  }
  expect((await answerAcross(db, () => send(copy), { lock: unblock })).statusCode).toBe(201)
})
