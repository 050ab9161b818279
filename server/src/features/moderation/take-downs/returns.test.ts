import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { evidenceKey } from '#features/images/storage-keys'
import { lock } from '#kit/database/advisory-locks'
import { openBackgroundDatabase } from '#kit/database/pool'
import { counterNoticesOf } from '#test/counter-notices'
import { nextDrawing } from '#test/drawings'
import { runWaitingJobs } from '#test/due-jobs'
import { counterNotice } from '#test/notices'
import { createImage, createUser, hashOf, openAppWithPeople, uploadPng } from '#test/test-app'
import { takeDownJobs } from './take-down.ts'

// What brings back a picture that was taken down, by the calls of the people who decide.

const { testApp, app, db, store, ada, bob } = await openAppWithPeople()
const dan = await createUser(testApp)
const reports = await counterNoticesOf(testApp, ada)
const { admin, report, decide, reinstate, pageStatus, send, secretOf, keepDown } = reports

const publish = async (title: string, png?: Buffer, owner = ada) =>
  createImage(testApp, owner, { png: png ?? (await nextDrawing(64)), title }, admin)
type Image = Awaited<ReturnType<typeof publish>>

const reportAndTakeDown = async (image: Image) => (await reports.takeDown(image)).decision
const statuses = (...images: Image[]) => Promise.all(images.map(pageStatus))
const expectBack = (...images: Image[]) => expect.poll(() => statuses(...images)).toEqual(images.map(() => 200))
const bringBack = async (image: Image) => expect((await reinstate(image)).statusCode).toBe(200)

/** Once no job about files of take-downs is left. */
const filesMoved = () => {
  const jobs = sql`
    select from graphile_worker.jobs
    where task_identifier in ('quarantine_files', 'release_files', 'remove_evidence')`
  return expect.poll(async () => (await jobs.execute(db)).rows).toEqual([])
}
/** Does something while the jobs that move files wait. */
const whileJobsWait = (act: () => Promise<unknown>) =>
  db.transaction().execute(async (transaction) => {
    await lock(transaction, 'files of take-downs')
    await act()
  })
const isRefused = async (png: Buffer) => (await uploadPng(testApp, dan, png)).statusCode === 400

test('those that are taken down again while they return stay down, until that is ended', async () => {
  const png = await nextDrawing(64)
  const [image, twin] = [await publish('Goliath heron', png), await publish('Goliath heron of Bob', png, bob)]
  await report({ slug: image.slug, reason: 'person' })
  await decide(image.id, { verb: 'take_down' })
  await filesMoved()
  await whileJobsWait(async () => {
    await bringBack(image)
    await sql`update report set decision_id = null where image_id = ${image.id}`.execute(db)
    expect((await decide(image.id, { verb: 'take_down' })).statusCode).toBe(200)
  })
  await filesMoved()
  expect(await statuses(image, twin)).toEqual([410, 410])
  expect(await isRefused(png)).toBe(true)
  await bringBack(twin)
  await expectBack(image, twin)
  await filesMoved()
  expect(await isRefused(png)).toBe(false)
})

/** A picture that was taken down, and a copy of it that was allowed and taken down later. */
async function withAllowedCopy(title: string) {
  const png = await nextDrawing(64)
  const first = await publish(title, png)
  await reportAndTakeDown(first)
  await filesMoved()
  await sql`
    insert into audit (event, user_id, address, user_agent, sha256, is_allowed)
    select 'upload refused', ${bob.id}, '', '', sha256, true from images where id = ${first.id}`.execute(db)
  const copy = await publish(`${title} of Bob`, png, bob)
  await reportAndTakeDown(copy)
  return { png, first, copy }
}

test('an allowed copy that was taken down later returns with the first picture', async () => {
  const { png, first, copy } = await withAllowedCopy('Reef heron')
  await bringBack(first)
  await expectBack(first, copy)
  await filesMoved()
  expect(await isRefused(png)).toBe(false)
})

const age = ({ id }: Image, days: number) =>
  sql`
    update images set taken_down_at = taken_down_at - make_interval(days => ${days}::int)
    where id = ${id}`.execute(db)
async function removeOldEvidence() {
  await sql`select graphile_worker.add_job('remove_evidence')`.execute(db)
  await filesMoved()
}
const evidenceOf = async (image: Image) => evidenceKey(await hashOf(testApp, image))
const isStored = async (key: string) => (await store.size(key)) !== null

/** Whether the removal, as the only one that is neither a job nor a call, waits for the lock of the moves. */
const waitingForLock = async () => {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length > 0
}

const terms = { EVIDENCE_DAYS: 1095 }
// It waits for jobs, for which the pool of requests has no time, and their own pool no further connection.
const backgroundDb = openBackgroundDatabase(testApp.databaseUrl)
afterAll(() => backgroundDb.destroy())
const removal = takeDownJobs({ ...testApp, backgroundDb, config: terms, log: app.log }).nightly!
  .remove_evidence as () => Promise<void>

test('the removal of old files leaves that of a picture which is returning, and its row', async () => {
  const image = await publish('Blue heron')
  await reportAndTakeDown(image)
  await filesMoved()
  await age(image, 1100)
  let removed = Promise.resolve()
  await whileJobsWait(async () => {
    await bringBack(image)
    removed = removal()
    await expect.poll(waitingForLock).toBe(true)
  })
  await removed
  await expectBack(image)
  expect((await app.inject(`/media/${image.cloudflare_id}/original.png`)).statusCode).toBe(200)
})

test('the removal of old files waits for the last of the images that were taken down with these bytes', async () => {
  const { first: old, copy } = await withAllowedCopy('Old heron')
  await filesMoved()
  const file = await evidenceOf(copy)
  await age(old, 1100)
  await removeOldEvidence()
  expect(await isStored(file)).toBe(true)
  await age(copy, 1100)
  await removeOldEvidence()
  expect(await isStored(file)).toBe(false)
})

test('the removal of old files takes file and row when their time is over, once no counter-notice waits', async () => {
  const image = await publish('Forgotten heron')
  const secret = secretOf(await reportAndTakeDown(image))
  expect((await send({ secret, ...counterNotice })).statusCode).toBe(201)
  await filesMoved()
  const file = await evidenceOf(image)
  await age(image, 1100)
  const left = async () => [
    await isStored(file),
    (await db.selectFrom('images').select('id').where('id', '=', image.id).execute()).length,
  ]
  await removeOldEvidence()
  expect(await left()).toEqual([true, 1])
  expect((await keepDown(image)).statusCode).toBe(200)
  await removeOldEvidence()
  expect(await left()).toEqual([false, 0])
})

test('a picture whose original is missing is not shown again', async () => {
  const image = await publish('Lost heron')
  await reportAndTakeDown(image)
  await filesMoved()
  await store.remove(await evidenceOf(image))
  await bringBack(image)
  await filesMoved()
  expect(await pageStatus(image)).toBe(410)
})

test('a return that was interrupted is finished when its job runs again', async () => {
  const image = await publish('Interrupted heron')
  await reportAndTakeDown(image)
  await sql`create sequence attempts`.execute(db)
  await sql`
    create function interrupt_first() returns trigger language plpgsql as $$ begin
      if nextval('attempts') = 1 then raise 'interrupted'; end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger interrupt_first before update on images for each row
    when (old.taken_down_at is not null and new.taken_down_at is null) execute function interrupt_first()`.execute(db)
  await bringBack(image)
  await expect.poll(() => runWaitingJobs(db).then(() => pageStatus(image))).toBe(200)
  await sql`drop trigger interrupt_first on images`.execute(db)
})
