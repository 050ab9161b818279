import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { auditLog } from '#test/accounts'
import { callAs, openAppWithPeople } from '#test/test-app'
import { addToSearchLog, trimSearchLog } from './search-log.sql.ts'

const { testApp: site, app, db, ada, admin } = await openAppWithPeople({ TRUST_PROXY: '127.0.0.1' })
const url = '/api/v1/search/log/'

let lastNetwork = 0
/** A browser's report, by default from a network that has not reported before. */
const report = (payload: object, address = `10.0.${++lastNetwork >> 8}.${lastNetwork & 255}`) =>
  app.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': address } })
const isCounted = async (...request: Parameters<typeof report>) => (await report(...request)).json().is_counted

const read = async (days = 30) => (await app.inject({ url: `${url}?days=${days}`, headers: admin.headers })).json()
const setLog = (has_search_log: boolean) => callAs(site, admin, 'PUT', 'search/log', { has_search_log })

const rows = () => db.selectFrom('search_log').selectAll().execute()
/** Counts are written once a second. */
const untilWritten = (question: string, times: number) =>
  expect.poll(async () => (await rows()).find((row) => row.question === question)?.times).toBe(times)

const insertRow = (daysAgo: number, question: string, times: number) =>
  sql`
    insert into search_log (day, question, times, images, is_corrected, first, near, far)
    values ((now() at time zone 'utc')::date - ${daysAgo}::int, ${question}, ${times}, 1, false, 0, 0, 0)`.execute(db)

async function emptyLog() {
  await setLog(false) // deletes what it holds
  await setLog(true)
}
beforeEach(emptyLog)

test('a search is counted with what it found, whether words were replaced, and places of opened images', async () => {
  // Empty once the counts of earlier tests are written.
  await report({ question: 'marker', images: 1 })
  await untilWritten('marker', 1)
  await emptyLog()
  const question = 'Café  au lait'
  for (const images of [0, 3, 7]) await report({ question, images, is_corrected: images > 0 })
  for (const opened of [1, 1, 2, 10, 11]) await report({ question: 'cafe au lait', opened })
  await untilWritten('cafe au lait', 3)
  const logged = { times: 3, images: 7, is_corrected: true }
  await expect.poll(async () => (await read()).most_frequent).toEqual([{ question: 'cafe au lait', ...logged }])
  const totals = { times: 3, unanswered: 0, corrected: 3, first: 2, near: 2, far: 1 }
  expect(await read()).toMatchObject({ totals, unanswered: [] })
  for (let time = 0; time < 3; time++) await report({ question: 'zzyzx', images: 0 })
  await untilWritten('zzyzx', 3)
  expect((await read()).unanswered).toMatchObject([{ question: 'zzyzx', times: 3, images: 0 }])
  expect((await read()).totals).toMatchObject({ times: 6, unanswered: 3 })
})

test('a search counts once a day for a network, and so does an opened image', async () => {
  const search = { question: 'kettle', images: 1 }
  expect(await isCounted(search, '192.0.2.1')).toBe(true)
  expect(await isCounted(search, '192.0.2.1')).toBe(false)
  expect(await isCounted({ question: 'kettle', opened: 1 }, '192.0.2.1')).toBe(true)
  expect(await isCounted({ question: 'kettle', opened: 2 }, '192.0.2.1')).toBe(false)
  expect(await isCounted(search, '192.0.2.2')).toBe(true)
  expect(await isCounted(search, '127.0.0.1')).toBe(true)
  expect(await isCounted(search, '127.0.0.1')).toBe(true)
})

test('a search may name a year, but nothing personal, and is cut at 100 characters', async () => {
  for (const question of ['ada@people.example', 'call 0170 123 45 67', 'iban 89370400440532013000', '(555) 123-4567'])
    expect([question, await isCounted({ question, images: 1 })]).toEqual([question, false])
  expect(await isCounted({ question: 'calendar 2026', images: 1 })).toBe(true)
  expect(await isCounted({ question: 'y'.repeat(200), images: 1 })).toBe(true)
  await untilWritten('calendar 2026', 1)
  await untilWritten('y'.repeat(100), 1)
  const tooLong = { question: 'x'.repeat(201), images: 1 }
  for (const payload of [{}, { question: 'x' }, { question: 'x', images: 1, opened: 1 }, tooLong])
    expect((await report(payload)).statusCode).toBe(400)
})

test('a search is refused from a network with more than 60 a minute', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  const status = async (n: number) => (await report({ question: `q${n}`, images: 1 }, '192.0.2.9')).statusCode
  for (let n = 0; n < 60; n++) expect(await status(n)).toBe(200)
  expect(await status(60)).toBe(429)
  now.mockReturnValue(Date.now() + 60_000)
  expect(await status(60)).toBe(200)
  now.mockRestore()
  await untilWritten('q60', 1) // what is written later is not of the next test
})

test('a search leaves neither a person nor an address, in the table or in the log', async () => {
  await app.inject({
    ...{ method: 'POST', url, payload: { question: 'vase', images: 1 } },
    headers: { ...ada.headers, 'x-forwarded-for': '192.0.2.77', 'user-agent': 'Tell-Tale/1.0' },
  })
  await untilWritten('vase', 1)
  const { rows: tables } = await sql<{ row: string }>`
    select search_log::text as row from search_log union all select rate_limit::text from rate_limit`.execute(db)
  const text = tables.map(({ row }) => row).join()
  expect(text).toContain('vase')
  for (const trace of ['192.0.2', 'Tell-Tale', ada.username]) expect(text).not.toContain(trace)
})

test('the log does not show what was searched for fewer than three times on a day', async () => {
  await insertRow(0, 'rare today', 2)
  await insertRow(1, 'rare yesterday', 2)
  await insertRow(1, 'frequent', 3)
  expect((await read()).most_frequent).toMatchObject([{ question: 'frequent', times: 3 }])
  await trimSearchLog(db)
  expect((await rows()).map(({ question }) => question).sort()).toEqual(['frequent', 'rare today'])
})

test('the log keeps 90 days, and sums up 7, 30 or 90 of them', async () => {
  for (const daysAgo of [6, 7, 29, 30, 89, 90]) await insertRow(daysAgo, `${daysAgo} days ago`, 5)
  await trimSearchLog(db)
  expect(await rows()).toHaveLength(5)
  const counts: number[] = []
  for (const days of [7, 30, 90]) counts.push((await read(days)).most_frequent.length)
  expect(counts).toEqual([1, 3, 5])
  expect((await app.inject({ url: `${url}?days=8`, headers: admin.headers })).statusCode).toBe(400)
})

test('the log is emptied when an admin switches it off, and nothing is counted until it is on again', async () => {
  await report({ question: 'lamp', images: 1 })
  await untilWritten('lamp', 1)
  expect((await setLog(false)).json().message).toContain('deleted')
  expect((await read()).has_search_log).toBe(false)
  const late = { day: '2026-11-22', question: 'late', times: 1, images: 1, is_corrected: false }
  await addToSearchLog(db, [{ ...late, first: 0, near: 0, far: 0 }]) // as another process does a moment later
  expect(await rows()).toEqual([])
  expect(await isCounted({ question: 'lamp', images: 1 })).toBe(false)
  await setLog(true)
  const { events } = await auditLog(site, admin)
  const switched = ['on', 'off'].map((what) => ({ what: `search log switched ${what}`, by: admin.username }))
  expect(events.slice(0, 2)).toMatchObject(switched)
  expect(await isCounted({ question: 'vase', images: 1 })).toBe(true)
  await untilWritten('vase', 1)
})

test('the log is switched on every process at once, and the privacy page says so', async () => {
  const second = await site.openSecondProcess()
  const privacy = async (process = app) => (await process.inject('/privacy/')).body
  await setLog(false)
  const off = 'keep no record of what you look at or search for'
  for (const process of [app, second]) await expect.poll(() => privacy(process)).toContain(off)
  await setLog(true)
  for (const process of [app, second]) {
    await expect.poll(() => privacy(process)).toContain('we count what people search for')
    await expect.poll(() => privacy(process)).not.toContain(off)
    await expect.poll(async () => (await process.inject('/')).body).toContain('"has_search_log":true')
  }
  expect((await second.inject({ method: 'POST', url, payload: { question: 'x', images: 0 } })).json()).toEqual({
    is_counted: true,
  })
})
