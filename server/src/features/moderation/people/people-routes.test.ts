import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { auditLog, setBlock, signIn } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { untilWaiting } from '#test/interrupted-requests'
import { reportsOf } from '#test/reports'
import { addImages, callAs, codeOf, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, app, db, ada } = await openAppWithPeople({ SITE_URL: 'https://png.example' })
const secondProcess = await testApp.openSecondProcess()
const { admin, publish, takeDown } = await reportsOf(testApp)

const list = async (query: Record<string, string> = {}, user = admin) =>
  (await app.inject({ url: '/api/v1/accounts/users-list/', query, headers: user.headers })).json()
const block = (id: number, user = admin) => setBlock(testApp, user, { id })
const unblock = (id: number) => setBlock(testApp, admin, { id }, false)
const login = (email: string) => signIn(testApp, email)
const eventsOf = (query: Record<string, string>) => auditLog(testApp, admin, query)
const statusesOf = (user: TestUser) =>
  Promise.all(
    [app, secondProcess].map(async (server) => {
      const answer = await server.inject({ url: '/api/v1/accounts/user/sessions/', headers: user.headers })
      return answer.statusCode
    }),
  )

/** The answers to two calls that wait for these accounts at the same moment. */
async function atOnce<T>(pair: readonly TestUser[], calls: (() => PromiseLike<T>)[]): Promise<T[]> {
  const { answers } = await db.transaction().execute(async (transaction) => {
    const ids = pair.map(({ id }) => id)
    await sql`select from users where id = any(${ids}::bigint[]) for update`.execute(transaction)
    const answers = Promise.all(calls.map((call) => call()))
    await untilWaiting(db, calls.length)
    return { answers }
  })
  return answers
}

const pageLink = (page: number) => `https://png.example/api/v1/accounts/users-list/?page=${page}`

/** More than one page of people, in each order of the tests. */
beforeAll(async () => {
  for (let i = 0; i < 10; i++) await createUser(testApp)
})

test('the list of people has ten on a page, the newest first, and links to the next and previous page', async () => {
  for (let { count } = await list(); count % 10; count++) await createUser(testApp) // the last page is full
  const first = await list()
  expect([first.results.length, first.previous, first.next]).toEqual([10, null, pageLink(2)])
  const pages = Math.ceil(first.count / 10)
  const last = await list({ page: String(pages) })
  expect(last).toMatchObject({ next: null, previous: pageLink(pages - 1) })
  expect(await list({ page: '99' })).toMatchObject({ results: [], next: null, previous: pageLink(pages) })
  expect(await list({ page: '3', search: 'unknown' })).toMatchObject({ count: 0, next: null })
  expect(last.results.slice(-1)).toEqual([
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

test('the list of people finds a part of a username or an e-mail address, and escapes wildcards', async () => {
  const names = async (search: string) =>
    (await list({ search })).results.map(({ username }: { username: string }) => username)
  const { id } = await createUser(testApp)
  await db.updateTable('users').set({ username: 'larkspur' }).where('id', '=', id).execute()
  expect(await names('ARKSP')).toEqual(['larkspur'])
  expect(await names(admin.email)).toEqual([admin.username])
  expect(await names('%')).toEqual([])
  expect(await names('user_')).toEqual([])
  expect((await list({ search: 'people.example', page: '1' })).next).toContain('?page=2&search=people.example')
})

test('the list of people is filtered by role and state, also in its links', async () => {
  const gone = await createUser(testApp)
  await block(gone.id)
  for (const [query, shown, field] of [
    [{ role: 'admin' }, admin, { role: 'admin' }],
    [{ state: 'blocked' }, gone, { is_block: true }],
  ] as const) {
    const { results } = await list(query)
    expect(results).toContainEqual(expect.objectContaining({ username: shown.username }))
    expect(results).toEqual(results.map(() => expect.objectContaining(field)))
  }
  const { next } = await list({ search: 'people.example', state: 'active' })
  expect(next).toContain('?page=2&search=people.example&state=active')
  expect((await list({ state: 'asleep' })).fields).toMatchObject([{ at: 'state' }])
})

test('moderation is in the audit log, an event for each call with its image or number of images', async () => {
  const [kim, boss] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const ids = (await addImages(testApp, kim, ['One', 'Two'])).map(({ id }) => id)
  const { discard, restore, call } = backOfficeOf(testApp)
  await setStatus(testApp, boss, ids, 'approved')
  await setStatus(testApp, boss, ids, 'approved')
  await setStatus(testApp, boss, ids.slice(1), 'rejected')
  expect((await eventsOf({})).events[0]).toMatchObject({ image: { id: ids[1], title: 'Two' } })
  await discard(boss, ...ids)
  await restore(boss, ...ids)
  await discard(boss, ...ids)
  await call('DELETE', 'deleted-all', boss)
  const { events } = await auditLog(testApp, boss, { username: boss.username.slice(1) })
  const about = { user: kim.username, count: 2, image: null }
  expect(events.slice(0, 6)).toMatchObject([
    { what: 'trash emptied', user: null, count: 2 },
    { ...about, what: 'images deleted' },
    { ...about, what: 'images restored' },
    { ...about, what: 'images deleted' },
    { ...about, what: 'images rejected', count: 1, image: { id: ids[1] } },
    { ...about, what: 'images approved' },
  ])
})

test('a take-down is traced after its image has left', async () => {
  const kay = await createUser(testApp)
  const lastEvent = async () => (await eventsOf({})).events[0]
  const bell = await publish('Taken bell', kay)
  await takeDown(bell)
  const event = { what: 'image taken down', user: kay.username, by: admin.username }
  expect(await lastEvent()).toMatchObject({ ...event, image: { id: bell.id, title: 'Taken bell' } })
  await db.deleteFrom('images').where('id', '=', bell.id).execute()
  expect(await lastEvent()).toMatchObject({ ...event, image: { id: bell.id, title: null } })
})

test('an admin sees a person’s numbers and the decisions about their images', async () => {
  const gil = await createUser(testApp)
  const [good, bad] = await addImages(testApp, gil, ['Good', 'Bad'])
  await setStatus(testApp, admin, [good.id], 'approved')
  await setStatus(testApp, admin, [bad.id], 'rejected')
  const one = (username: string) => app.inject({ url: `/api/v1/accounts/users/${username}/`, headers: admin.headers })
  const { person } = (await one(gil.username.toUpperCase())).json()
  expect(person).toMatchObject({ username: gil.username, images: { pending: 0, approved: 1, rejected: 1 } })
  expect(person.decisions).toMatchObject([
    { image_id: bad.id, title: 'Bad', status: 'rejected', by: admin.username },
    { image_id: good.id, title: 'Good', status: 'approved', by: admin.username },
  ])
  expect((await one('unknown')).json().code).toBe('user_not_found')
})

const setRole = (id: number, role: string, user = admin) =>
  callAs(testApp, user, 'PUT', `accounts/users/${id}/role`, { role })

test('a role takes effect at once: who becomes an admin goes on, who is none any more is signed out', async () => {
  const hal = await createUser(testApp)
  expect((await setRole(hal.id, 'admin')).json()).toEqual({ message: 'Role changed.' })
  expect((await list({}, hal)).results).toHaveLength(10)
  await setRole(hal.id, 'admin')
  await setRole(hal.id, 'user')
  expect(await statusesOf(hal)).toEqual([401, 401])
  expect((await login(hal.email)).json().data.user.role).toBe('user')
  const events = await db.selectFrom('audit').select(['event', 'actor_id']).where('user_id', '=', hal.id).execute()
  const byAdmin = events.filter(({ actor_id }) => actor_id === admin.id).map(({ event }) => event)
  expect(byAdmin).toEqual(['made an admin', 'made a contributor'])
})

test('changing a role of oneself, of an unknown user or to an unknown role is refused', async () => {
  expect((await setRole(admin.id, 'user')).json().code).toBe('own_role')
  expect((await setRole(999_999, 'admin')).json().code).toBe('user_not_found')
  expect((await setRole(ada.id, 'owner')).statusCode).toBe(400)
})

test('changing a role by each other at the same moment leaves one of two admins', async () => {
  const [one, other] = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')]
  const calls = [() => setRole(other.id, 'user', one), () => setRole(one.id, 'user', other)]
  const answers = await atOnce([one, other], calls)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('blocking ends every session at once on every process, once; unblocking revives none', async () => {
  const carl = await createUser(testApp)
  expect(await statusesOf(carl)).toEqual([200, 200])
  expect((await block(carl.id)).json()).toEqual({ message: 'User updated.' })
  expect(await statusesOf(carl)).toEqual([401, 401])
  expect((await login(carl.email)).json().code).toBe('blocked')
  const refresh = { method: 'POST', url: '/api/v1/token/refresh/', payload: { refresh: carl.refresh_token } } as const
  expect(codeOf(await app.inject(refresh))).toEqual([403, 'blocked'])
  await block(carl.id)
  await unblock(carl.id)
  expect(await statusesOf(carl)).toEqual([401, 401])
  expect((await app.inject(refresh)).statusCode).toBe(401)
  expect((await login(carl.email)).statusCode).toBe(200)
  // The audit log is read of one user, and of one kind of event.
  const filter = { username: carl.username.toUpperCase() }
  const signedIn = { what: 'signed in', by: carl.username, user: carl.username }
  const byAdmin = { by: admin.username, user: carl.username, address: '127.0.0.1' }
  const events = [signedIn, { ...byAdmin, what: 'unblocked' }, { ...byAdmin, what: 'blocked' }, signedIn]
  expect(await eventsOf(filter)).toMatchObject({ count: 4, events })
  const ofSignIns = await eventsOf({ ...filter, what: 'signed in' })
  expect(ofSignIns).toMatchObject({ count: 2, events: [signedIn, signedIn] })
  expect((await eventsOf({ username: 'unknown' })).count).toBe(0)
})

test('blocking of oneself, of an unknown user or with contradictory flags is refused', async () => {
  expect((await block(admin.id)).json()).toEqual({ code: 'not_yourself', message: 'You cannot block yourself.' })
  expect((await block(999_999)).json().code).toBe('user_not_found')
  expect((await setBlock(testApp, admin, ada, true, { is_active: true })).statusCode).toBe(400)
})

test('blocking each other at the same moment leaves one of two admins unblocked', async () => {
  const pair = [await createUser(testApp, 'admin'), await createUser(testApp, 'admin')] as const
  const [one, other] = pair
  const answers = await atOnce(pair, [() => block(other.id, one), () => block(one.id, other)])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await Promise.all(pair.map(statusesOf))).flat().sort()).toEqual([200, 200, 401, 401])
})

test('blocking ends with an unblock, which activates what was only inactive, and changes nothing else', async () => {
  const emil = await createUser(testApp)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', emil.id).execute()
  await setBlock(testApp, admin, emil, false, { role: 'admin', email: 'x@people.example' })
  expect((await login(emil.email)).json().data.user).toMatchObject({ role: 'user', email: emil.email })
})
