import type { review } from '@vitrine/contract/calls/back-office/review'
import type { Reply } from '@vitrine/contract/endpoint'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { addImages, createUser, openTestApp, type TestUser } from '#test/test-app'

const testApp = await openTestApp()
const { db } = testApp
const { call, list, update, discard, replaceFile } = backOfficeOf(testApp)
const [boss, second] = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')]

/** A contributor of their own with pending images, the first the oldest. */
async function queueOf(length: number) {
  const owner = await createUser(testApp)
  const images = await addImages(testApp, owner, Array(length).fill('Image'))
  return { username: owner.username, owner, ids: images.map(({ id }) => id) }
}

type Lease = Reply<(typeof review)['lease']>

async function lease(reviewer: TestUser, username: string, seen: object = {}): Promise<Lease> {
  const answer = await call('POST', 'review/lease', reviewer, { username, ...seen })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const decide = (reviewer: TestUser, id: number, version: number, status = 'approved') =>
  update(reviewer, id, { status, version })

const idsOf = ({ images }: Lease) => images.map(({ id }) => id)
const asSeen = ({ images }: Lease) => images.map(({ id, version }) => ({ id, version }))
const expireLeases = () => sql`update review_lease set expires_at = now() - interval '1 second'`.execute(db)

test('two reviewers decide 40 images at once: no decision is lost, none meets another', async () => {
  const { username, ids } = await queueOf(40)
  const decided = new Map<number, string>()
  let conflicts = 0
  const work = async (reviewer: TestUser, status: string) => {
    for (;;) {
      const given = await lease(reviewer, username)
      if (!given.images.length && !given.elsewhere.length) return
      for (const { id, version } of given.images) {
        const { statusCode } = await decide(reviewer, id, version, status)
        if (statusCode === 409) conflicts++
        else decided.set(id, status)
      }
    }
  }
  await Promise.all([work(boss, 'approved'), work(second, 'rejected')])
  const { rows } = await sql<{ id: number; status: string }>`
    select id, status from images where id = any(${ids}) order by id`.execute(db)
  expect(rows.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, decided.get(id)]))
  expect(new Set(decided.values()).size).toBe(2)
  expect(conflicts).toBeLessThanOrEqual(2)
})

test('a reviewer is given the oldest images, another the next ones, and both learn who has the others', async () => {
  const { username, ids } = await queueOf(limits.leasedImages + 3)
  const first = await lease(boss, username)
  expect([idsOf(first), first.count, first.elsewhere]).toEqual([ids.slice(0, limits.leasedImages), ids.length, []])
  const other = await lease(second, username)
  expect(idsOf(other)).toEqual(ids.slice(limits.leasedImages))
  expect(other.elsewhere).toEqual([{ username: boss.username, count: limits.leasedImages }])
  // After a reload the same images are there again.
  expect(idsOf(await lease(boss, username))).toEqual(idsOf(first))
})

test('an image that is asked for comes beside the oldest', async () => {
  const { username, ids } = await queueOf(limits.leasedImages + 3)
  const last = ids.at(-1)!
  const first = await lease(boss, username, { waiting: [{ id: last, version: 0 }] })
  expect(idsOf(first)).toEqual([...ids.slice(0, limits.leasedImages - 1), last])
  expect(await lease(second, username, { waiting: [{ id: last, version: 0 }] })).toMatchObject({
    images: ids.slice(limits.leasedImages - 1, -1).map((id) => ({ id })),
    gone: [{ id: last, status: 'pending', by: boss.username }],
  })
})

test('a lease that is not renewed returns after two minutes, a renewed one does not', async () => {
  const { username, ids } = await queueOf(2)
  const mine = await lease(boss, username)
  await expireLeases()
  await lease(boss, username, { waiting: asSeen(mine).slice(0, 1), skipped: ids.slice(1) })
  expect(idsOf(await lease(second, username))).toEqual(ids.slice(1))
  expect(await lease(boss, username, { waiting: asSeen(mine) })).toMatchObject({
    images: [],
    gone: [{ id: ids[1], status: 'pending', by: second.username }],
  })
})

test('what others decided, deleted or changed meanwhile is said', async () => {
  const { username, owner, ids } = await queueOf(4)
  const [approved, deleted, changed] = ids as [number, number, number]
  const mine = await lease(boss, username)
  await decide(second, approved, 1)
  expect((await discard(owner, deleted)).statusCode).toBe(200)
  await update(owner, changed, { title: 'Another title' })
  const now = await lease(boss, username, { waiting: asSeen(mine) })
  expect(now.images).toMatchObject([{ id: changed, title: 'Another title' }])
  expect(now.gone.toSorted((one, other) => one.id - other.id)).toEqual([
    { id: approved, status: 'approved', by: second.username },
    { id: deleted, status: null, by: null },
  ])
  expect([now.count, idsOf(now)]).toEqual([2, [changed]])
})

test('skipped images are counted and not given again, and other admins alone see who reviews an image', async () => {
  const { username, owner, ids } = await queueOf(3)
  const given = await lease(boss, username, { skipped: ids.slice(0, 1) })
  expect([idsOf(given), given.count]).toEqual([ids.slice(1), 3])
  const reviewerSeenBy = async (person: TestUser) => (await list(person, `history/${ids[1]}`)).reviewer
  expect(await Promise.all([second, boss, owner].map(reviewerSeenBy))).toEqual([boss.username, null, null])
})

test('edits of words are not in the queue, and a new file is', async () => {
  const { username, owner, ids } = await queueOf(3)
  const [words, file, pending] = ids as [number, number, number]
  await update(boss, words, { status: 'approved' })
  await update(boss, file, { status: 'approved' })
  await update(owner, words, { title: 'Other words' })
  expect((await replaceFile(owner, file, aNewPng())).statusCode).toBe(200)
  const given = await lease(boss, username)
  expect([idsOf(given), given.count]).toEqual([[file, pending], 2])
  expect((await lease(boss, username, { finding: 'any' })).count).toBe(0)
  expect(await lease(boss, username, { waiting: [{ id: words, version: 0 }] })).toMatchObject({
    gone: [{ id: words, status: 'approved', by: boss.username }],
  })
})
