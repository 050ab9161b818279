import { expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { startImagingPool } from '#imaging/imaging-pool'
import { backOfficeOf } from '#test/back-office'
import { stuckWorker } from '#test/imaging-workers'
import { aPng } from '#test/png'
import { callAs, codeOf, createUser, multipart, openTestApp, setStatus, type TestUser, upload } from '#test/test-app'
import { uploadQuota } from './quota.ts'

const testApp = await openTestApp({ QUOTA_PENDING_IMAGES: '3', QUOTA_STORAGE_MB: '1', QUOTA_UPLOADS_PER_HOUR: '20' })
const { app, db, store } = testApp
const admin = await createUser(testApp, 'admin')

let drawn = 0
/** Pictures of different bytes, each with so many characters of metadata. */
const pictures = (count: number, characters = 0) =>
  Array.from({ length: count }, () =>
    aPng({ width: 8, height: 8, text: { Comment: `${++drawn} ${'x'.repeat(characters)}` } }),
  )
const partsOf = (files: Buffer[]) => files.map((value) => ({ name: 'images', value, filename: 'a.png' }))
const send = (person: TestUser, files: Buffer[]) => upload(testApp, person, partsOf(files))

const { call, discard, replaceFile, restore, update } = backOfficeOf(testApp)
const quotaOf = async (person: TestUser) => (await callAs(testApp, person, 'GET', 'images/upload/quota')).json()
const idsOf = (answer: Awaited<ReturnType<typeof send>>): number[] =>
  answer.json().images.map(({ id }: { id: number }) => id)

test('of a batch, the first files that fit are taken, and the others name the quota', async () => {
  const ada = await createUser(testApp)
  const [known, ...others] = pictures(6)
  await send(ada, [known!])
  const answer = await send(ada, [...others.slice(0, 2), known!, ...others.slice(2)])
  expect(answer.statusCode).toBe(201)
  expect(answer.json().images).toMatchObject([0, 1, 2].map((index) => ({ index })))
  expect(answer.json().errors).toMatchObject([3, 4, 5].map((index) => ({ index, code: 'pending_quota' })))
  expect(await quotaOf(ada)).toMatchObject({ pending: { used: 3, limit: 3 }, uploads: { used: 3 } })
})

test('a full quota is answered before the body is read, with a sentence, until some are decided', async () => {
  const ada = await createUser(testApp)
  const ids = idsOf(await send(ada, pictures(3)))
  const { headers } = multipart([], ada.headers)
  const url = '/api/v1/images/upload/'
  const unread = await app.inject({ method: 'POST', url, headers, payload: 'no form' })
  const message = 'You have 3 images waiting for review, and at most 3 may wait. Upload more when some are decided.'
  expect([unread.statusCode, unread.json()]).toMatchObject([403, { code: 'pending_quota', message }])
  await setStatus(testApp, admin, ids.slice(0, 2), 'approved')
  expect((await send(ada, pictures(2))).statusCode).toBe(201)
  expect(codeOf(await send(ada, pictures(1)))).toEqual([403, 'pending_quota'])
})

test('parallel requests do not exceed it, and what they may not add leaves no file in the end', async () => {
  const ada = await createUser(testApp)
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(ada, pictures(2))))
  expect(answers.flatMap((answer) => answer.json().images ?? [])).toHaveLength(3)
  expect(await quotaOf(ada)).toMatchObject({ pending: { used: 3 }, uploads: { used: 3 } })
  expect(await filesWithoutImage()).toEqual([])
})

test('no more images wait by way of the trash, also by restorations at the same time', async () => {
  const bob = await createUser(testApp)
  const ids = idsOf(await send(bob, pictures(3)))
  await discard(bob, ...ids)
  await send(bob, pictures(2))
  const answers = await Promise.all(ids.map((id) => restore(bob, id)))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403, 403])

  const ada = await createUser(testApp)
  const first = idsOf(await send(ada, pictures(2)))
  const decided = idsOf(await send(ada, pictures(1)))
  await setStatus(testApp, admin, decided, 'approved')
  await discard(ada, ...first, ...decided)
  await send(ada, pictures(2))
  const answer = await restore(ada, ...first)
  const message = 'You have 2 images waiting for review, and at most 3 may wait. Restore more when some are decided.'
  expect([answer.statusCode, answer.json()]).toMatchObject([403, { code: 'pending_quota', message }])
  expect(await quotaOf(ada)).toMatchObject({ pending: { used: 2 } })
  expect((await restore(ada, first[0]!, ...decided)).statusCode).toBe(200)
  expect(codeOf(await restore(ada, first[1]!))).toEqual([403, 'pending_quota'])
  expect((await restore(admin, first[1]!)).statusCode).toBe(200)
  expect(await quotaOf(ada)).toMatchObject({ pending: { used: 4 } })
  await discard(ada, ...decided)
  expect((await restore(ada, ...decided)).statusCode).toBe(200)
})

test('images at the limit get another file; a rejected one does not, and waits by an edit also beyond', async () => {
  const ada = await createUser(testApp)
  const [waiting, rejected] = idsOf(await send(ada, pictures(2)))
  await setStatus(testApp, admin, [rejected!], 'rejected')
  await send(ada, pictures(2))
  const mend = (id: number) => replaceFile(ada, id, pictures(1)[0]!)
  expect(codeOf(await mend(rejected!))).toEqual([403, 'pending_quota'])
  expect((await mend(waiting!)).json()).toMatchObject({ count: 1 })
  expect(await quotaOf(ada)).toMatchObject({ pending: { used: 3 }, uploads: { used: 5 } })
  expect((await update(ada, rejected!, { title: 'Another title' })).statusCode).toBe(200)
  expect(await quotaOf(ada)).toMatchObject({ pending: { used: 4, limit: 3 } })
})

test('admins have no quota of images that wait', async () => {
  expect((await send(admin, pictures(5))).json().images).toHaveLength(5)
  expect(await quotaOf(admin)).toMatchObject({ pending: { used: 5, limit: null }, bytes: { limit: null } })
})

/** Files in the store of bytes that are neither an image's nor recorded for removal. */
async function filesWithoutImage(): Promise<string[]> {
  const known = new Set((await db.selectFrom('images').select('sha256').execute()).map(({ sha256 }) => sha256))
  const removed = new Set((await db.selectFrom('unowned_file').select('key').execute()).map(({ key }) => key))
  const isKnown = (key: string) => known.has(/[\da-f]{64}/.exec(key)?.[0] ?? '')
  return (await Array.fromAsync(store.list(''))).filter((key) => !isKnown(key) && !removed.has(key))
}

test('the bytes of all images count until the images have left the trash', async () => {
  const ada = await createUser(testApp)
  const files = pictures(2, 400_000)
  const ids = idsOf(await send(ada, files))
  const more = pictures(1, 400_000)
  const refused = await send(ada, more)
  expect(codeOf(refused)).toEqual([403, 'storage_quota'])
  expect(refused.json().message).toMatch(/^Your images take 0\.\d+ of 1 MB, which leaves too little room\./)
  expect((await quotaOf(ada)).bytes).toEqual({ used: files[0]!.length + files[1]!.length, limit: 1_000_000 })
  await discard(ada, ...ids)
  expect(codeOf(await send(ada, more))).toEqual([403, 'storage_quota'])
  await call('DELETE', 'deleted-all', ada)
  await expect.poll(async () => (await quotaOf(ada)).bytes.used).toBe(0)
  expect((await send(ada, more)).statusCode).toBe(201)
})

/** Someone who uploaded the whole quota of an hour so many minutes ago. */
async function hasUploaded(minutesAgo: number) {
  const person = await createUser(testApp)
  const minute = new Date(Date.now() - minutesAgo * 60_000)
  await db.insertInto('upload_minute').values({ owner_id: person.id, minute, count: 20 }).execute()
  return person
}

test('the uploads of an hour that exceed it are answered 429, which tells when to go on', async () => {
  const answer = await send(await hasUploaded(20), pictures(1))
  expect(codeOf(answer)).toEqual([429, 'hourly_quota'])
  const message = /^You have uploaded 20 images within an hour\. Please go on in \d+ minutes\.$/
  expect(answer.json().message).toMatch(message)
  const seconds = Number(answer.headers['retry-after'])
  expect(seconds).toBeGreaterThan(30 * 60) // ten minutes for a slow machine
  expect(seconds).toBeLessThanOrEqual(41 * 60)
})

test('uploads count for an hour although images are deleted, but no file refused or sent twice', async () => {
  const ada = await hasUploaded(61)
  const [one] = pictures(1)
  for (let i = 0; i < 2; i++) await send(ada, [one!, Buffer.from('no picture')])
  expect(await quotaOf(ada)).toMatchObject({ uploads: { used: 1, limit: 20 } })
  await discard(ada, ...idsOf(await send(ada, [one!])))
  await call('DELETE', 'deleted-all', ada)
  expect(await quotaOf(ada)).toMatchObject({ uploads: { used: 1 } })
  const rows = db.selectFrom('upload_minute').select('count').where('owner_id', '=', ada.id)
  expect((await rows.execute()).reduce((sum, { count }) => sum + count, 0)).toBe(1)
})

test('a day of 2,000 pictures of someone who is not new meets no default, and a setting of 0 is no limit', async () => {
  const ada = { ...(await createUser(testApp)), role: 'user' } as const
  const limits = async (settings: Record<string, string>) => {
    const { pending, bytes, uploads } = await uploadQuota({ db, config: readConfig(settings) }, ada)
    return [pending, bytes / 1e6, uploads]
  }
  // New people may have as many waiting as others.
  for (const limit of await limits({ QUOTA_PENDING_NEW: '0' })) expect(limit).toBeGreaterThan(2_000)
  const none = { QUOTA_PENDING_IMAGES: '0', QUOTA_STORAGE_MB: '0', QUOTA_UPLOADS_PER_HOUR: '0' }
  expect(await limits({ ...none, QUOTA_PENDING_NEW: '0' })).toEqual([Infinity, Infinity, Infinity])
})

test('a process for the pictures that are about to come starts when the quota is read', async () => {
  const startWorker = vi.fn(stuckWorker)
  const imagingPool = startImagingPool({ workers: 2, startWorker })
  const other = await openTestApp({}, { imagingPool })
  await callAs(other, await createUser(other), 'GET', 'images/upload/quota')
  expect(startWorker).toHaveBeenCalledTimes(1)
})
