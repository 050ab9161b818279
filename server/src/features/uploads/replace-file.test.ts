import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { answerAcross } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { createImage, createUser, multipart, openTestApp, setStatus, type TestUser } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const [ada, bob, admin] = [await createUser(testApp), await createUser(testApp), await createUser(testApp, 'admin')]

let seed = 0
const newPng = (options = {}) => aPng({ seed: ++seed, ...options })
const image = (title: string, png = newPng()) => createImage(testApp, ada, { png, title, keywords: 'stone' })
const replace = (person: TestUser, id: number, png: Buffer) => {
  const form = multipart([{ name: 'image', value: png, filename: 'mended.png' }], person.headers)
  return app.inject({ method: 'PUT', url: `/api/v1/images/file/${id}/`, ...form })
}
const decide = (id: number, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/v1/images/update/${id}/`, headers: admin.headers, payload })
const listed = async (id: number) => {
  const { images } = (await app.inject({ url: '/api/v1/images/user/total/', headers: ada.headers })).json()
  return images.find((one: { id: number }) => one.id === id)
}
const bytesOf = async (url: string) => (await app.inject(url)).rawPayload
const storageUse = async () =>
  (await db.selectFrom('storage_use').select('bytes').where('owner_id', '=', ada.id).executeTakeFirstOrThrow()).bytes

describe('a rejected image with another file', () => {
  test('is pending again with the same address, words and history', async () => {
    const one = await image('Lighthouse')
    await decide(one.id, { status: 'rejected', reason: 'fringe' })
    const before = await listed(one.id)
    const png = newPng({ width: 96, height: 64 })
    expect((await replace(ada, one.id, png)).json()).toEqual({
      message: 'File replaced. It waits for review.',
      count: 1,
    })
    const after = await listed(one.id)
    expect(after).toMatchObject({
      slug: one.slug,
      title: 'Lighthouse',
      keywords: [{ name: 'stone' }],
      status: 'pending',
      width: 96,
      height: 64,
      byte_size: png.length,
    })
    expect(after.version).toBeGreaterThan(before.version)
    expect(await bytesOf(after.main_url)).toEqual(png)
    const history = await app.inject({ url: `/api/v1/images/history/${one.id}/`, headers: ada.headers })
    expect(history.json().decisions).toMatchObject([{ status: 'rejected', reason: 'fringe' }])
    await decide(one.id, { status: 'approved' })
    const { cloudflare_id } = (await app.inject(`/api/v1/images/${one.slug}/`)).json().image
    expect(await bytesOf(`/api/v1/images/download/${cloudflare_id}/`)).toEqual(png)
  })

  test('has another address of its files, and the old ones leave the store later', async () => {
    const one = await image('Castle')
    const old = await listed(one.id)
    await replace(ada, one.id, newPng())
    const { cloudflare_id } = await listed(one.id)
    expect(cloudflare_id).not.toBe(old.cloudflare_id)
    expect((await app.inject(old.main_url)).statusCode).toBe(404)
    const { rows } = await sql<{ key: string }>`select key from removed_file`.execute(db)
    expect(rows.map(({ key }) => key)).toContain(`copies/${old.cloudflare_id}/`)
    expect(rows.some(({ key }) => key.startsWith('originals/'))).toBe(true)
  })

  test('is counted with its new size and as one upload', async () => {
    const one = await image('Bridge')
    const [before, { byte_size }] = [await storageUse(), await listed(one.id)]
    const png = newPng({ width: 120, height: 90 })
    await replace(ada, one.id, png)
    expect(await storageUse()).toBe(before - byte_size + png.length)
  })

  test('is found by the name of its new file', async () => {
    const one = await image('Tower')
    await replace(ada, one.id, newPng())
    const query = { title: 'mended.png' }
    const { images } = (await app.inject({ url: '/api/v1/images/user/pending/', query, headers: ada.headers })).json()
    expect(images.map(({ id }: { id: number }) => id)).toContain(one.id)
  })
})

describe('a file is not replaced', () => {
  test.each([
    ['that another image of the same person has', 'own_twin', 409],
    ['by one that is no PNG', 'none_accepted', 400],
  ])('%s', async (what, code, status) => {
    const [one, png] = [await image('Well'), newPng()]
    await image('Twin', png)
    const before = await listed(one.id)
    const answer = await replace(ada, one.id, what.includes('PNG') ? Buffer.from('no picture') : png)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(await listed(one.id)).toEqual(before)
  })

  test('by one that an image restored at that moment has', async () => {
    const [one, png] = [await image('Mill'), newPng()]
    const twin = await image('Twin in the trash', png)
    const restore = sql`update images set deleted_at = null where id = ${twin.id}`
    await sql`update images set deleted_at = now() where id = ${twin.id}`.execute(db)
    const before = await listed(one.id)
    const answer = await answerAcross(db, () => replace(ada, one.id, png), {
      lock: (transaction) => restore.execute(transaction),
    })
    expect(answer.json().code).toBe('own_twin')
    expect(await listed(one.id)).toEqual(before)
  })

  test('by someone else', async () => {
    const one = await image('Gate')
    for (const status of ['pending', 'approved']) {
      await setStatus(testApp, admin, [one.id], status)
      for (const person of [bob, admin])
        expect((await replace(person, one.id, newPng())).json().code).toBe('not_your_images')
    }
  })

  test('by the same bytes, which change nothing', async () => {
    const png = newPng()
    const one = await image('Door', png)
    const before = await listed(one.id)
    expect((await replace(ada, one.id, png)).json().count).toBe(0)
    expect(await listed(one.id)).toEqual(before)
  })
})
