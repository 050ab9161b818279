import { describe, expect, test } from 'vitest'
import { nextDrawing } from '#test/drawings'
import { createImage, createUser, openTestApp, setStatus, type TestUser } from '#test/test-app'
import { isPublic, queueOf, send, withLevel } from '#test/trusted-uploads'
import { readZip } from '#test/zip-reader'

describe('a sample of what went live', async () => {
  const testApp = await openTestApp({ TRUSTED_UPLOADS: 'live', TRUSTED_SAMPLE_PERCENT: '100' })
  const { app } = testApp
  const admin = await createUser(testApp, 'admin')
  const sample = async () => {
    const ada = await withLevel(testApp, admin, 'trusted')
    const image = await send(testApp, ada, await nextDrawing(), { title: 'Sampled kite' })
    return { ada, image }
  }
  const recordOf = async (person: TestUser) =>
    (await app.inject({ url: '/api/v1/accounts/user/trust/', headers: person.headers })).json().trust

  test('is public and in the review queue', async () => {
    const { ada, image } = await sample()
    expect(await isPublic(testApp, image)).toBe(true)
    expect(await queueOf(testApp, admin, ada)).toMatchObject({
      count: 1,
      samples: 1,
      images: [{ id: image.id, status: 'approved', is_sample: true }],
    })
    const query = `?username=${ada.username}&licence=library`
    const filtered = (await app.inject({ url: `/api/v1/images/pending/${query}`, headers: admin.headers })).json()
    expect([filtered.count, filtered.samples, filtered.waiting_edits]).toEqual([1, 1, undefined])
    const lease = { method: 'POST', url: '/api/v1/images/review/lease/', headers: admin.headers } as const
    const leased = (await app.inject({ ...lease, payload: { username: ada.username } })).json()
    expect(leased.images).toMatchObject([{ id: image.id, is_sample: true }])
  })

  test('is no sample to its contributor, who could delete it before it is judged', async () => {
    const { ada, image } = await sample()
    const own = async (url: string) => (await app.inject({ url: `/api/v1/${url}`, headers: ada.headers })).json()
    expect(await own('images/user/pending-images-length/')).toEqual({ images_length: 0 })
    for (const query of ['', '?licence=library', '?order=downloads', '?title=kite'])
      expect(await own(`images/user/pending/${query}`)).toMatchObject({ count: 0, images: [] })
    expect((await own('images/user/approved/')).images).toMatchObject([{ id: image.id, is_sample: false }])
    expect((await own('accounts/user/news/')).waiting.count).toBe(0)
    const request = { method: 'POST', url: '/api/v1/accounts/user/data/', headers: ada.headers } as const
    const { url: zip } = (await app.inject({ ...request, payload: { password: 'correct-horse' } })).json()
    const files = readZip((await app.inject(zip)).rawPayload)
    const facts = JSON.parse(files.get(`images/${image.id}-${image.slug}.json`)!.toString())
    expect(facts).toMatchObject({ status: 'approved', edit_waiting_since: null })
    const url = `/api/v1/images/update/${image.id}/`
    await app.inject({ method: 'PUT', url, headers: ada.headers, payload: { title: 'Better kite' } })
    expect(await own('images/user/pending-images-length/')).toEqual({ images_length: 0, waiting_edits: 1 })
    expect(await own('images/user/pending/')).toMatchObject({
      count: 1,
      waiting_edits: 1,
      images: [{ is_sample: false }],
    })
  })

  const feedEntry = async ({ slug }: { slug: string }) => {
    const feed = (await app.inject('/feeds/newest/')).body
    return feed.split('<entry>').find((text) => text.includes(slug))
  }

  test('is approved without news and mail, and keeps its time in the feed', async () => {
    const { ada, image } = await sample()
    const before = await feedEntry(image)
    expect(before).toBeDefined()
    await setStatus(testApp, admin, [image.id], 'approved')
    const news = (await app.inject({ url: '/api/v1/accounts/user/news/', headers: ada.headers })).json()
    expect([news.unread, news.approved]).toEqual([0, []])
    expect(await feedEntry(image)).toBe(before)
    const last = () =>
      testApp.db
        .selectFrom('decision')
        .select(['status', 'is_automatic', 'notified_at'])
        .where('image_id', '=', image.id)
    expect(await last().orderBy('id', 'desc').executeTakeFirst()).toMatchObject({
      status: 'approved',
      is_automatic: false,
      notified_at: expect.any(Date),
    })
  })

  test('stays public when it is approved, leaves the queue, and counts', async () => {
    const { ada, image } = await sample()
    expect((await setStatus(testApp, admin, [image.id], 'approved')).statusCode).toBe(200)
    expect(await isPublic(testApp, image)).toBe(true)
    expect((await queueOf(testApp, admin, ada)).count).toBe(0)
    expect(await recordOf(ada)).toMatchObject({ approved: 1, rejected: 0 })
  })

  test('leaves the library when it is rejected, and counts', async () => {
    const { ada, image } = await sample()
    await setStatus(testApp, admin, [image.id], 'rejected')
    expect(await isPublic(testApp, image)).toBe(false)
    expect((await queueOf(testApp, admin, ada)).count).toBe(0)
    expect(await recordOf(ada)).toMatchObject({ approved: 0, rejected: 1 })
  })

  const withdraw = ({ id }: { id: number }) => {
    const payload = { status: 'pending', decides: 'sample' }
    return app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers: admin.headers, payload })
  }

  test('is one again, at its place in the library, when its approval is taken back, each time', async () => {
    const { ada, image } = await sample()
    const placeOf = () =>
      testApp.db.selectFrom('images').select('pub_no').where('id', '=', image.id).executeTakeFirstOrThrow()
    const [place, entry] = [await placeOf(), await feedEntry(image)]
    for (const _ of [1, 2]) {
      await setStatus(testApp, admin, [image.id], 'approved')
      expect((await withdraw(image)).statusCode).toBe(200)
      expect(await placeOf()).toEqual(place)
      expect(await queueOf(testApp, admin, ada)).toMatchObject({ count: 1, samples: 1, images: [{ is_sample: true }] })
      expect(await recordOf(ada)).toMatchObject({ approved: 0, rejected: 0 })
    }
    await setStatus(testApp, admin, [image.id], 'approved')
    const newer = await send(testApp, ada, await nextDrawing(), { title: 'Newer kite' })
    await expect.poll(() => feedEntry(newer)).toBeDefined()
    expect(await feedEntry(image)).toBe(entry)
    const history = await app.inject({ url: `/api/v1/images/history/${image.id}/`, headers: admin.headers })
    const statuses = history.json().decisions.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['approved', 'pending', 'approved', 'pending', 'approved', 'approved'])
    const own = await app.inject({ url: `/api/v1/images/history/${image.id}/`, headers: ada.headers })
    expect(own.body).not.toContain('pending')
  })

  test('is none where a reviewer has published the picture, now or again', async () => {
    const { image } = await sample()
    await setStatus(testApp, admin, [image.id], 'rejected')
    await setStatus(testApp, admin, [image.id], 'approved')
    const { png, title } = { png: await nextDrawing(), title: 'Reviewed kite' }
    const reviewed = await createImage(testApp, await createUser(testApp), { png, title }, admin)
    for (const one of [image, reviewed]) {
      expect((await withdraw(one)).json()).toMatchObject({ code: 'not_a_sample' })
      expect(await isPublic(testApp, one)).toBe(true)
    }
  })

  test('waits like any other image when its rejection is taken back', async () => {
    const { ada, image } = await sample()
    await setStatus(testApp, admin, [image.id], 'rejected')
    expect((await withdraw(image)).statusCode).toBe(200)
    expect(await isPublic(testApp, image)).toBe(false)
    const queue = await queueOf(testApp, admin, ada)
    expect(queue).toMatchObject({ count: 1, images: [{ status: 'pending', is_sample: false }] })
    expect(await recordOf(ada)).toMatchObject({ approved: 0, rejected: 0 })
  })

  test('is rejected as a whole, also with an edit beside it', async () => {
    const { ada, image } = await sample()
    const url = `/api/v1/images/update/${image.id}/`
    await app.inject({ method: 'PUT', url, headers: ada.headers, payload: { title: 'Better kite' } })
    await setStatus(testApp, admin, [image.id], 'rejected')
    expect(await isPublic(testApp, image)).toBe(false)
    expect(await recordOf(ada)).toMatchObject({ approved: 0, rejected: 1 })
  })

  test('goes on waiting when an edit beside it is approved or discarded', async () => {
    const { ada, image } = await sample()
    const edit = (title: string) =>
      app.inject({
        method: 'PUT',
        url: `/api/v1/images/update/${image.id}/`,
        headers: ada.headers,
        payload: { title },
      })
    await edit('Sampled kites')
    await setStatus(testApp, admin, [image.id], 'approved')
    expect(await isPublic(testApp, image)).toBe(true)
    expect(await queueOf(testApp, admin, ada)).toMatchObject({ count: 1, images: [{ is_sample: true }] })
    await edit('Best kite')
    await edit('Sampled kites')
    expect((await queueOf(testApp, admin, ada)).count).toBe(1)
    await setStatus(testApp, admin, [image.id], 'approved')
    expect((await queueOf(testApp, admin, ada)).count).toBe(0)
  })
})
