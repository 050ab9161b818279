import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { created, credentialsChunk, manifest } from '#test/content-credentials'
import { drawing } from '#test/drawings'
import { reportsOf } from '#test/reports'
import { createUser, openTestApp, setStatus, type TestApp, type TestUser, upload } from '#test/test-app'

let drawn = 0
const drawNext = () => drawing(++drawn)

async function send(testApp: TestApp, person: TestUser, png: Buffer, parts: Record<string, string> = {}) {
  const fields = Object.entries(parts).map(([name, value]) => ({ name, value }))
  const file = { name: 'images', value: png, filename: `${drawn}.png` }
  return (await upload(testApp, person, [file, ...fields])).json().images?.[0]
}

/** A contributor with a level that an admin has fixed. */
async function withLevel({ app, ...testApp }: TestApp, admin: TestUser, level: string) {
  const person = await createUser({ app, ...testApp })
  const url = `/api/v1/accounts/users/${person.id}/level/`
  await app.inject({ method: 'PUT', url, headers: admin.headers, payload: { level } })
  return person
}

const isPublic = async ({ app }: TestApp, { slug }: { slug: string }) =>
  (await app.inject(`/api/v1/images/${slug}/`)).statusCode === 200
const queueOf = async ({ app }: TestApp, admin: TestUser, { username }: TestUser) => {
  const answer = await app.inject({ url: `/api/v1/images/pending/?username=${username}`, headers: admin.headers })
  return answer.json() as { count: number; samples?: number; images: { id: number; status: string }[] }
}

test('by default what a trusted contributor uploads waits', async () => {
  const testApp = await openTestApp()
  const admin = await createUser(testApp, 'admin')
  const ada = await withLevel(testApp, admin, 'trusted')
  expect(await send(testApp, ada, await drawNext())).toMatchObject({ status: 'pending' })
})

describe('where trusted uploads go live', async () => {
  // Without notifications, so that nothing but the upload itself clears the cached replies.
  const testApp = await openTestApp(
    { TRUSTED_UPLOADS: 'live', TRUSTED_SAMPLE_PERCENT: '0' },
    { notifications: { processName: 'deaf', on() {}, isListening: () => true, stop: async () => {} } },
  )
  const { app } = testApp
  const { admin, report, decide } = await reportsOf(testApp)
  const trusted = () => withLevel(testApp, admin, 'trusted')

  test('they are public and listed at once, by their history without a decision of anyone', async () => {
    const ada = await trusted()
    const search = async () => (await app.inject('/api/v1/images/approved/?title=lantern')).json()
    expect((await search()).count).toBe(0)
    const image = await send(testApp, ada, await drawNext(), { title: 'Purple lantern' })
    expect(image.status).toBe('approved')
    expect(image.cloudflare_url).not.toContain('?')
    expect((await search()).images).toMatchObject([{ id: image.id }])
    expect((await queueOf(testApp, admin, ada)).count).toBe(0)
    const history = await app.inject({ url: `/api/v1/images/history/${image.id}/`, headers: admin.headers })
    expect(history.json().decisions).toMatchObject([{ status: 'approved', by: null, is_automatic: true }])
    const own = await app.inject({ url: '/api/v1/accounts/user/trust/', headers: ada.headers })
    expect(own.json()).toMatchObject({ trust: { approved: 0 }, benefits: { goes_live: true, sample_percent: 0 } })
  })

  test.each(['new', 'known'])('those of a %s contributor wait', async (level) => {
    const bob = await withLevel(testApp, admin, level)
    expect(await send(testApp, bob, await drawNext())).toMatchObject({ status: 'pending' })
  })

  test('a picture in which something was found waits', async () => {
    const board = await sharp(await drawNext())
      .flatten({ background: '#fff' })
      .png()
      .toBuffer()
    const image = await send(testApp, await trusted(), board)
    expect(image.findings.length).toBeGreaterThan(0)
    expect(image.status).toBe('pending')
  })

  test('a picture of which the file says AI waits where its contributor denies it', async () => {
    const ada = await trusted()
    const credentials = credentialsChunk(manifest([created('trainedAlgorithmicMedia')]))
    const statedPng = async () => {
      const png = await drawNext()
      return Buffer.concat([png.subarray(0, 33), credentials, png.subarray(33)])
    }
    expect(await send(testApp, ada, await statedPng(), { ai_made: 'no' })).toMatchObject({ status: 'pending' })
    expect(await send(testApp, ada, await statedPng(), { ai_made: 'yes' })).toMatchObject({ status: 'approved' })
  })

  test('what is uploaded after a level has fallen waits', async () => {
    const ada = await trusted()
    const first = await send(testApp, ada, await drawNext())
    expect(first.status).toBe('approved')
    const url = `/api/v1/accounts/users/${ada.id}/level/`
    await app.inject({ method: 'PUT', url, headers: admin.headers, payload: { level: 'known' } })
    expect(await send(testApp, ada, await drawNext())).toMatchObject({ status: 'pending' })
    expect(await isPublic(testApp, first)).toBe(true)
  })

  test('a picture that looks like another one waits, also like one of their own', async () => {
    const ada = await trusted()
    const png = await drawNext()
    expect(await send(testApp, ada, png)).toMatchObject({ status: 'approved' })
    const resized = await sharp(png).resize(300).png().toBuffer()
    expect(await send(testApp, ada, resized)).toMatchObject({ status: 'pending' })
    expect(await send(testApp, await trusted(), png)).toMatchObject({ status: 'pending' })
  })

  test('a picture that looks like a blocked one, or that an admin has allowed in spite of it, waits', async () => {
    const png = await drawNext()
    const blocked = await send(testApp, await trusted(), png)
    await report({ slug: blocked.slug, reason: 'other', message: 'No.' })
    expect((await decide(blocked.id, { outcome: 'taken_down' })).statusCode).toBe(200)
    const ada = await trusted()
    const recoloured = await sharp(png).modulate({ hue: 120 }).png().toBuffer()
    expect(await send(testApp, ada, recoloured)).toMatchObject({ status: 'pending' })
    expect(await send(testApp, ada, png)).toBeUndefined()
    await testApp.db.updateTable('refused_copy').set({ allowed_at: new Date() }).execute()
    expect(await send(testApp, ada, png)).toMatchObject({ status: 'pending' })
  })
})

describe('a sample of what went live', async () => {
  const testApp = await openTestApp({ TRUSTED_UPLOADS: 'live', TRUSTED_SAMPLE_PERCENT: '100' })
  const { app } = testApp
  const admin = await createUser(testApp, 'admin')
  const sample = async () => {
    const ada = await withLevel(testApp, admin, 'trusted')
    const image = await send(testApp, ada, await drawNext(), { title: 'Sampled kite' })
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
    const url = `/api/v1/images/update/${image.id}/`
    await app.inject({ method: 'PUT', url, headers: ada.headers, payload: { title: 'Better kite' } })
    expect(await own('images/user/pending-images-length/')).toEqual({ images_length: 0, waiting_edits: 1 })
    expect(await own('images/user/pending/')).toMatchObject({
      count: 1,
      waiting_edits: 1,
      images: [{ is_sample: false }],
    })
  })

  test('is approved without news and mail, and keeps its time in the feed', async () => {
    const { ada, image } = await sample()
    const entry = async () => {
      const feed = (await app.inject('/feeds/newest/')).body
      return feed.split('<entry>').find((text) => text.includes(image.slug))
    }
    const before = await entry()
    expect(before).toBeDefined()
    await setStatus(testApp, admin, [image.id], 'approved')
    const news = (await app.inject({ url: '/api/v1/accounts/user/news/', headers: ada.headers })).json()
    expect([news.unread, news.approved]).toEqual([0, []])
    expect(await entry()).toBe(before)
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
    const place = await placeOf()
    for (const _ of [1, 2]) {
      await setStatus(testApp, admin, [image.id], 'approved')
      expect((await withdraw(image)).statusCode).toBe(200)
      expect(await placeOf()).toEqual(place)
      expect(await queueOf(testApp, admin, ada)).toMatchObject({ count: 1, samples: 1, images: [{ is_sample: true }] })
      expect(await recordOf(ada)).toMatchObject({ approved: 0, rejected: 0 })
    }
    const history = await app.inject({ url: `/api/v1/images/history/${image.id}/`, headers: admin.headers })
    const statuses = history.json().decisions.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['pending', 'approved', 'pending', 'approved', 'approved'])
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
