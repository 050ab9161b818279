import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { createPostingCache } from '#features/search/postings'
import { openBackgroundDatabase, openReplica } from '#kit/database/pool'
import { createReadRouter } from '#kit/database/read-routing'
import { createReplica } from '#kit/database/replica'
import { aPng } from '#test/png'
import { startReplicatedPostgres } from '#test/replicated-postgres'
import { searchImagesByIndex, searchImagesBySql } from '#test/search-by-sql'
import { createImage, createUser, openTestApp, setStatus, withoutJobs } from '#test/test-app'

const pair = await startReplicatedPostgres()
afterAll(pair.stop)
const testApp = await openTestApp(pair.settings, withoutJobs)
const here = testApp.app
const there = await testApp.openSecondProcess()
/** A process that receives no notifications; a test decides whether it knows that its connection is down. */
const listenConnection = { isUp: true }
const unnotified = await openTestApp(
  { ...pair.settings, DATA_DIR: testApp.folder },
  {
    ...withoutJobs,
    notifications: { processName: 'deaf', on() {}, isListening: () => listenConnection.isUp, stop: async () => {} },
  },
)
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
const images: Awaited<ReturnType<typeof createImage>>[] = []
const approve = ({ id }: { id: number }, app = here) => setStatus({ ...testApp, app }, admin, [id], 'approved')
const reject = ({ id }: { id: number }, app = here) => setStatus({ ...testApp, app }, admin, [id], 'rejected')

const api = '/api/v1/images'
const bodyOf = async (app: FastifyInstance, url: string) => (await app.inject(url)).body
const listing = (app: FastifyInstance) => bodyOf(app, `${api}/approved/`)
const slugsIn = (body: string): string[] => JSON.parse(body).images.map(({ slug }: { slug: string }) => slug)

let requests = 0
/** A URL that was not requested before, so that no cache answers it. */
const uncachedUrl = () => `${api}/suggestions/?title=lamp+${++requests}`

/** Number of statements that reach the standby during an action. */
async function standbyStatements(action: () => Promise<unknown>): Promise<number> {
  const before = pair.statements().length
  await action()
  return pair.statements().length - before
}
const readsStandby = async (app: FastifyInstance) => (await standbyStatements(() => app.inject(uncachedUrl()))) > 0
async function untilStandbyIsRead(...apps: FastifyInstance[]) {
  for (const app of apps) await expect.poll(() => readsStandby(app), { timeout: 15_000, interval: 20 }).toBe(true)
}

beforeAll(async () => {
  for (let seed = 1; seed <= 4; seed++)
    images.push(
      await createImage(testApp, ada, { png: aPng({ seed }), title: `Lamp ${seed}`, keywords: 'light' }, admin),
    )
})
beforeEach(async () => {
  await pair.resume()
  await untilStandbyIsRead(here, there, unnotified.app)
})

/** Every URL at which a visitor finds this image. */
const urlsOf = ({ slug, cloudflare_id }: { slug: string; cloudflare_id: string }) => [
  `${api}/${slug}/`,
  `${api}/download/${cloudflare_id}/`,
  `/media/${cloudflare_id}/640.webp`,
  `/media/${cloudflare_id}/original.png`,
]

describe('a standby that is caught up', () => {
  test.each([
    // Of an image each, since an image that was looked up is known by all its addresses.
    ...[0, 1, 2, 3].map((at) => urlsOf({ slug: 'SLUG', cloudflare_id: `CID${at}` })[at]!),
    `${api}/approved/?title=lamp`,
    `${api}/approved/?sort=trending`,
    `${api}/highlights/`,
    `${api}/keywords/`,
    `${api}/suggestions/?title=lam`,
    '/sitemap.xml',
    '/sitemaps/images-1.xml',
  ])('answers visitors at %s, and the primary answers signed-in users', async (pattern) => {
    const url = pattern
      .replace('SLUG', images[0]!.slug)
      .replace(/CID(\d)/, (_, at) => images[Number(at)]!.cloudflare_id)
    expect(await standbyStatements(() => there.inject(url))).toBeGreaterThan(0)
    expect(await standbyStatements(() => there.inject({ url, headers: ada.headers }))).toBe(0)
    // With a meaningless token the reply comes from the cache, or else from the standby too.
    const isCached = /approved|highlights|keywords|suggestions|SLUG|CID/.test(pattern)
    const statements = await standbyStatements(() =>
      there.inject({ url, headers: { authorization: 'Bearer nonsense' } }),
    )
    expect(statements > 0).toBe(!isCached)
  })

  test('is still read while anonymous requests of all kinds arrive, because they change nothing', async () => {
    const logout = { method: 'POST', url: '/api/v1/accounts/user/logout/', payload: { refresh: 'nonsense' } } as const
    for (let at = 0; at < 100; at++) expect((await here.inject(logout)).statusCode).toBe(200)
    expect(await readsStandby(here)).toBe(true)
  })

  test('is never written to, and a download is counted', async () => {
    // Of an image without downloads that are still to be written.
    const { id, cloudflare_id } = images[3]!
    const downloads = async () =>
      (await testApp.db.selectFrom('images').select('downloads').where('id', '=', id).executeTakeFirstOrThrow())
        .downloads
    const before = await downloads()
    await there.inject(`${api}/download/${cloudflare_id}/`)
    await expect.poll(downloads, { timeout: 10_000 }).toBe(before + 1)
    expect(
      pair.statements().filter((statement) => /\b(insert|update|delete|notify|nextval|begin)\b/i.test(statement)),
    ).toEqual([])
  })
})

describe('a change', () => {
  test('is visible at once in its process, and in the other after the notification', async () => {
    for (const lags of [false, true]) {
      if (lags) await pair.pause()
      for (const [at, image] of images.entries()) {
        const [near, far] = at % 2 ? [here, there] : [there, here]
        await reject(image, near)
        expect(slugsIn(await listing(near))).not.toContain(image.slug)
        await expect.poll(async () => slugsIn(await listing(far)), { interval: 1 }).not.toContain(image.slug)
        await approve(image, near)
        expect(slugsIn(await listing(near))).toContain(image.slug)
        await expect.poll(async () => slugsIn(await listing(far)), { interval: 1 }).toContain(image.slug)
        expect(await bodyOf(far, '/')).toContain(`/image/${image.slug}/`)
      }
    }
    expect(await readsStandby(here)).toBe(false)
    expect(await readsStandby(there)).toBe(false)
  })

  test('that one process has just listed is never missing in another', async () => {
    const expectEverywhere = async (image: (typeof images)[0]) => {
      await approve(image)
      expect(slugsIn(await listing(here))).toContain(image.slug)
      const responses = [there, unnotified.app].flatMap((app) => urlsOf(image).map((url) => app.inject(url)))
      expect((await Promise.all(responses)).map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
    }
    for (let round = 0; round < 8; round++) {
      const image = images[round % images.length]!
      await reject(image)
      await expectEverywhere(image)
    }
    const unseen = await createImage(testApp, ada, { png: aPng({ seed: 5 }), title: 'Lamp 5', keywords: 'light' })
    for (const image of images) await reject(image)
    await untilStandbyIsRead(here, there, unnotified.app)
    await pair.pause()
    expect(await standbyStatements(() => expectEverywhere(unseen))).toBeGreaterThan(0)
    for (const image of images) await expectEverywhere(image)
    await reject(unseen)
  })

  test('without a notification is visible within seconds, or the standby is no longer read', async () => {
    const standby = openBackgroundDatabase(pair.settings.DATABASE_REPLICA_URL, { connections: 1 })
    onTestFinished(() => standby.destroy())
    const rename = (name: string) => testApp.db.updateTable('keyword').set({ name }).execute()
    const tags = async () =>
      JSON.parse(await bodyOf(unnotified.app, `${api}/keywords/?first=${++requests % 50 || 1}`)).data
    expect(await tags()).toMatchObject([{ name: 'light' }])
    await pair.pause()
    await rename('glow')
    expect(await standby.selectFrom('keyword').select('name').execute()).toEqual([{ name: 'light' }])
    await expect.poll(tags, { timeout: 10_000, interval: 200 }).toMatchObject([{ name: 'glow' }])
    await rename('light')
  })

  test('after which the primary has begun a new WAL segment does not keep the standby waiting', async () => {
    const { replica } = watchReplica(pair.settings.DATABASE_REPLICA_URL)
    await expect.poll(replica.isCaughtUp).toBe(true)
    await pair.switchLog()
    replica.invalidate()
    expect(replica.isCaughtUp()).toBe(false)
    await expect.poll(replica.isCaughtUp, { interval: 5 }).toBe(true)
  })

  test('is read from the primary while the LISTEN connection is down', async () => {
    listenConnection.isUp = false
    expect(await readsStandby(unnotified.app)).toBe(false)
    listenConnection.isUp = true
    await untilStandbyIsRead(unnotified.app)
  })
})

test('cached posting lists are right for the primary and the standby, also when both are read at once', async () => {
  const cache = createPostingCache()
  const standby = openReplica(pair.settings.DATABASE_REPLICA_URL, { connections: 2 })
  const searches = [{}, { title: 'lamp' }, { title: 'lamp 3' }, { keyword: 'light' }, { sort: 'downloads' as const }]
  for (let round = 0; round < 30; round++) {
    if (round % 15 === 5) await pair.pause()
    if (round % 15 === 0) await pair.resume()
    await (Math.floor(round / images.length) % 2 ? approve : reject)(images[round % images.length]!)
    if (round % 3) await applyIndexQueue(testApp.db)
    const search = searches[round % searches.length]!
    const compared = [standby, testApp.db, standby].map(async (db) => {
      const [byIndex, bySql] = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => [
          await searchImagesByIndex(tx, cache, search, 1),
          await searchImagesBySql(tx, search, 1),
        ])
      expect({ round, ...byIndex }).toEqual({ round, ...bySql })
    })
    await Promise.all(compared)
  }
  await standby.destroy()
  for (const image of images) await approve(image)
})

/** A watched replica for the duration of a test, and the warnings it logs. */
function watchReplica(url: string) {
  const warnings: string[] = []
  const warn = (about: object | string, message?: string) =>
    void warnings.push(message ? `${message}: ${(about as { err: Error }).err.message}` : (about as string))
  const deps = { primary: testApp.db, notifications: testApp.notifications, log: { info() {}, warn } }
  const replica = createReplica(url, { connections: 2 }, deps)
  onTestFinished(replica.watch().stop)
  return { replica, warnings }
}

describe('a failing standby', () => {
  test('is unnoticed by visitors, is used again when it is back, and is logged in two lines', async () => {
    const { replica, warnings } = watchReplica(pair.settings.DATABASE_REPLICA_URL)
    await expect.poll(replica.isCaughtUp).toBe(true)
    const failed: number[] = []
    let isOver = false
    const browse = async (app: FastifyInstance) => {
      while (!isOver) {
        const { statusCode } = await app.inject(uncachedUrl())
        if (statusCode !== 200) failed.push(statusCode)
      }
    }
    const visitors = Promise.all([here, there, here, there].map(browse))
    onTestFinished(async () => {
      isOver = true
      await visitors
    })
    warnings.length = 0
    try {
      await pair.stopStandby()
      await expect.poll(replica.isCaughtUp, { timeout: 15_000 }).toBe(false)
      await approve(images[0]!)
      expect(slugsIn(await listing(here))).toContain(images[0]!.slug)
    } finally {
      await pair.startStandby()
    }
    await expect.poll(replica.isCaughtUp, { timeout: 15_000 }).toBe(true)
    isOver = true
    await visitors
    await untilStandbyIsRead(here, there)
    expect(failed).toEqual([])
    expect(warnings).toEqual([
      expect.stringMatching(/^The replica is not used; the primary answers visitors: /),
      'The replica answers visitors',
    ])
  })

  test('is quarantined after a lost connection and then read again, but not after a failed query', async () => {
    const { replica, warnings } = watchReplica(pair.settings.DATABASE_REPLICA_URL)
    await expect.poll(replica.isCaughtUp).toBe(true)
    const read = createReadRouter({ people: testApp.db, visitors: testApp.visitorDb, replica })({ caller: null })
    await expect(read((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
    expect(replica.isCaughtUp()).toBe(true)

    const slowly = read((db) =>
      sql<{ is_standby: boolean }>`
        select is_standby, pg_sleep(is_standby::int) from pg_is_in_recovery() as is_standby`.execute(db),
    )
    await expect.poll(async () => (await pair.cutOff(`query like '%pg_sleep%'`)).cut).toBe(true)
    expect((await slowly).rows[0]!.is_standby).toBe(false)
    expect(replica.isCaughtUp()).toBe(false)
    await expect.poll(replica.isCaughtUp, { timeout: 6_000 }).toBe(true)
    expect(warnings).toEqual([
      expect.stringMatching(/^The replica is not used; the primary answers visitors: terminating connection/),
      'The replica answers visitors',
    ])
  })

  test.each([
    ['is unreachable', 'postgres://vitrine:x@127.0.0.1:1/vitrine', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['is the primary itself', pair.settings.DATABASE_URL, 'DATABASE_REPLICA_URL names a server that is no standby'],
    ['follows another primary', inject('postgres'), 'DATABASE_REPLICA_URL names another database'],
  ])('that %s is never read, and the reason is logged', async (_problem, url, reason) => {
    const { replica, warnings } = watchReplica(url)
    await expect.poll(() => warnings).toEqual([`The replica is not used; the primary answers visitors: ${reason}`])
    expect(replica.isCaughtUp()).toBe(false)
  })
})

test('a process starts and responds while its replica is unreachable', async () => {
  const DATABASE_REPLICA_URL = 'postgres://vitrine:x@127.0.0.1:1/vitrine'
  const { app } = await openTestApp({ ...pair.settings, DATABASE_REPLICA_URL, DATA_DIR: testApp.folder })
  expect(slugsIn(await listing(app))).toHaveLength(images.length)
})
