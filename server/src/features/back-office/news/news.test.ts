import { limits } from '@vitrine/contract/vocabulary/limits'
import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus, type TestUser } from '#test/test-app'

const testApp = await openTestApp()
const { app, db } = testApp
const admin = await createUser(testApp, 'admin')

let seed = 0
const image = (owner: TestUser, title: string) => createImage(testApp, owner, { png: aPng({ seed: ++seed }), title })
const read = async ({ headers }: TestUser) => (await app.inject({ url: '/api/v1/accounts/user/news/', headers })).json()
const markRead = ({ headers }: TestUser, as_of: string) =>
  app.inject({ method: 'POST', url: '/api/v1/accounts/user/news/read/', headers, payload: { as_of } })
const reject = (id: number, reason: string, note = '') =>
  app.inject({
    method: 'PUT',
    url: `/api/v1/images/update/${id}/`,
    headers: admin.headers,
    payload: { status: 'rejected', reason, note },
  })
const titles = (images: { title: string }[]) => images.map(({ title }) => title)

describe('an admin’s news', () => {
  test('are what waits by contributor, by finding, and the decisions by reviewer', async () => {
    const [early, late] = [await createUser(testApp), await createUser(testApp)]
    const [first] = [await image(early, 'First'), await image(late, 'Second'), await image(late, 'Third')]
    await db
      .updateTable('file')
      .set({ findings: '[{"kind":"haze","share":0.2}]' })
      .where('sha256', 'in', db.selectFrom('images').select('sha256').where('id', '=', first.id))
      .execute()
    const second = await createUser(testApp, 'admin')
    const news = await read(second)
    expect(news.unread).toBe(0)
    expect(news.waiting).toEqual({ count: 3, oldest_at: expect.any(String) })
    expect(news.queue.contributors).toMatchObject([
      { username: early.username, count: 1, is_new: false },
      { username: late.username, count: 2, is_new: false },
    ])
    expect(news.queue.findings).toContainEqual({ kind: 'haze', count: 1 })

    const fourth = await image(early, 'Fourth')
    expect(await read(second)).toMatchObject({
      unread: 1,
      queue: { contributors: [{ username: early.username, count: 2, is_new: true }, { is_new: false }] },
    })
    await setStatus(testApp, second, [fourth.id, first.id], 'approved')
    await reject(fourth.id, 'quality')
    const { queue } = await read(admin)
    expect(queue.reviewers).toEqual([
      { username: second.username, approved: 2, rejected: 0, last_at: expect.any(String) },
      { username: admin.username, approved: 0, rejected: 1, last_at: expect.any(String) },
    ])
    expect(titles((await read(early)).rejected)).toEqual(['Fourth'])
  })
})

test('waiting edits of public images wait for admins too, and for their contributor', async () => {
  const gil = await createUser(testApp)
  const one = await image(gil, 'Public')
  await setStatus(testApp, admin, [one.id], 'approved')
  const third = await createUser(testApp, 'admin')
  const before = await read(third)
  const payload = { title: 'Publicly' }
  await app.inject({ method: 'PUT', url: `/api/v1/images/update/${one.id}/`, headers: gil.headers, payload })
  const after = await read(third)
  expect([after.unread, after.waiting.count]).toEqual([1, before.waiting.count + 1])
  expect(after.queue.contributors).toContainEqual(
    expect.objectContaining({ username: gil.username, count: 1, is_new: true }),
  )
  expect((await read(gil)).waiting).toEqual({ count: 1, oldest_at: expect.any(String) })
})

describe('a contributor’s news', () => {
  test('are own images that were rejected and approved, with the reason, until they are read', async () => {
    const ada = await createUser(testApp)
    const [halo, fine, waiting] = [await image(ada, 'Halo'), await image(ada, 'Fine'), await image(ada, 'Waiting')]
    await reject(halo.id, 'fringe', 'At the ear.')
    await setStatus(testApp, admin, [fine.id], 'approved')
    const news = await read(ada)
    expect(news).toMatchObject({ unread: 2, waiting: { count: 1, oldest_at: expect.any(String) }, queue: null })
    expect(news.rejected).toEqual([
      {
        id: halo.id,
        slug: 'halo',
        title: 'Halo',
        cloudflare_url: expect.stringContaining('key='),
        at: expect.any(String),
        reason: 'fringe',
        note: 'At the ear.',
        about_edit: false,
        is_new: true,
      },
    ])
    expect(news.approved).toMatchObject([{ title: 'Fine', reason: null, is_new: true }])
    expect(waiting.status).toBe('pending')

    await markRead(ada, news.as_of)
    const later = await read(ada)
    expect([later.unread, later.rejected[0].is_new]).toEqual([0, false])
  })

  test('hold each image once, with its last decision, and none that was taken back', async () => {
    const bob = await createUser(testApp)
    const [twice, undone, gone] = [await image(bob, 'Twice'), await image(bob, 'Undone'), await image(bob, 'Gone')]
    await reject(twice.id, 'fringe')
    await reject(twice.id, 'quality')
    await setStatus(testApp, admin, [undone.id], 'approved')
    await setStatus(testApp, admin, [undone.id], 'pending')
    await reject(gone.id, 'fringe')
    await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${gone.id}/`, headers: bob.headers })
    const news = await read(bob)
    expect(news.rejected).toMatchObject([{ title: 'Twice', reason: 'quality' }])
    expect(news).toMatchObject({ unread: 1, approved: [] })
  })

  test('count all new approvals, though only the latest are named', async () => {
    const eve = await createUser(testApp)
    const ids: number[] = []
    for (let n = 0; n <= limits.news; n++) ids.push((await image(eve, `Many ${n}`)).id)
    await setStatus(testApp, admin, ids, 'approved')
    const news = await read(eve)
    expect(news).toMatchObject({ unread: limits.news + 1, approved_unread: limits.news + 1 })
    expect(news.approved).toHaveLength(limits.news)
    await markRead(eve, news.as_of)
    expect(await read(eve)).toMatchObject({ unread: 0, approved_unread: 0 })
  })

  test('tell of a rejected edit while its image stays approved, until another edit waits', async () => {
    const fay = await createUser(testApp)
    const one = await image(fay, 'Live')
    await setStatus(testApp, admin, [one.id], 'approved')
    const edit = (title: string) =>
      app.inject({ method: 'PUT', url: `/api/v1/images/update/${one.id}/`, headers: fay.headers, payload: { title } })
    await edit('BUY NOW')
    await reject(one.id, 'description')
    const news = await read(fay)
    expect(news).toMatchObject({ unread: 1, approved: [] })
    expect(news.rejected).toMatchObject([{ title: 'Live', reason: 'description', about_edit: true }])
    await edit('Alive')
    expect((await read(fay)).rejected).toEqual([])
  })

  test('are theirs alone, and what was read does not become unread', async () => {
    const [carl, dora] = [await createUser(testApp), await createUser(testApp)]
    await reject((await image(carl, 'Carl’s')).id, 'fringe')
    expect(await read(dora)).toMatchObject({ unread: 0, rejected: [], waiting: { count: 0, oldest_at: null } })
    await markRead(carl, (await read(carl)).as_of)
    await markRead(carl, '2020-01-01T00:00:00Z')
    expect((await read(carl)).unread).toBe(0)
    expect((await markRead(carl, 'yesterday')).statusCode).toBe(400)
  })
})
