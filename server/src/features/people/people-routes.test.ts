import { describe, expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, setStatus, type TestUser } from '#test/test-app'

const testApp = await openTestApp({ SITE_URL: 'https://png.example' })
const { app, db } = testApp
const secondProcess = await testApp.openSecondProcess()
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]

const list = async (query: Record<string, string> = {}, user = admin) =>
  (await app.inject({ url: '/api/v1/accounts/users-list/', query, headers: user.headers })).json()
const update = (id: number, payload: object, user = admin) =>
  app.inject({ method: 'PATCH', url: `/api/v1/accounts/user/admin/update/${id}/`, payload, headers: user.headers })
const block = (id: number, user = admin) => update(id, { is_active: false, is_block: true }, user)
const unblock = (id: number, user = admin) => update(id, { is_active: true, is_block: false }, user)
const login = (email: string) =>
  app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload: { email, password: 'correct-horse' } })
/** Status codes of a request by this user to each of the two processes. */
const statusesOf = (user: TestUser) =>
  Promise.all(
    [app, secondProcess].map(async (server) => {
      const answer = await server.inject({ url: '/api/v1/accounts/user/sessions/', headers: user.headers })
      return answer.statusCode
    }),
  )

describe('the list of people', () => {
  test('has ten on a page, the newest first, and links to the next and previous page', async () => {
    for (let i = 0; i < 9; i++) await createUser(testApp)
    const first = await list()
    expect([first.count, first.results.length, first.previous]).toEqual([11, 10, null])
    expect(first.next).toBe('https://png.example/api/v1/accounts/users-list/?page=2')
    const last = await list({ page: '2' })
    expect(last).toMatchObject({ next: null, previous: 'https://png.example/api/v1/accounts/users-list/?page=1' })
    expect(last.results).toEqual([
      {
        id: ada.id,
        user_id: ada.id,
        slug: ada.username,
        username: ada.username,
        email: ada.email,
        number: '01234567890',
        role: 'user',
        gender: null,
        is_active: true,
        is_block: false,
        hides_images: false,
        date_joined: expect.stringMatching(/Z$/),
        images: { pending: 0, approved: 0, rejected: 0 },
        last_seen: expect.stringMatching(/Z$/),
        trust: { level: 'new', is_set_by_admin: false, approved: 0, rejected: 0, upheld: 0, account_days: 0 },
      },
    ])
  })

  test('finds a part of a username or an e-mail address, and escapes wildcards', async () => {
    const names = async (search: string) =>
      (await list({ search })).results.map(({ username }: { username: string }) => username)
    expect(await names(ada.username.toUpperCase())).toContain(ada.username)
    expect(await names(admin.email)).toEqual([admin.username])
    expect(await names('%')).toEqual([])
    expect(await names('user_')).toEqual([])
    expect((await list({ search: 'people.example', page: '1' })).next).toContain('?page=2&search=people.example')
  })

  test('links from a page past the end to the last one', async () => {
    const pastEnd = await list({ page: '9' })
    expect(pastEnd).toMatchObject({ results: [], next: null, previous: expect.stringMatching(/\?page=2$/) })
    expect(await list({ page: '3', search: 'unknown' })).toMatchObject({ count: 0, next: null })
  })

  test('is filtered by role and state, also in its links', async () => {
    const names = async (query: Record<string, string>) =>
      (await list(query)).results.map(({ username }: { username: string }) => username)
    expect(await names({ role: 'admin' })).toEqual([admin.username])
    const gone = await createUser(testApp)
    await block(gone.id)
    expect(await names({ state: 'blocked' })).toEqual([gone.username])
    expect((await list({ search: 'people.example', state: 'active' })).next).toContain(
      '?page=2&search=people.example&state=active',
    )
    expect((await list({ state: 'asleep' })).fields).toMatchObject([{ at: 'state' }])
  })

  test('is for admins', async () => {
    expect((await list({}, ada)).code).toBe('not_allowed')
  })
})

test('admins read the audit log, also of one user and of one kind of event', async () => {
  const erin = await createUser(testApp)
  await block(erin.id)
  const events = async (query: Record<string, string>, user = admin) =>
    (await app.inject({ url: '/api/v1/accounts/events/', query, headers: user.headers })).json()
  const filter = { username: erin.username.toUpperCase() }
  expect(await events(filter)).toMatchObject({
    count: 2,
    events: [
      { what: 'blocked', by: admin.username, user: erin.username, address: '127.0.0.1' },
      { what: 'signed in', by: erin.username, user: erin.username },
    ],
  })
  expect(await events({ ...filter, what: 'signed in' })).toMatchObject({ count: 1, events: [{ what: 'signed in' }] })
  expect((await events({ username: 'unknown' })).count).toBe(0)
  expect((await events({}, ada)).code).toBe('not_allowed')
})

test('moderation is in the audit log, an event for each call with its number of images', async () => {
  const [kim, boss] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const images = [
    await createImage(testApp, kim, { png: aPng({ seed: 21 }), title: 'One' }),
    await createImage(testApp, kim, { png: aPng({ seed: 22 }), title: 'Two' }),
  ]
  const ids = images.map(({ id }) => id)
  const post = (url: string, payload?: object, method: 'POST' | 'DELETE' = 'POST') =>
    app.inject({ method, url: `/api/v1/images/${url}/`, headers: boss.headers, payload })
  await setStatus(testApp, boss, ids, 'approved')
  await setStatus(testApp, boss, ids, 'approved')
  await setStatus(testApp, boss, ids.slice(1), 'rejected')
  await post('deletes', { image_ids: ids })
  await post('restore', { image_ids: ids })
  await post('deletes', { image_ids: ids })
  await post('deleted-all', undefined, 'DELETE')
  const answer = await app.inject({
    url: '/api/v1/accounts/events/',
    query: { username: boss.username.slice(1) },
    headers: boss.headers,
  })
  const events = answer.json().events.map(({ what, user, count }: Record<string, unknown>) => [what, user, count])
  expect(events.slice(0, 6)).toEqual([
    ['trash emptied', null, 2],
    ['images deleted', kim.username, 2],
    ['images restored', kim.username, 2],
    ['images deleted', kim.username, 2],
    ['images rejected', kim.username, 1],
    ['images approved', kim.username, 2],
  ])
})

test('an admin sees a person’s numbers and the decisions about their images', async () => {
  const gil = await createUser(testApp)
  const [good, bad] = [
    await createImage(testApp, gil, { png: aPng({ seed: 1 }), title: 'Good' }, admin),
    await createImage(testApp, gil, { png: aPng({ seed: 2 }), title: 'Bad' }),
  ]
  await setStatus(testApp, admin, [bad.id], 'rejected')
  const one = (username: string, user = admin) =>
    app.inject({ url: `/api/v1/accounts/users/${username}/`, headers: user.headers })
  const { person } = (await one(gil.username.toUpperCase())).json()
  expect(person).toMatchObject({ username: gil.username, images: { pending: 0, approved: 1, rejected: 1 } })
  expect(person.decisions).toMatchObject([
    { image_id: bad.id, title: 'Bad', status: 'rejected', by: admin.username },
    { image_id: good.id, title: 'Good', status: 'approved', by: admin.username },
  ])
  expect((await one('unknown')).json().code).toBe('user_not_found')
  expect((await one(gil.username, gil)).json().code).toBe('not_allowed')
})

describe('changing a role', () => {
  const setRole = (id: number, role: string, user = admin) =>
    app.inject({
      method: 'PUT',
      url: `/api/v1/accounts/users/${id}/role/`,
      payload: { role },
      headers: user.headers,
    })

  test('takes effect at once: who becomes an admin goes on, who is none any more is signed out', async () => {
    const hal = await createUser(testApp)
    expect((await setRole(hal.id, 'admin')).json()).toEqual({ message: 'Role changed.' })
    expect((await list({}, hal)).results).toHaveLength(10)
    await setRole(hal.id, 'admin')
    await setRole(hal.id, 'user')
    expect(await statusesOf(hal)).toEqual([401, 401])
    expect((await login(hal.email)).json().data.user.role).toBe('user')
    const events = await db.selectFrom('audit').select(['event', 'actor_id']).where('user_id', '=', hal.id).execute()
    expect(events.filter(({ actor_id }) => actor_id === admin.id).map(({ event }) => event)).toEqual([
      'made an admin',
      'made a contributor',
    ])
  })

  test('of oneself, of an unknown user, to an unknown role or by a contributor is refused', async () => {
    expect((await setRole(admin.id, 'user')).json().code).toBe('own_role')
    expect((await setRole(999_999, 'admin')).json().code).toBe('user_not_found')
    expect((await setRole(ada.id, 'owner')).statusCode).toBe(400)
    expect((await setRole(ada.id, 'admin', ada)).json().code).toBe('not_allowed')
  })

  test('by each other at the same moment leaves one of two admins', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')] as const
      const answers = await Promise.all([setRole(pair[1].id, 'user', pair[0]), setRole(pair[0].id, 'user', pair[1])])
      expect(answers.map((one) => one.statusCode).filter((status) => status === 200)).toHaveLength(1)
      for (const { id } of pair) await setRole(id, 'user')
    }
  })
})

describe('blocking', () => {
  test('is told to the browser that refreshes its token', async () => {
    const ida = await createUser(testApp)
    await block(ida.id)
    const refresh = { method: 'POST', url: '/api/v1/token/refresh/', payload: { refresh: ida.refresh_token } } as const
    const answer = await app.inject(refresh)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'blocked'])
    await unblock(ida.id)
    expect((await app.inject(refresh)).statusCode).toBe(401)
  })

  test('ends every session at once on every process, and is recorded with its actor', async () => {
    const carl = await createUser(testApp)
    expect(await statusesOf(carl)).toEqual([200, 200])
    expect((await block(carl.id)).json()).toEqual({ message: 'User updated.' })
    expect(await statusesOf(carl)).toEqual([401, 401])
    expect((await login(carl.email)).json().code).toBe('blocked')
    const ofCarl = db.selectFrom('audit').selectAll().where('user_id', '=', carl.id)
    const events = await ofCarl.where('event', '=', 'blocked').execute()
    expect(events).toMatchObject([{ actor_id: admin.id, address: '127.0.0.1' }])
  })

  test('twice records one event; unblocking revives no session', async () => {
    const dora = await createUser(testApp)
    await block(dora.id)
    await block(dora.id)
    await unblock(dora.id)
    expect(await statusesOf(dora)).toEqual([401, 401])
    expect((await login(dora.email)).statusCode).toBe(200)
    const events = await db.selectFrom('audit').select('event').where('user_id', '=', dora.id).orderBy('id').execute()
    expect(events.map(({ event }) => event)).toEqual(['signed in', 'blocked', 'unblocked', 'signed in'])
  })

  test('of oneself, of an unknown user, with contradictory flags or by a contributor is refused', async () => {
    expect((await block(admin.id)).json()).toEqual({ code: 'not_yourself', message: 'You cannot block yourself.' })
    expect((await block(999_999)).json().code).toBe('user_not_found')
    expect((await update(ada.id, { is_active: true, is_block: true })).statusCode).toBe(400)
    expect((await block(admin.id, ada)).json().code).toBe('not_allowed')
  })

  test('each other at the same moment leaves one of two admins unblocked', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')] as const
      const answers = await Promise.all([block(pair[1].id, pair[0]), block(pair[0].id, pair[1])])
      expect(answers.map((one) => one.statusCode).filter((status) => status === 200)).toHaveLength(1)
      expect((await Promise.all(pair.map(statusesOf))).flat().sort()).toEqual([200, 200, 401, 401])
    }
  })

  test('and then unblocking also activates an account that was only inactive', async () => {
    const emil = await createUser(testApp)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', emil.id).execute()
    await unblock(emil.id)
    expect((await login(emil.email)).statusCode).toBe(200)
  })

  test('changes no other column, regardless of the body', async () => {
    await update(ada.id, { is_active: true, is_block: false, role: 'admin', email: 'x@people.example' })
    const row = await db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ role: 'user', email: ada.email })
  })
})
