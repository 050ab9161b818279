import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createUser, multipart, openTestApp, setStatus, type TestApp, type TestUser, upload } from '#test/test-app'

let drawn = 0
/** Pictures of different bytes, each with so many characters of metadata. */
const pictures = (count: number, characters = 0) =>
  Array.from({ length: count }, () =>
    aPng({ width: 8, height: 8, text: { Comment: `${++drawn} ${'x'.repeat(characters)}` } }),
  )
const partsOf = (files: Buffer[]) => files.map((value) => ({ name: 'images', value, filename: 'a.png' }))
const send = (testApp: TestApp, person: TestUser, files: Buffer[]) => upload(testApp, person, partsOf(files))

const quotaOf = async ({ app }: TestApp, { headers }: TestUser) =>
  (await app.inject({ url: '/api/v1/images/upload/quota/', headers })).json()
const call = (
  { app }: TestApp,
  { headers }: TestUser,
  method: 'DELETE' | 'POST' | 'PUT',
  url: string,
  payload?: object,
) => app.inject({ method, url: `/api/v1/images/${url}`, headers, ...(payload && { payload }) })
const idsOf = (answer: Awaited<ReturnType<typeof send>>): number[] =>
  answer.json().images.map(({ id }: { id: number }) => id)
const statusAndCode = (answer: Awaited<ReturnType<typeof send>>) => [answer.statusCode, answer.json().code]

describe('the images that wait for review', async () => {
  const testApp = await openTestApp({ QUOTA_PENDING_IMAGES: '3' })
  const admin = await createUser(testApp, 'admin')

  test('of a batch, the first files that fit are taken, and the others name the quota', async () => {
    const ada = await createUser(testApp)
    const [known, ...others] = pictures(6)
    await send(testApp, ada, [known!])
    const answer = await send(testApp, ada, [...others.slice(0, 2), known!, ...others.slice(2)])
    expect(answer.statusCode).toBe(201)
    expect(answer.json().images.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2])
    expect(answer.json().errors.map(({ index, code }: { index: number; code: string }) => [index, code])).toEqual([
      [3, 'pending_quota'],
      [4, 'pending_quota'],
      [5, 'pending_quota'],
    ])
    expect(await quotaOf(testApp, ada)).toMatchObject({ pending: { used: 3, limit: 3 }, uploads: { used: 3 } })
  })

  test('a full quota is answered before the body is read, with a sentence, until some are decided', async () => {
    const ada = await createUser(testApp)
    const ids = idsOf(await send(testApp, ada, pictures(3)))
    const { headers } = multipart([], ada.headers)
    const unread = await testApp.app.inject({
      method: 'POST',
      url: '/api/v1/images/upload/',
      headers,
      payload: 'no form',
    })
    expect(statusAndCode(unread)).toEqual([403, 'pending_quota'])
    expect(unread.json().message).toBe(
      'You have 3 images waiting for review, and at most 3 may wait. Upload more when some are decided.',
    )
    await setStatus(testApp, admin, ids.slice(0, 2), 'approved')
    expect((await send(testApp, ada, pictures(2))).statusCode).toBe(201)
    expect(statusAndCode(await send(testApp, ada, pictures(1)))).toEqual([403, 'pending_quota'])
  })

  test('parallel requests do not exceed it, and what they may not add leaves no file in the end', async () => {
    const ada = await createUser(testApp)
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(testApp, ada, pictures(2))))
    expect(answers.flatMap((answer) => answer.json().images ?? [])).toHaveLength(3)
    expect(await quotaOf(testApp, ada)).toMatchObject({ pending: { used: 3 }, uploads: { used: 3 } })
    const { rows: stored } = await filesWithoutImage(testApp)
    expect(stored).toEqual([])
  })

  test('a rejected image becomes pending by an edit also beyond the quota', async () => {
    const ada = await createUser(testApp)
    const [first] = idsOf(await send(testApp, ada, pictures(1)))
    await setStatus(testApp, admin, [first!], 'rejected')
    await send(testApp, ada, pictures(3))
    expect((await call(testApp, ada, 'PUT', `update/${first}/`, { title: 'Another title' })).statusCode).toBe(200)
    expect(await quotaOf(testApp, ada)).toMatchObject({ pending: { used: 4, limit: 3 } })
  })

  test('are not more by way of the trash', async () => {
    const ada = await createUser(testApp)
    const first = idsOf(await send(testApp, ada, pictures(2)))
    const decided = idsOf(await send(testApp, ada, pictures(1)))
    await setStatus(testApp, admin, decided, 'approved')
    await call(testApp, ada, 'POST', 'deletes/', { image_ids: [...first, ...decided] })
    await send(testApp, ada, pictures(2))
    const restore = (person: TestUser, image_ids: number[]) => call(testApp, person, 'POST', 'restore/', { image_ids })
    const answer = await restore(ada, first)
    expect(statusAndCode(answer)).toEqual([403, 'pending_quota'])
    expect(answer.json().message).toBe(
      'You have 2 images waiting for review, and at most 3 may wait. Restore more when some are decided.',
    )
    expect(await quotaOf(testApp, ada)).toMatchObject({ pending: { used: 2 } })
    expect((await restore(ada, [first[0]!, ...decided])).statusCode).toBe(200)
    expect(statusAndCode(await restore(ada, [first[1]!]))).toEqual([403, 'pending_quota'])
    expect((await restore(admin, [first[1]!])).statusCode).toBe(200)
    expect(await quotaOf(testApp, ada)).toMatchObject({ pending: { used: 4 } })
    await call(testApp, ada, 'POST', 'deletes/', { image_ids: decided })
    expect((await restore(ada, decided)).statusCode).toBe(200)
  })

  test('are not more by two restorations at the same time', async () => {
    const ada = await createUser(testApp)
    const ids = idsOf(await send(testApp, ada, pictures(3)))
    await call(testApp, ada, 'POST', 'deletes/', { image_ids: ids })
    await send(testApp, ada, pictures(2))
    const answers = await Promise.all(ids.map((id) => call(testApp, ada, 'POST', 'restore/', { image_ids: [id] })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403, 403])
  })

  test('can be given another file at the limit, but a rejected one cannot, which would wait again', async () => {
    const ada = await createUser(testApp)
    const [waiting] = idsOf(await send(testApp, ada, pictures(1)))
    const [rejected] = idsOf(await send(testApp, ada, pictures(1)))
    await setStatus(testApp, admin, [rejected!], 'rejected')
    await send(testApp, ada, pictures(2))
    const mend = (id: number) => {
      const form = multipart([{ name: 'image', value: pictures(1)[0]!, filename: 'mended.png' }], ada.headers)
      return testApp.app.inject({ method: 'PUT', url: `/api/v1/images/file/${id}/`, ...form })
    }
    expect(statusAndCode(await mend(rejected!))).toEqual([403, 'pending_quota'])
    expect((await mend(waiting!)).json()).toMatchObject({ count: 1 })
    expect(await quotaOf(testApp, ada)).toMatchObject({ pending: { used: 3 }, uploads: { used: 5 } })
  })

  test('admins have no quota', async () => {
    expect((await send(testApp, admin, pictures(5))).json().images).toHaveLength(5)
    expect(await quotaOf(testApp, admin)).toMatchObject({ pending: { used: 5, limit: null }, bytes: { limit: null } })
  })
})

/** Files in the store of bytes that are neither an image's nor recorded for removal. */
async function filesWithoutImage({ db, store }: TestApp) {
  const known = new Set((await db.selectFrom('images').select('sha256').execute()).map(({ sha256 }) => sha256))
  const removed = new Set((await db.selectFrom('removed_file').select('key').execute()).map(({ key }) => key))
  const rows: string[] = []
  for await (const key of store.list('')) {
    const sha256 = /[\da-f]{64}/.exec(key)?.[0] ?? ''
    if (!known.has(sha256) && !removed.has(key)) rows.push(key)
  }
  return { rows }
}

describe('the bytes of all images', async () => {
  const testApp = await openTestApp({ QUOTA_STORAGE_MB: '1' })

  test('count until the images have left the trash', async () => {
    const ada = await createUser(testApp)
    const files = pictures(2, 400_000)
    const ids = idsOf(await send(testApp, ada, files))
    const more = pictures(1, 400_000)
    const refused = await send(testApp, ada, more)
    expect(statusAndCode(refused)).toEqual([403, 'storage_quota'])
    expect(refused.json().message).toMatch(/^Your images take 0\.\d+ of 1 MB, which leaves too little room\./)
    expect((await quotaOf(testApp, ada)).bytes).toEqual({
      used: files[0]!.length + files[1]!.length,
      limit: 1_000_000,
    })
    await call(testApp, ada, 'POST', 'deletes/', { image_ids: ids })
    expect(statusAndCode(await send(testApp, ada, more))).toEqual([403, 'storage_quota'])
    await call(testApp, ada, 'DELETE', 'deleted-all/')
    await expect.poll(async () => (await quotaOf(testApp, ada)).bytes.used, { timeout: 10_000 }).toBe(0)
    expect((await send(testApp, ada, more)).statusCode).toBe(201)
  })
})

describe('the uploads of an hour', async () => {
  const testApp = await openTestApp({ QUOTA_UPLOADS_PER_HOUR: '4' })

  test('count although the images are deleted; 429 tells when to go on', async () => {
    const ada = await createUser(testApp)
    const files = pictures(4)
    const ids = idsOf(await send(testApp, ada, files))
    await call(testApp, ada, 'POST', 'deletes/', { image_ids: ids })
    await call(testApp, ada, 'DELETE', 'deleted-all/')
    const answer = await send(testApp, ada, pictures(1))
    expect(statusAndCode(answer)).toEqual([429, 'hourly_quota'])
    expect(answer.json().message).toMatch(
      /^You have uploaded 4 images within an hour\. Please go on in (59|60) minutes\.$/,
    )
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThan(58 * 60)
    expect(seconds).toBeLessThanOrEqual(3600)
  })

  test('are forgotten after an hour', async () => {
    const ada = await createUser(testApp)
    await send(testApp, ada, pictures(4))
    await testApp.db
      .updateTable('upload_minute')
      .set({ minute: new Date(Date.now() - 3_660_000) })
      .where('owner_id', '=', ada.id)
      .execute()
    expect((await send(testApp, ada, pictures(2))).statusCode).toBe(201)
    expect(await quotaOf(testApp, ada)).toMatchObject({ uploads: { used: 2, limit: 4 } })
    const rows = testApp.db.selectFrom('upload_minute').select('count').where('owner_id', '=', ada.id)
    expect(await rows.execute()).toEqual([{ count: 2 }])
  })

  test('do not count a file that was refused, nor one sent twice', async () => {
    const ada = await createUser(testApp)
    const [one] = pictures(1)
    for (let i = 0; i < 3; i++) await send(testApp, ada, [one!, Buffer.from('no picture')])
    expect(await quotaOf(testApp, ada)).toMatchObject({ uploads: { used: 1 } })
  })
})

describe('a day of 2,000 pictures, beside the defaults', async () => {
  // At a fiftieth of its size: 40 pictures beside 50 an hour, 240 waiting and 400 MB.
  const scaled = { QUOTA_UPLOADS_PER_HOUR: '50', QUOTA_PENDING_IMAGES: '240', QUOTA_STORAGE_MB: '400' }
  const testApp = await openTestApp({ ...scaled, QUOTA_PENDING_NEW: '1' })

  test('of someone who is not new meets no quota, even within an hour', { timeout: 60_000 }, async () => {
    const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
    const url = `/api/v1/accounts/users/${ada.id}/level/`
    await testApp.app.inject({ method: 'PUT', url, headers: admin.headers, payload: { level: 'known' } })
    for (let batch = 0; batch < 4; batch++) {
      const answer = await send(testApp, ada, pictures(10))
      expect([answer.statusCode, answer.json().errors]).toEqual([201, []])
    }
    expect(await quotaOf(testApp, ada)).toMatchObject({ pending: { used: 40 }, uploads: { used: 40 } })
  })
})

describe('a setting of 0', async () => {
  const none = { QUOTA_PENDING_IMAGES: '0', QUOTA_PENDING_NEW: '0' }
  const testApp = await openTestApp({ ...none, QUOTA_STORAGE_MB: '0', QUOTA_UPLOADS_PER_HOUR: '0' })

  test('is no limit', async () => {
    const ada = await createUser(testApp)
    expect((await send(testApp, ada, pictures(2))).statusCode).toBe(201)
    const unlimited = (used: unknown) => ({ used, limit: null })
    expect(await quotaOf(testApp, ada)).toEqual({
      pending: unlimited(2),
      bytes: unlimited(expect.any(Number)),
      uploads: unlimited(2),
    })
  })
})
