import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { lock } from '#kit/database/advisory-locks'
import { nextDrawing } from '#test/drawings'
import { copyrightNotice } from '#test/notices'
import { reportsOf } from '#test/reports'
import { createImage, createUser, multipart, openTestApp, upload } from '#test/test-app'

// Someone sends a picture at the moment at which the same one is taken down.

const testApp = await openTestApp()
const { app, db } = testApp
const [ada, bob] = [await createUser(testApp), await createUser(testApp)]
const { admin, report, decide } = await reportsOf(testApp)

async function publish(title: string) {
  const png = await nextDrawing(64)
  return { png, ...(await createImage(testApp, ada, { png, title }, admin)) }
}
async function takeDown(image: { id: number; slug: string }) {
  expect((await report({ slug: image.slug, ...copyrightNotice })).statusCode).toBe(201)
  return decide(image.id, { outcome: 'taken_down' })
}
const send = (png: Buffer) => upload(testApp, bob, [{ name: 'images', value: png, filename: 'meanwhile.png' }])
const imagesOf = async (png: Buffer) => {
  const { rows } = await sql<{ owner_id: number; is_down: boolean }>`
    select owner_id, taken_down_at is not null as is_down from images
    where sha256 = encode(sha256(${png}), 'hex') order by id`.execute(db)
  return rows
}
const refusedUploads = async () =>
  (await app.inject({ url: '/api/v1/reports/refused-copies/', headers: admin.headers })).json()

/** How many connections wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]!.count
}
const isWaiting = (count: number) => vi.waitFor(async () => expect(await waiting()).toBe(count), 10_000)

await sql`
  create function wait_for_test() returns trigger language plpgsql as $$ begin
    perform pg_advisory_xact_lock_shared(hashtext('test of uploads'));
    return new;
  end $$`.execute(db)
/** Sends a picture and does something while it waits where it adds a row to this table. */
const whileItAddsTo = async <T, U>(table: 'removed_file' | 'image_words', send: () => Promise<T>, act: () => U) => {
  await sql`
    create trigger wait_for_test before insert on ${sql.ref(table)} for each row
    execute function wait_for_test()`.execute(db)
  const started = await db.transaction().execute(async (transaction) => {
    await lock(transaction, 'test of uploads')
    const sending = send()
    await isWaiting(1)
    return { sending, done: await act() }
  })
  const sent = await started.sending
  await sql`drop trigger wait_for_test on ${sql.ref(table)}`.execute(db)
  return { sent, done: started.done }
}

test('an upload of the same bytes that was compared before it is refused, and admins see it', async () => {
  const { png, ...image } = await publish('Grey kite')
  const { sent, done } = await whileItAddsTo(
    'removed_file',
    () => send(png),
    () => takeDown(image),
  )
  expect([done.statusCode, sent.statusCode]).toEqual([200, 400])
  expect(await imagesOf(png)).toEqual([{ owner_id: ada.id, is_down: true }])
  expect((await refusedUploads()).copies).toMatchObject([{ file_name: 'meanwhile.png' }])
})

test('a new file for an image is refused in the same way', async () => {
  const { png, ...image } = await publish('Blue kite')
  const own = await createImage(testApp, bob, { png: await nextDrawing(64), title: 'Green kite' }, admin)
  const form = multipart([{ name: 'image', value: png, filename: 'meanwhile.png' }], bob.headers)
  const { sent, done } = await whileItAddsTo(
    'removed_file',
    () => app.inject({ method: 'PUT', url: `/api/v1/images/file/${own.id}/`, ...form }),
    () => takeDown(image),
  )
  expect([done.statusCode, sent.json().code]).toEqual([200, 'none_accepted'])
  const { rows } = await sql`select from waiting_edit where sha256 is not null`.execute(db)
  expect(rows).toEqual([])
})

test('an upload that is being stored is waited for, and taken down as well', async () => {
  const { png, ...image } = await publish('Black kite')
  const { sent, done } = await whileItAddsTo(
    'image_words',
    () => send(png),
    async () => {
      const deciding = takeDown(image)
      await isWaiting(2)
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
