import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { evidenceKey } from '#features/images/storage-keys'
import { addObjection, openObjectionPage } from '#features/reports/objections/objections.sql'
import { objectionSecrets } from '#features/reports/report-secrets'
import { lock } from '#kit/database/advisory-locks'
import { openBackgroundDatabase } from '#kit/database/pool'
import { nextDrawing } from '#test/drawings'
import { runWaitingJobs } from '#test/due-jobs'
import { copyrightNotice } from '#test/notices'
import { reportsOf } from '#test/reports'
import { callAs, createImage, createUser, openTestApp, upload } from '#test/test-app'
import { takeDownJobs } from './take-down-jobs.ts'

// What brings back a picture that was taken down, by the calls of the people who decide.

const testApp = await openTestApp()
const { app, db, store } = testApp
const newUser = () => createUser(testApp)
const [ada, bob, eve, dan] = [await newUser(), await newUser(), await newUser(), await newUser()]
const { admin, report, decide, undo, pageStatus } = await reportsOf(testApp)

const publish = async (title: string, png?: Buffer, owner = ada) =>
  createImage(testApp, owner, { png: png ?? (await nextDrawing(64)), title }, admin)
type Image = Awaited<ReturnType<typeof publish>>

async function takeDown(image: Image): Promise<number> {
  const answer = await decide(image.id, { outcome: 'taken_down' })
  expect(answer.statusCode).toBe(200)
  return answer.json().decision
}
async function reportAndTakeDown(image: Image): Promise<number> {
  expect((await report({ slug: image.slug, ...copyrightNotice })).statusCode).toBe(201)
  return takeDown(image)
}
const statuses = (...images: Image[]) => Promise.all(images.map(pageStatus))
const expectBack = (...images: Image[]) => expect.poll(() => statuses(...images)).toEqual(images.map(() => 200))

const object = async (decision: number) =>
  (await addObjection(db, decision, { kind: 'objection', message: 'It is mine.', notice: null }, 18))!
/** An admin decides about an objection of the contributor. */
async function settle(objection: number, payload: object) {
  const answer = await callAs(testApp, admin, 'POST', `reports/objections/${objection}`, payload)
  expect(answer.statusCode).toBe(200)
}
const bringBack = async (decision: number) => settle(await object(decision), { outcome: 'returned' })

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
const isRefused = async (png: Buffer) =>
  (await upload(testApp, dan, [{ name: 'images', value: png, filename: 'copy.png' }])).statusCode === 400

/** Two images of the same bytes that two decisions keep down, and a third that went with the first. */
async function twins(title: string) {
  const png = await nextDrawing(64)
  const [one, two, third] = [
    await publish(`${title} of Ada`, png),
    await publish(`${title} of Bob`, png, bob),
    await publish(`${title} of Eve`, png, eve),
  ]
  for (const { slug } of [one, two]) await report({ slug, ...copyrightNotice })
  return { png, one, two, third, first: await takeDown(one), second: await takeDown(two) }
}

describe('of images of the same bytes that several decisions keep down', () => {
  test.each([
    { undone: ['second', 'first'], meanwhile: [410, 410, 410] },
    { undone: ['first', 'second'], meanwhile: [200, 410, 200] },
  ] as const)('each returns when the last decision about it is taken back: $undone', async ({ undone, meanwhile }) => {
    const { png, one, two, third, ...decisions } = await twins(`${undone[0]} heron`)
    expect((await undo(decisions[undone[0]])).statusCode).toBe(200)
    await expect.poll(() => statuses(one, two, third)).toEqual(meanwhile)
    await filesMoved()
    expect(await statuses(one, two, third)).toEqual(meanwhile)
    expect(await isRefused(png)).toBe(true)
    expect((await undo(decisions[undone[1]])).statusCode).toBe(200)
    await expectBack(one, two, third)
    expect(await isRefused(png)).toBe(false)
  })

  test('that one returns alone about which an objection was right, and the rest with the last one', async () => {
    const { png, one, two, third, first, second } = await twins('White heron')
    await bringBack(second)
    await expectBack(two)
    await filesMoved()
    expect(await statuses(one, two, third)).toEqual([410, 200, 410])
    const original = await app.inject(`/media/${two.cloudflare_id}/original.png`)
    expect(original.rawPayload.equals(png)).toBe(true)
    expect(await isRefused(png)).toBe(true)
    await bringBack(first)
    await expectBack(one, two, third)
  })

  test('those that are taken down again while they return stay down, until that is taken back', async () => {
    const png = await nextDrawing(64)
    const [image, twin] = [await publish('Goliath heron', png), await publish('Goliath heron of Bob', png, bob)]
    const decision = await reportAndTakeDown(image)
    await filesMoved()
    let again = 0
    await whileJobsWait(async () => {
      expect((await undo(decision)).statusCode).toBe(200)
      again = await takeDown(image)
    })
    await filesMoved()
    expect(await statuses(image, twin)).toEqual([410, 410])
    expect(await isRefused(png)).toBe(true)
    expect((await undo(again)).statusCode).toBe(200)
    await expectBack(image, twin)
  })
})

/** A picture that was taken down, and a copy of it that was allowed and taken down later. */
async function withAllowedCopy(title: string) {
  const png = await nextDrawing(64)
  const first = await publish(title, png)
  const decision = await reportAndTakeDown(first)
  await filesMoved()
  await sql`insert into allowed_upload select sha256, ${bob.id} from images where id = ${first.id}`.execute(db)
  const copy = await publish(`${title} of Bob`, png, bob)
  return { png, first, decision, copy, later: await reportAndTakeDown(copy) }
}

test('an allowed copy that was taken down later stays down, and refused, when the first picture returns', async () => {
  const { png, first, decision, copy, later } = await withAllowedCopy('Reef heron')
  await bringBack(decision)
  await expectBack(first)
  await filesMoved()
  expect(await statuses(first, copy)).toEqual([200, 410])
  expect(await isRefused(png)).toBe(true)
  await bringBack(later)
  await expectBack(copy)
})

test('an objection is possible against the last of the decisions that took an image down', async () => {
  const image = await publish('Green heron')
  const first = await reportAndTakeDown(image)
  await sql`update report set decision_id = null where image_id = ${image.id}`.execute(db)
  const second = await takeDown(image)
  const { secretOf, hashOf } = objectionSecrets(testApp.masterKey)
  const stateOf = async (decision: number) => {
    await openObjectionPage(db, decision, hashOf(secretOf(decision)))
    return (await app.inject(`/api/v1/objections/of/${secretOf(decision)}/`)).json().state
  }
  expect([await stateOf(first), await stateOf(second)]).toEqual(['ended', 'possible'])
})

const age = ({ id }: Image, days: number) =>
  sql`
    update images set taken_down_at = taken_down_at - make_interval(days => ${days}::int),
      deleted_at = deleted_at - make_interval(days => ${days}::int)
    where id = ${id}`.execute(db)
async function removeOldEvidence() {
  await sql`select graphile_worker.add_job('remove_evidence')`.execute(db)
  await filesMoved()
}
const evidenceOf = async ({ id }: Image) => {
  const { sha256 } = await db.selectFrom('images').select('sha256').where('id', '=', id).executeTakeFirstOrThrow()
  return evidenceKey(sha256)
}
const keptDown = { outcome: 'kept_down', sentence: 'They went to court.' }
const isStored = async (key: string) => (await store.size(key)) !== null

/** Whether the removal, as the only one that is neither a job nor a call, waits for the lock of the moves. */
const waitingForLock = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]!.count > 0
}

const terms = { TAKEN_DOWN_FILE_DAYS: 90, TAKEN_DOWN_DAYS: 1095 }
// It waits for jobs, for which the pool of requests has no time, and their own pool no further connection.
const backgroundDb = openBackgroundDatabase(testApp.databaseUrl)
afterAll(() => backgroundDb.destroy())
const removal = takeDownJobs({ ...testApp, backgroundDb, config: terms, log: app.log }).nightly!
  .remove_evidence as () => Promise<void>

describe('the removal of old files', () => {
  test('leaves that of a picture which is returning, alone or not, and its row', async () => {
    const { one, two, third, first, second } = await twins('Blue heron')
    const single = await publish('Yellow heron')
    const decision = await reportAndTakeDown(single)
    await filesMoved()
    for (const image of [one, two, third, single]) await age(image, 1100)
    let removed = Promise.resolve()
    await whileJobsWait(async () => {
      await settle(await object(first), keptDown)
      await bringBack(second)
      await bringBack(decision)
      removed = removal()
      await expect.poll(waitingForLock).toBe(true)
    })
    await removed
    for (const image of [two, single]) {
      await expectBack(image)
      expect((await app.inject(`/media/${image.cloudflare_id}/original.png`)).statusCode).toBe(200)
    }
  })

  test('waits for the last of the images that were taken down with these bytes', async () => {
    const { first: old, copy } = await withAllowedCopy('Old heron')
    await filesMoved()
    await age(old, 91)
    await removeOldEvidence()
    expect(await isStored(await evidenceOf(copy))).toBe(true)
    await age(copy, 91)
    await removeOldEvidence()
    expect(await isStored(await evidenceOf(copy))).toBe(false)
  })

  test.each([
    { what: 'whose term was shortened, or ended while no process ran', days: 500, rows: 1 },
    { what: 'of which the row leaves', days: 1100, rows: 0 },
  ])('takes each file that is over its term, once no objection waits: one $what', async ({ days, rows }) => {
    const image = await publish('Forgotten heron')
    const objection = await object(await reportAndTakeDown(image))
    await filesMoved()
    const file = await evidenceOf(image)
    await age(image, days)
    const left = async () => [
      await isStored(file),
      (await db.selectFrom('images').select('id').where('id', '=', image.id).execute()).length,
    ]
    await removeOldEvidence()
    expect(await left()).toEqual([true, 1])
    await settle(objection, keptDown)
    await removeOldEvidence()
    expect(await left()).toEqual([false, rows])
  })
})

test('a picture whose original is missing is not shown again', async () => {
  const image = await publish('Lost heron')
  const decision = await reportAndTakeDown(image)
  await filesMoved()
  await store.remove(await evidenceOf(image))
  await undo(decision)
  await filesMoved()
  expect(await pageStatus(image)).toBe(410)
})

test('a return that was interrupted is finished when its job runs again', async () => {
  const image = await publish('Interrupted heron')
  const decision = await reportAndTakeDown(image)
  await sql`create sequence attempts`.execute(db)
  await sql`
    create function interrupt_first() returns trigger language plpgsql as $$ begin
      if nextval('attempts') = 1 then raise 'interrupted'; end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger interrupt_first before update on images for each row
    when (old.deleted_at is not null and new.deleted_at is null) execute function interrupt_first()`.execute(db)
  expect((await undo(decision)).statusCode).toBe(200)
  await expect.poll(() => runWaitingJobs(db).then(() => pageStatus(image))).toBe(200)
  await sql`drop trigger interrupt_first on images`.execute(db)
})
