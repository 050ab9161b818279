import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { reportsOf } from '#test/reports'
import { addImages, callAs, createUser, multipart, openTestApp, setStatus, type TestUser } from '#test/test-app'

const testApp = await openTestApp({ QUOTA_PENDING_NEW: '20' })
const { app, db } = testApp
const { admin, report, decide, lineOf } = await reportsOf(testApp)

/** Pending images of a person, the first the oldest. */
const pendingOf = async (owner: TestUser, count: number) =>
  (await addImages(testApp, owner, Array(count).fill('Picture'))).map(({ id }) => id)
const ownTrust = async (person: TestUser) => (await callAs(testApp, person, 'GET', 'accounts/user/trust')).json().trust
const levelOf = async (person: TestUser) => (await ownTrust(person)).level

/** A contributor since so many days, of whose pictures so many were approved and then rejected. */
async function contributor({ approved = 0, rejected = 0, days = 0 }) {
  const person = await createUser(testApp)
  await sql`
    update users set date_joined = now() - make_interval(days => ${days}::int, mins => 1)
    where id = ${person.id}`.execute(db)
  const ids = approved + rejected ? await pendingOf(person, approved + rejected) : []
  if (approved) await setStatus(testApp, admin, ids.slice(0, approved), 'approved')
  if (rejected) await setStatus(testApp, admin, ids.slice(approved), 'rejected')
  return { person, approved: ids.slice(0, approved), rejected: ids.slice(approved) }
}

const { discard, restore, list, call, row } = backOfficeOf(testApp)
/** Takes an image down for a report. */
async function uphold(id: number, verb = 'take_down'): Promise<void> {
  const { slug } = await row(id)
  expect((await report({ slug, reason: 'other', message: 'No.' })).statusCode).toBe(201)
  expect((await decide(id, { verb })).statusCode).toBe(200)
}

async function removed(person: TestUser, ...ids: number[]) {
  await discard(person, ...ids)
  await call('DELETE', 'deleted-all', person)
}
const left = (ids: number[]) => db.selectFrom('images').select('id').where('id', 'in', ids).execute()
const accountOf = async ({ username }: TestUser) =>
  (await callAs(testApp, admin, 'GET', `accounts/users/${username}`)).json().person
const setLevel = (id: number, level: string | null) =>
  callAs(testApp, admin, 'PUT', `accounts/users/${id}/level`, { level })

test.each<[level: string, { approved?: number; rejected?: number; days?: number }]>([
  ['new', { approved: 9, days: 90 }],
  ['new', { approved: 10, rejected: 5 }],
  ['known', { approved: 10, rejected: 4 }],
  ['trusted', { approved: 57, rejected: 3, days: 30 }],
])('a contributor’s level is %s after %o', async (level, { approved = 0, rejected = 0, days = 0 }) => {
  const { person } = await contributor({ approved, rejected, days })
  const numbers = { approved, rejected, upheld: 0, account_days: days }
  expect(await ownTrust(person)).toEqual({ level, is_set_by_admin: false, ...numbers })
})

test('a level counts the last 100 pictures, each by its last decision, and those deleted since', async () => {
  const { person, approved, rejected } = await contributor({ approved: 60, rejected: 40, days: 90 })
  expect(await ownTrust(person)).toMatchObject({ level: 'new', approved: 60, rejected: 40 })
  await removed(person, ...rejected)
  await expect.poll(() => left(rejected)).toEqual([])
  expect(await ownTrust(person)).toMatchObject({ level: 'new', approved: 60, rejected: 40 })
  await setStatus(testApp, admin, approved.slice(0, 10), 'rejected')
  await setStatus(testApp, admin, approved.slice(0, 5), 'pending')
  expect(await ownTrust(person)).toMatchObject({ approved: 50, rejected: 45 })
  await setStatus(testApp, admin, await pendingOf(person, 98), 'approved')
  expect(await ownTrust(person)).toMatchObject({ level: 'trusted', approved: 98, rejected: 2 })
})

test('a level stays when pictures are deleted or restored, and forgets a decision that was taken back', async () => {
  const { person, approved, rejected } = await contributor({ approved: 10, rejected: 2 })
  const counted = { level: 'known', approved: 10, rejected: 2 }
  const ids = [approved[0]!, rejected[0]!]
  await discard(person, ...ids)
  expect(await ownTrust(person)).toMatchObject(counted)
  expect((await restore(person, ...ids)).statusCode).toBe(200)
  expect(await ownTrust(person)).toMatchObject(counted)
  await setStatus(testApp, admin, ids, 'pending')
  expect(await ownTrust(person)).toMatchObject({ level: 'new', approved: 9, rejected: 1 })
  await setStatus(testApp, admin, ids, 'approved')
  expect(await ownTrust(person)).toMatchObject({ level: 'known', approved: 11, rejected: 1 })
})

test('a level falls while pictures are taken down or hidden, also if deleted, and by none that was kept', async () => {
  const { person, approved } = await contributor({ approved: 54, days: 90 })
  await uphold(approved[0]!)
  expect(await ownTrust(person)).toMatchObject({ level: 'known', upheld: 1 })
  await uphold(approved[1]!)
  expect(await ownTrust(person)).toMatchObject({ level: 'new', upheld: 2 })
  expect((await decide(approved[0]!, { verb: 'reinstate', sentence: 'It is free.' })).statusCode).toBe(200)
  expect(await levelOf(person)).toBe('known')
  await sql`update report_decision set at = now() - interval '366 days' where owner_id = ${person.id}`.execute(db)
  expect(await ownTrust(person)).toMatchObject({ level: 'trusted', upheld: 0 })

  const [keptOne, hidden] = [approved[2]!, approved[3]!]
  await uphold(keptOne, 'hide')
  expect(await ownTrust(person)).toMatchObject({ level: 'known', upheld: 1 })
  await decide(keptOne, { verb: 'keep' })
  expect(await ownTrust(person)).toMatchObject({ level: 'trusted', upheld: 0 })
  await uphold(hidden, 'hide')
  await removed(person, hidden, keptOne)
  await expect.poll(() => left([hidden, keptOne])).toEqual([{ id: hidden }])
  expect(await ownTrust(person)).toMatchObject({ level: 'known', upheld: 1 })
})

test('reviewers see the level and its numbers in lists, review mode, report queue and beside the account', async () => {
  const numbers = { level: 'known', is_set_by_admin: false, approved: 11, rejected: 1, upheld: 0, account_days: 3 }
  const { person, approved } = await contributor({ approved: 11, rejected: 1, days: 3 })
  await pendingOf(person, 1)
  const { username } = person
  expect((await list(admin, 'pending', { username })).images).toMatchObject([{ trust: numbers }])
  const leased = await call('POST', 'review/lease', admin, { username })
  expect(leased.json().images).toMatchObject([{ trust: numbers }])
  const { id, slug } = await row(approved[0]!)
  await report({ slug, reason: 'other', message: 'No.' })
  expect(await lineOf({ id })).toMatchObject({ user: { trust: numbers } })
  expect((await accountOf(person)).trust).toEqual(numbers)
  // Contributors do not, and admins have none.
  expect((await list(person, 'user/rejected')).images).toMatchObject([{ trust: null }])
  expect(await ownTrust(admin)).toBeNull()
})

test('a level that an admin sets holds against the numbers until it is unset, and is in the audit', async () => {
  const { person } = await contributor({})
  expect((await setLevel(person.id, 'trusted')).statusCode).toBe(200)
  expect(await ownTrust(person)).toMatchObject({ level: 'trusted', is_set_by_admin: true, approved: 0 })
  expect((await setLevel(person.id, null)).statusCode).toBe(200)
  expect(await ownTrust(person)).toMatchObject({ level: 'new', is_set_by_admin: false })
  const { events } = await auditLog(testApp, admin, { username: person.username })
  const what = events.map((event: { what: string; by: string }) => [event.what, event.by])
  expect(what.slice(0, 2)).toEqual([
    ['level follows the rules again', admin.username],
    ['level set to trusted', admin.username],
  ])
})

test('a level that an admin sets is a known one, of another contributor, and ends when they become admin', async () => {
  const { person } = await contributor({})
  expect((await setLevel(person.id, 'beloved')).statusCode).toBe(400)
  expect((await setLevel(admin.id, 'new')).statusCode).toBe(403)
  expect((await setLevel(999_999, 'new')).statusCode).toBe(404)
  await setLevel(person.id, 'trusted')
  const role = (role: string) => callAs(testApp, admin, 'PUT', `accounts/users/${person.id}/role`, { role })
  expect((await role('admin')).statusCode).toBe(200)
  expect((await setLevel(person.id, 'trusted')).json().code).toBe('user_not_found')
  expect((await role('user')).statusCode).toBe(200)
  expect((await accountOf(person)).trust).toMatchObject({ level: 'new', is_set_by_admin: false })
})

test('new contributors may have few images waiting, others as many as the quota says', async () => {
  const pendingLimit = async (person: TestUser) =>
    (await callAs(testApp, person, 'GET', 'images/upload/quota')).json().pending.limit
  expect(await pendingLimit((await contributor({})).person)).toBe(20)
  expect(await pendingLimit((await contributor({ approved: 10 })).person)).toBe(12_000)
  expect(await pendingLimit(admin)).toBeNull()
  const { person } = await contributor({})
  await pendingOf(person, 20)
  const refused = await app.inject({ method: 'POST', url: '/api/v1/images/upload/', ...multipart([], person.headers) })
  expect(refused.json()).toMatchObject({
    code: 'pending_quota',
    message:
      'You have 20 images waiting for review, and at most 20 may wait while your level is new. ' +
      'Upload more when some are decided.',
  })
})
