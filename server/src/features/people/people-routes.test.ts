import { describe, expect, test } from 'vitest'
import { createUser, openTestApp, type TestUser } from '#test/test-app'

const house = await openTestApp({ SITE_URL: 'https://png.example' })
const { app, db } = house
const second = await house.openSecondProcess()
const [ada, admin] = [await createUser(house), await createUser(house, 'admin')]

const list = async (query: Record<string, string> = {}, person = admin) =>
  (await app.inject({ url: '/api/v1/accounts/users-list/', query, headers: person.headers })).json()
const update = (id: number, payload: object, person = admin) =>
  app.inject({ method: 'PATCH', url: `/api/v1/accounts/user/admin/update/${id}/`, payload, headers: person.headers })
const block = (id: number, person = admin) => update(id, { is_active: false, is_block: true }, person)
const unblock = (id: number, person = admin) => update(id, { is_active: true, is_block: false }, person)
const login = (email: string) =>
  app.inject({ method: 'POST', url: '/api/v1/accounts/user/login/', payload: { email, password: 'correct-horse' } })
const clicks = (person: TestUser) =>
  Promise.all(
    [app, second].map(async (door) => {
      const answer = await door.inject({ url: '/api/v1/accounts/user/sessions/', headers: person.headers })
      return answer.statusCode
    }),
  )

describe('the list of people', () => {
  test('has ten on a page, who came last first, and links to its neighbours', async () => {
    for (let i = 0; i < 9; i++) await createUser(house)
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
        date_joined: expect.stringMatching(/Z$/),
      },
    ])
  })

  test('finds a part of a username or an e-mail address, and takes no character for a pattern', async () => {
    const names = async (search: string) =>
      (await list({ search })).results.map(({ username }: { username: string }) => username)
    expect(await names(ada.username.toUpperCase())).toContain(ada.username)
    expect(await names(admin.email)).toEqual([admin.username])
    expect(await names('%')).toEqual([])
    expect(await names('user_')).toEqual([])
    expect((await list({ search: 'people.example', page: '1' })).next).toContain('?page=2&search=people.example')
  })

  test('leads from a page that there is not to the last one', async () => {
    const nowhere = await list({ page: '9' })
    expect(nowhere).toMatchObject({ results: [], next: null, previous: expect.stringMatching(/\?page=2$/) })
    expect(await list({ page: '3', search: 'nobody' })).toMatchObject({ count: 0, next: null })
  })

  test('is for admins', async () => {
    expect((await list({}, ada)).code).toBe('not_allowed')
  })
})

test('what happened to accounts is told to admins, of one person and of one kind', async () => {
  const erin = await createUser(house)
  await block(erin.id)
  const events = async (query: Record<string, string>, person = admin) =>
    (await app.inject({ url: '/api/v1/accounts/events/', query, headers: person.headers })).json()
  const about = { username: erin.username.toUpperCase() }
  expect(await events(about)).toMatchObject({
    count: 2,
    events: [
      { what: 'blocked', by: admin.username, user: erin.username, address: '127.0.0.1' },
      { what: 'signed in', by: erin.username, user: erin.username },
    ],
  })
  expect(await events({ ...about, what: 'signed in' })).toMatchObject({ count: 1, events: [{ what: 'signed in' }] })
  expect((await events({ username: 'nobody' })).count).toBe(0)
  expect((await events({}, ada)).code).toBe('not_allowed')
})

describe('blocking', () => {
  test('ends every session at once on every process, and is written down with who did it', async () => {
    const carl = await createUser(house)
    expect(await clicks(carl)).toEqual([200, 200])
    expect((await block(carl.id)).json()).toEqual({ message: 'User updated.' })
    expect(await clicks(carl)).toEqual([401, 401])
    expect((await login(carl.email)).json().code).toBe('blocked')
    const events = await db.selectFrom('audit').selectAll().where('user_id', '=', carl.id).where('event', '=', 'blocked').execute() // biome-ignore format: one thought
    expect(events).toMatchObject([{ actor_id: admin.id, address: '127.0.0.1' }])
  })

  test('twice is no second event; letting in again opens no old session', async () => {
    const dora = await createUser(house)
    await block(dora.id)
    await block(dora.id)
    await unblock(dora.id)
    expect(await clicks(dora)).toEqual([401, 401])
    expect((await login(dora.email)).statusCode).toBe(200)
    const events = await db.selectFrom('audit').select('event').where('user_id', '=', dora.id).orderBy('id').execute()
    expect(events.map(({ event }) => event)).toEqual(['signed in', 'blocked', 'unblocked', 'signed in'])
  })

  test('of oneself, of nobody, halfway or by a contributor is refused', async () => {
    expect((await block(admin.id)).json()).toEqual({ code: 'not_yourself', message: 'You cannot block yourself.' })
    expect((await block(999_999)).json().code).toBe('user_not_found')
    expect((await update(ada.id, { is_active: true, is_block: true })).statusCode).toBe(400)
    expect((await block(admin.id, ada)).json().code).toBe('not_allowed')
  })

  test('of one another at the same moment leaves one of two admins in', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = [await createUser(house, 'admin'), await createUser(house, 'admin')] as const
      const answers = await Promise.all([block(pair[1].id, pair[0]), block(pair[0].id, pair[1])])
      expect(answers.map((one) => one.statusCode).filter((status) => status === 200)).toHaveLength(1)
      expect((await Promise.all(pair.map(clicks))).flat().sort()).toEqual([200, 200, 401, 401])
    }
  })

  test('lets in whoever was only made inactive, by hand in the database', async () => {
    const emil = await createUser(house)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', emil.id).execute()
    await unblock(emil.id)
    expect((await login(emil.email)).statusCode).toBe(200)
  })

  test('changes nothing else, whatever is said', async () => {
    await update(ada.id, { is_active: true, is_block: false, role: 'admin', email: 'x@people.example' })
    const row = await db.selectFrom('users').selectAll().where('id', '=', ada.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ role: 'user', email: ada.email })
  })
})
