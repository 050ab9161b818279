import { expect, test } from 'vitest'
import { galleryChanged } from '#features/publishing/read-model'
import { holdLocks, untilWaiting } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { createImage, createUser, openAppWithPeople, withoutJobs } from '#test/test-app'

// What an overloaded process answers (requirements: #overload). Two connections: one for visitors, one for people.

const settings = { DATABASE_POOL: '2', SITE_NAME: 'Fox & <Friends>' }
const { testApp: site, app, ada, admin } = await openAppWithPeople(settings, withoutJobs)
const cachesCleared = new Promise<void>((cleared) => site.notifications.on(galleryChanged, () => cleared()))
await createImage(site, ada, { png: aPng({ seed: 1 }), title: 'Brass lamp' }, admin)
await cachesCleared // or it would clear what a test has cached

const approved = '/api/v1/images/approved/'
let searches = 0
const search = () => app.inject(`${approved}?title=lamp${++searches}`)

/** Every search waits, as on a database in trouble, until it is released. */
const holdSearches = () => holdLocks(site.databaseUrl, 'lock table posting in access exclusive mode')

test('cached pages and replies go on, sign-in keeps a place, and the rest is refused with Retry-After', async () => {
  for (const url of ['/', approved]) await app.inject(url)
  const release = await holdSearches()
  const held = search()
  await untilWaiting(site.db, 1)
  const page = app.inject(`/?title=lamp${++searches}`)
  const waiting = Array.from({ length: 110 }, search)
  for (const url of ['/', approved, '/contributor/auth/', '/admin/auth/'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
  expect((await createUser(site)).access_token).toBeTruthy()

  const answers = await Promise.all(waiting)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect(answers[0]!.headers['retry-after']).toBe('2')
  const message = 'Very many people are here at the moment. Please try again in a few seconds.'
  expect(answers[0]!.json()).toEqual({ code: 'overloaded', message })
  const { statusCode, headers, body } = await page
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '2', 'no-store'])
  expect(headers['content-type']).toContain('text/html')
  expect(body).toContain('Please load it again in a few seconds.')
  expect(body).toContain('Fox &#38; &#60;Friends&#62;</title>')

  await release()
  await held
  expect((await search()).statusCode).toBe(200)
})

test('networks are served in turn, however much one of them asks for', async () => {
  await app.inject(approved)
  const release = await holdSearches()
  const ended: string[] = []
  const searchFrom = async (remoteAddress: string) => {
    await app.inject({ url: `${approved}?title=lamp${++searches}`, remoteAddress })
    ended.push(remoteAddress)
  }
  const one = '192.0.2.5'
  const all = [searchFrom('2001:db8:6::1')]
  await untilWaiting(site.db, 1)
  for (let count = 0; count < 20; count++) all.push(searchFrom(`2001:db8:6:${count}::1`)) // of one /48
  all.push(searchFrom(one))
  await app.inject(approved) // cached; by then all of them wait
  await release()
  await Promise.all(all)
  expect(ended.indexOf(one)).toBeLessThan(4)
})

test('a page is not refused half way by its own calls, however many wait for its place', async () => {
  const pages = Array.from({ length: 150 }, () => app.inject(`/?title=lamp${++searches}`))
  const calls = Array.from({ length: 20 }, (_, at) => app.inject(`${approved}?title=lamp${searches - at}`))
  const answers = await Promise.all(pages)
  const made = answers.filter(({ statusCode }) => statusCode === 200)
  expect(made.length).toBeGreaterThan(0)
  for (const { body } of made) expect(body).toContain('No images found.')
  for (const { statusCode, body } of answers)
    if (statusCode !== 200) expect([statusCode, body.includes('Please load it again')]).toEqual([503, true])
  for (const { statusCode } of await Promise.all(calls)) expect([200, 503]).toContain(statusCode)
})
