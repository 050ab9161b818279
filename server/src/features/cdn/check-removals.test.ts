import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeDown } from '#features/take-downs/take-down'
import { openCdnTestApp } from '#test/cdn-test-app'
import { startCountingServer } from '#test/counting-server'
import { nextDrawing } from '#test/drawings'
import { reportsOf } from '#test/reports'
import { createImage } from '#test/test-app'
import { maxRemovalChecks } from './cdn-removals.sql.ts'
import { checkRemovals } from './check-removals.ts'

const { service, testApp, ada, admin, work, call, save, shown, approved, reject } = await openCdnTestApp()
const { db } = testApp
const { report, decide } = await reportsOf(testApp)

beforeAll(async () => {
  expect((await save()).statusCode).toBe(200)
})
beforeEach(() => {
  service.staleAnswers = 0
})

const check = (changed: { delivery?: string; askDomain?: (url: string) => Promise<number | null> } = {}) => {
  const deps = { db, delivery: service.settings.CLOUDFLARE_DELIVERY, delaySeconds: () => 0, ...changed }
  return checkRemovals(deps, AbortSignal.timeout(60_000))
}

/** A picture that the CDN delivers, and that is taken down then. */
async function takenDown(title: string) {
  const image = await createImage(testApp, ada, { png: await nextDrawing(64), title }, admin)
  await work()
  const url = await shown(image)
  expect(service.shows(url)).toBe(true)
  await report({ slug: image.slug, reason: 'offensive' })
  expect((await decide(image.id, { outcome: 'taken_down' })).statusCode).toBe(200)
  return { ...image, url }
}
const stateOf = async (title: string) =>
  (await call('GET', '/api/v1/reports/taken-down/')).json().images.find((one: { title: string }) => one.title === title)
    .cdn

test('a taken-down picture is deleted at the CDN, and admins see how long its address answered', async () => {
  const image = await takenDown('Gone kite')
  expect(await stateOf('Gone kite')).toMatchObject({ copies: 1, gone_seconds: null, status: null, is_checking: true })
  await work()
  expect(service.shows(image.url)).toBe(false)
  await check()
  expect(await stateOf('Gone kite')).toMatchObject({ copies: 1, gone_seconds: expect.any(Number), is_checking: false })
})

test('an address that answers from a cache is checked again until it is gone', async () => {
  await takenDown('Cached kite')
  await work()
  service.staleAnswers = 3
  await check()
  expect(await stateOf('Cached kite')).toMatchObject({ gone_seconds: expect.any(Number), is_checking: false })
  const rows = await db.selectFrom('cdn_removal').select('checks').orderBy('removed_at', 'desc').execute()
  expect(rows[0]!.checks).toBe(4)
})

test('an address that stays is checked for a bounded time, and said to answer still', async () => {
  await takenDown('Lasting kite')
  await work()
  service.staleAnswers = 1000
  await check()
  expect(await stateOf('Lasting kite')).toMatchObject({
    gone_seconds: null,
    host: 'imagedelivery.net',
    status: 200,
    checked_at: expect.any(String),
    is_checking: false,
  })
  expect(service.staleAnswers).toBe(1000 - maxRemovalChecks)
})

test('it is looked for at the domain of an admin too, until that answers that it is gone', async () => {
  await save({ images_domain: 'images.png.example' })
  const { url } = await takenDown('Foreign kite')
  expect(url).toContain('https://images.png.example/')
  await work()
  await check({ askDomain: async () => 200 })
  const answers = { gone_seconds: null, copies: 1, host: 'images.png.example', status: 200, is_checking: false }
  expect(await stateOf('Foreign kite')).toMatchObject(answers)
  await takenDown('Former kite')
  await work()
  const addresses: string[] = []
  const answer = async (address: string) => (addresses.push(address) < 3 ? 200 : 404)
  await check({ askDomain: answer })
  expect(addresses).toEqual(Array(3).fill(addresses[0]))
  expect(addresses[0]).toMatch(/^https:\/\/images\.png\.example\/cdn-cgi\/imagedelivery\//)
  expect(await stateOf('Former kite')).toMatchObject({ gone_seconds: expect.any(Number), host: null })
  await save()
})

test('a domain of this network is not asked, and is no proof that the picture is gone', async () => {
  const { port, connections } = await startCountingServer()
  const host = `localhost:${port}`
  await save({ images_domain: 'a.localhost' })
  await takenDown('Inner kite')
  await work()
  await db.updateTable('cdn_removal').set({ host }).where('host', '=', 'a.localhost').execute()
  await check()
  expect(connections()).toBe(0)
  expect(await stateOf('Inner kite')).toMatchObject({ gone_seconds: null, host, status: null, is_checking: false })
  await save()
})

test('a host that does not answer is no proof that the picture is gone', async () => {
  await takenDown('Silent kite')
  await work()
  await check({ delivery: 'http://127.0.0.1:1' })
  const unknown = { gone_seconds: null, status: null, checked_at: expect.any(String) }
  expect(await stateOf('Silent kite')).toMatchObject(unknown)
})

test('copies of pictures that leave for another reason are not checked, nor pictures without copies', async () => {
  const removals = () => db.selectFrom('cdn_removal').select('cdn_id').execute()
  const before = await removals()
  const image = await approved()
  await work()
  await reject(image)
  await work()
  const uncopied = await createImage(testApp, ada, { png: await nextDrawing(64), title: 'Home kite' }, admin)
  await db.deleteFrom('cdn_copy').where('image_id', '=', uncopied.id).execute()
  await db.transaction().execute((transaction) => takeDown(transaction, uncopied.id, { reason: 'other', by: admin.id }))
  await work()
  expect(await removals()).toHaveLength(before.length)
})

describe('before a backlog of uploads', () => {
  /** Images whose copies are due before anything that becomes due later. */
  async function backlog(): Promise<void> {
    for (let i = 0; i < 6; i++) await approved()
    await db
      .updateTable('cdn_copy')
      .set({ due_at: new Date(0) })
      .where('state', '=', 'queued')
      .execute()
  }
  const isUpload = (call: string) => call.startsWith('POST v1 ')
  const uploads = () => service.calls.filter(isUpload).length
  const uploadsAfterDeletion = () =>
    service.calls.slice(service.calls.findIndex((call) => call.startsWith('DELETE '))).filter(isUpload).length

  test('a copy is deleted before those of a backlog are uploaded', async () => {
    const image = await approved()
    await work()
    const address = await shown(image)
    await backlog()
    await reject(image)
    service.calls = []
    await work()
    expect(service.shows(address)).toBe(false)
    expect([uploads(), uploadsAfterDeletion()]).toEqual([6, 6])
  })

  test('one that has to go while a backlog is uploaded does not wait for the rest of it', async () => {
    const image = await approved()
    await work()
    const address = await shown(image)
    await backlog()
    service.calls = []
    const { promise: release, resolve: answerUploads } = Promise.withResolvers<void>()
    service.beforeUpload = () => release
    const working = work()
    await expect.poll(uploads).toBe(4) // as many as are sent at once
    await reject(image)
    answerUploads()
    await working
    expect(service.shows(address)).toBe(false)
    expect([uploads(), uploadsAfterDeletion()]).toEqual([6, 2])
  })
})
