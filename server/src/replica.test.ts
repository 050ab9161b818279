import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { applyIndexQueue } from '#features/search/inverted-index/indexer'
import { createPostingCache } from '#features/search/postings'
import { searchImages } from '#features/search/query'
import { openReplica } from '#kit/database/pool'
import { createReadRouter } from '#kit/database/read-routing'
import { createReplica } from '#kit/database/replica'
import { aPng } from '#test/png'
import { startReplicatedPostgres } from '#test/replicated-postgres'
import { searchImagesBySql } from '#test/search-by-sql'
import { createImage, createUser, openTestApp, setStatus } from '#test/test-app'

const pair = await startReplicatedPostgres()
afterAll(pair.stop)
const house = await openTestApp(pair.settings)
const here = house.app
const there = await house.openSecondProcess()
/** A process that hears nothing for as long as a test lasts, or knows that it hears nothing. */
const line = { isUp: true }
const deaf = await openTestApp(
  { ...pair.settings, DATA_DIR: house.folder },
  { notifications: { on() {}, isListening: () => line.isUp, stop: async () => {} } },
)
const [ada, admin] = [await createUser(house), await createUser(house, 'admin')]
const images: Awaited<ReturnType<typeof createImage>>[] = []
const approve = ({ id }: { id: number }, app = here) => setStatus({ ...house, app }, admin, [id], 'approved')
const reject = ({ id }: { id: number }, app = here) => setStatus({ ...house, app }, admin, [id], 'rejected')

const api = '/api/v1/images'
const bodyOf = async (app: FastifyInstance, url: string) => (await app.inject(url)).body
const listing = (app: FastifyInstance) => bodyOf(app, `${api}/approved/`)
const slugsIn = (body: string): string[] => JSON.parse(body).images.map(({ slug }: { slug: string }) => slug)

let questions = 0
/** A question that nobody has asked before. */
const news = () => `${api}/suggestions/?title=lamp+${++questions}`

/** How many statements reach the standby meanwhile. */
async function reaching(what: () => Promise<unknown>): Promise<number> {
  const before = pair.statements().length
  await what()
  return pair.statements().length - before
}
const isAsked = async (app: FastifyInstance) => (await reaching(() => app.inject(news()))) > 0
async function untilAsked(...apps: FastifyInstance[]) {
  for (const app of apps) await expect.poll(() => isAsked(app), { timeout: 6_000, interval: 20 }).toBe(true)
}

beforeAll(async () => {
  for (let seed = 1; seed <= 4; seed++)
    images.push(await createImage(house, ada, { png: aPng({ seed }), title: `Lamp ${seed}`, keywords: 'light' }, admin))
})
beforeEach(async () => {
  await pair.resume()
  await untilAsked(here, there, deaf.app)
})

/** Every address at which a visitor meets this image. */
const addressesOf = ({ slug, cloudflare_id }: { slug: string; cloudflare_id: string }) => [
  `${api}/${slug}/`,
  `${api}/download/${cloudflare_id}/`,
  `/media/${cloudflare_id}/640.webp`,
  `/media/${cloudflare_id}/original.png`,
]

describe('a standby that knows everything', () => {
  test.each([
    ...addressesOf({ slug: 'SLUG', cloudflare_id: 'CID' }),
    `${api}/approved/?title=lamp`,
    `${api}/keywords/`,
    `${api}/suggestions/?title=lam`,
    '/sitemap.xml',
    '/sitemaps/images-1.xml',
  ])('answers visitors at %s, and the primary whoever is signed in', async (pattern) => {
    const url = pattern.replace('SLUG', images[0]!.slug).replace('CID', images[0]!.cloudflare_id)
    expect(await reaching(() => there.inject(url))).toBeGreaterThan(0)
    expect(await reaching(() => there.inject({ url, headers: ada.headers }))).toBe(0)
    // With a meaningless token the reply comes from the cache, or else from the standby too.
    const isCached = /approved|keywords|suggestions|SLUG/.test(pattern)
    const byNonsense = await reaching(() => there.inject({ url, headers: { authorization: 'Bearer nonsense' } }))
    expect(byNonsense > 0).toBe(!isCached)
  })

  test('is asked on while anonymous calls of all kinds arrive, since they change nothing', async () => {
    const logout = { method: 'POST', url: '/api/v1/accounts/user/logout/', payload: { refresh: 'nonsense' } } as const
    for (let at = 0; at < 100; at++) expect((await here.inject(logout)).statusCode).toBe(200)
    expect(await isAsked(here)).toBe(true)
  })

  test('is never asked to write, and a download counts', async () => {
    const { id } = images[1]!
    const downloads = async () =>
      (await house.db.selectFrom('images').select('downloads').where('id', '=', id).executeTakeFirstOrThrow()).downloads
    const before = await downloads()
    await there.inject(`${api}/download/${images[1]!.cloudflare_id}/`)
    await expect.poll(downloads).toBe(before + 1)
    expect(pair.statements().filter((said) => /\b(insert|update|delete|notify|nextval|begin)\b/i.test(said))).toEqual(
      [],
    )
  })
})

describe('a change', () => {
  test('is seen through the process that made it at once and through the other as soon as it hears of it', async () => {
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
    expect(await isAsked(here)).toBe(false)
    expect(await isAsked(there)).toBe(false)
  })

  test('that a listing of one process has just shown is never missing at another', async () => {
    const shown = async (image: (typeof images)[0]) => {
      await approve(image)
      expect(slugsIn(await listing(here))).toContain(image.slug)
      const asked = [there, deaf.app].flatMap((app) => addressesOf(image).map((url) => app.inject(url)))
      expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200))
    }
    for (let round = 0; round < 8; round++) {
      const image = images[round % images.length]!
      await reject(image)
      await shown(image)
    }
    for (const image of images) await reject(image)
    await untilAsked(here)
    await pair.pause()
    expect(await reaching(() => shown(images[0]!))).toBeGreaterThan(0)
    for (const image of images.slice(1)) await shown(image)
  })

  test('that nobody heard of is known within seconds, or the standby is left alone', async () => {
    await pair.pause()
    const rename = (to: string) => house.db.updateTable('keyword').set({ name: to }).execute()
    await rename('glow')
    const tags = async () => JSON.parse(await bodyOf(deaf.app, `${api}/keywords/?first=${++questions % 50 || 1}`)).data
    expect(await tags()).toMatchObject([{ name: 'light' }])
    await expect.poll(tags, { timeout: 10_000, interval: 200 }).toMatchObject([{ name: 'glow' }])
    await rename('light')
  })

  test('after which the primary has begun a new file of its log does not keep the standby waiting', async () => {
    const { replica } = watched(pair.settings.DATABASE_REPLICA_URL)
    await expect.poll(replica.isCaughtUp).toBe(true)
    await pair.switchLog()
    replica.invalidate()
    expect(replica.isCaughtUp()).toBe(false)
    await expect.poll(replica.isCaughtUp, { interval: 5 }).toBe(true)
  })

  test('that cannot be heard of while the line is down is read from the primary', async () => {
    line.isUp = false
    expect(await isAsked(deaf.app)).toBe(false)
    line.isUp = true
    expect(await isAsked(deaf.app)).toBe(true)
  })
})

test('lists that a process keeps are right whichever of the two it asks, or both at once', async () => {
  const cache = createPostingCache()
  const standby = openReplica(pair.settings.DATABASE_REPLICA_URL, { connections: 2 })
  const searches = [{}, { title: 'lamp' }, { title: 'lamp 3' }, { keyword: 'light' }, { sort: 'downloads' as const }]
  for (let round = 0; round < 30; round++) {
    if (round % 15 === 5) await pair.pause()
    if (round % 15 === 0) await pair.resume()
    await (Math.floor(round / images.length) % 2 ? approve : reject)(images[round % images.length]!)
    if (round % 3) await applyIndexQueue(house.db)
    const search = searches[round % searches.length]!
    const compared = [standby, house.db, standby].map(async (db) => {
      const [listed, plain] = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => [await searchImages(tx, cache, search, 1), await searchImagesBySql(tx, search, 1)])
      expect({ round, ...listed }).toEqual({ round, ...plain })
    })
    await Promise.all(compared)
  }
  await standby.destroy()
  for (const image of images) await approve(image)
})

/** A replica at this address, for as long as the test lasts, and what the operator is warned of. */
function watched(url: string) {
  const said: string[] = []
  const warn = (about: object | string, message?: string) =>
    void said.push(message ? `${message}: ${(about as { err: Error }).err.message}` : (about as string))
  const replica = createReplica(
    url,
    { connections: 2 },
    {
      primary: house.db,
      notifications: house.notifications,
      log: { info() {}, warn },
    },
  )
  onTestFinished(replica.watch().stop)
  return { replica, said }
}

describe('a standby that goes', () => {
  test('costs no visitor anything, is used again when it is back, and the operator reads two lines', async () => {
    const { replica, said } = watched(pair.settings.DATABASE_REPLICA_URL)
    await expect.poll(replica.isCaughtUp).toBe(true)
    const failed: number[] = []
    let isOver = false
    const visitors = Promise.all([here, there, here, there].map(async (app) => {
      while (!isOver) {
        const { statusCode } = await app.inject(news())
        if (statusCode !== 200) failed.push(statusCode)
      }
    })) // biome-ignore format: one thought
    await pair.cutOff('true')
    await pair.stopStandby()
    await expect.poll(replica.isCaughtUp, { timeout: 3_000 }).toBe(false)
    await approve(images[0]!)
    expect(slugsIn(await listing(here))).toContain(images[0]!.slug)
    await pair.startStandby()
    await expect.poll(replica.isCaughtUp, { timeout: 6_000 }).toBe(true)
    isOver = true
    await visitors
    await untilAsked(here, there)
    expect(failed).toEqual([])
    expect(said).toEqual([
      expect.stringMatching(/^The replica is not used; the primary answers visitors: /),
      'The replica answers visitors',
    ])
  })

  test('or breaks off is left alone for a while and then asked again, and a wrong question is not its fault', async () => {
    const { replica, said } = watched(pair.settings.DATABASE_REPLICA_URL)
    await expect.poll(replica.isCaughtUp).toBe(true)
    const read = createReadRouter(house.db, replica)({ caller: null })
    await expect(read((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero')
    expect(replica.isCaughtUp()).toBe(true)

    const slowly = read((db) =>
      sql<{ away: boolean }>`select away, pg_sleep(away::int) from pg_is_in_recovery() as away`.execute(db),
    )
    await expect.poll(async () => (await pair.cutOff(`query like '%pg_sleep%'`)).cut).toBe(true)
    expect((await slowly).rows[0]!.away).toBe(false)
    expect(replica.isCaughtUp()).toBe(false)
    await expect.poll(replica.isCaughtUp, { timeout: 6_000 }).toBe(true)
    expect(said).toEqual([
      expect.stringMatching(/^The replica is not used; the primary answers visitors: terminating connection/),
      'The replica answers visitors',
    ])
  })

  test.each([
    ['is away', 'postgres://vitrine:x@127.0.0.1:1/vitrine', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['is the primary itself', pair.settings.DATABASE_URL, 'DATABASE_REPLICA_URL names a server that is no standby'],
    ['follows somebody else', inject('postgres'), 'DATABASE_REPLICA_URL names another database'],
  ])('or %s is never asked, and the operator reads why', async (_how, url, why) => {
    const { replica, said } = watched(url)
    await expect.poll(() => said).toEqual([`The replica is not used; the primary answers visitors: ${why}`])
    expect(replica.isCaughtUp()).toBe(false)
  })
})

test('a process starts and answers while its replica is away', async () => {
  const DATABASE_REPLICA_URL = 'postgres://vitrine:x@127.0.0.1:1/vitrine'
  const { app } = await openTestApp({ ...pair.settings, DATABASE_REPLICA_URL, DATA_DIR: house.folder })
  expect(slugsIn(await listing(app))).toHaveLength(images.length)
})
