import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { originalKey } from '#features/images/storage-keys'
import { addDownloads } from '#features/publishing/downloads.sql'
import { searchSessionParameters } from '#features/search/question/dictionary.sql'
import { openBackgroundDatabase } from '#kit/database/pool'
import { aPng } from '#test/png'
import { createImage, createUser, hashOf, openAppWithPeople, setStatus } from '#test/test-app'
import { retentionJobs } from './retention-jobs.ts'

const settings = { TRUST_PROXY: '127.0.0.1', SLOW_QUERY_MS: '0' }
const { testApp, app, db, backgroundDb, ada, admin } = await openAppWithPeople(settings)

let seed = 7100
const publish = (title: string, owner = ada) =>
  createImage(testApp, owner, { png: aPng({ width: 300, height: 200, seed: ++seed }), title }, admin)

type Image = Awaited<ReturnType<typeof publish>>
const pathOf = ({ cloudflare_id }: Image) => `/api/v1/images/download/${cloudflare_id}/`

/** A download through the proxy, without a client address where it is null. */
const download = (
  image: Image,
  address: string | null,
  headers: object = {},
  method: 'GET' | 'HEAD' = 'GET',
  at = app,
) => at.inject({ method, url: pathOf(image), headers: { ...headers, ...(address && { 'x-forwarded-for': address }) } })

/** Of the image, of its day, of its owner's day, and in the read model. */
async function counts({ id }: Image) {
  const { rows } = await sql<{ total: number; day: number; owner: number; published: number }>`
    select images.downloads as total, coalesce(image_day.count, 0) as day, coalesce(owner_day.count, 0) as owner,
      published.downloads as published
    from images
    join published on image_id = images.id
    left join image_download_day as image_day on image_day.image_id = id and day = (now() at time zone 'utc')::date
    left join download_day as owner_day on owner_day.owner_id = images.owner_id and owner_day.day = image_day.day
    where id = ${id}`.execute(db)
  return rows[0]!
}
const countOf = async (image: Image) => (await counts(image)).total

/** Downloads once more from a network of its own and waits for that count: all before it are written then, too. */
async function expectCount(image: Image, expected: number) {
  await download(image, `198.51.100.${++seed % 250}`)
  await expect.poll(() => countOf(image)).toBe(expected + 1)
}

test('a network counts once a day for each image, in all figures; where all look alike, each time', async () => {
  const owner = await createUser(testApp)
  const [one, other] = [await publish('Once', owner), await publish('Other', owner)]
  const addresses = ['203.0.113.1', '203.0.113.1', '203.0.113.2', '2001:db8:0:1::5', '2001:db8:0:1:ffff::6']
  for (const address of [...addresses, '2001:db8:0:2::5']) await download(one, address)
  await download(other, '203.0.113.1')
  const alike = await publish('Alike')
  for (const _ of ['once', 'again']) await download(alike, null) // as behind a proxy that is not named
  await expect.poll(() => counts(one)).toEqual({ total: 4, day: 4, owner: 5, published: 4 })
  expect(await countOf(other)).toBe(1)
  await expectCount(alike, 2)
  const shown = await app.inject({ url: `/api/v1/images/${one.slug}/`, headers: owner.headers })
  expect(shown.json().image.downloads).toBe(4)
})

test('a part of the file, HEAD and an unchanged copy do not count; a range of the whole file does', async () => {
  const image = await publish('Parts')
  const { headers, rawPayload } = await download(image, '203.0.113.10', {}, 'HEAD')
  const last = Number(headers['content-length']) - 1
  expect(rawPayload).toHaveLength(0)
  const ranges = ['bytes=0-0', 'bytes=1-', `bytes=0-${last - 1}`, 'bytes=-1']
  for (const [index, range] of ranges.entries()) {
    const { statusCode } = await download(image, `203.0.113.${20 + index}`, { range })
    expect(statusCode).toBe(206)
  }
  expect((await download(image, '203.0.113.30', { 'if-none-match': headers.etag })).statusCode).toBe(304)
  await expectCount(image, 0)
  const whole = ['bytes=0-', `bytes=0-${last}`, `bytes=0-${last + 5}`]
  for (const [index, range] of whole.entries()) await download(image, `203.0.113.${40 + index}`, { range })
  await expectCount(image, 4)
})

test('an aborted transfer does not count', async () => {
  const image = await publish('Aborted')
  const original = join(testApp.folder, 'files', originalKey(await hashOf(testApp, image)))
  await writeFile(original, Buffer.alloc(64 * 2 ** 20)) // more than the buffers of both ends hold
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const isClosed = new Promise<void>((resolve) => {
    app.server.once('connection', (serverSide) => serverSide.once('close', resolve))
  })
  socket.write(`GET ${pathOf(image)} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.50\r\n\r\n`)
  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 200 /)
  socket.destroy()
  await isClosed
  await expectCount(image, 0)
})

test('a process writes what it has counted before it stops', async () => {
  const image = await publish('Stopped')
  const other = await testApp.openSecondProcess()
  for (const address of ['203.0.113.60', '203.0.113.61']) await download(image, address, {}, 'GET', other)
  await other.close()
  expect(await countOf(image)).toBe(2)
})

test('batches of several processes and changes of the same images neither deadlock nor lose a count', async () => {
  const images = [await publish('First'), await publish('Second'), await publish('Third')]
  const ids = images.map(({ id }) => id)
  const two = { day: '2026-01-01', count: 2 }
  const batch = (order: number[]) =>
    addDownloads(
      backgroundDb,
      Array.from(order, (image_id) => ({ image_id, ...two })),
    )
  for (let round = 0; round < 10; round++) {
    const third = round % 3 ? batch(ids) : setStatus(testApp, admin, ids, round % 2 ? 'approved' : 'rejected')
    await Promise.all([batch(ids), batch(ids.toReversed()), third])
  }
  await setStatus(testApp, admin, ids, 'approved')
  for (const image of images) expect(await counts(image)).toMatchObject({ total: 52, published: 52 })
  const days = await db.selectFrom('image_download_day').select('count').where('image_id', 'in', ids).execute()
  expect(days).toEqual([{ count: 52 }, { count: 52 }, { count: 52 }])
})

test('figures of single days are kept for 90 days, the totals for good', async () => {
  const image = await publish('Long ago')
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const recorded = [1, 89, 92, 400].map((days) => ({ image_id: image.id, day: dayBefore(days), count: 1 }))
  const ofPurged = { image_id: 987_654_321, day: dayBefore(1), count: 5 } // costs no other its count
  await addDownloads(db, [ofPurged, ...recorded])
  await (retentionJobs(testApp).nightly as Record<string, () => Promise<void>>).remove_old_download_days!()
  const remaining = await db.selectFrom('image_download_day').select('day').where('image_id', '=', image.id).execute()
  expect([remaining.length, await countOf(image)]).toEqual([2, 4])
})

const patientDb = openBackgroundDatabase(testApp.databaseUrl, { sessionParameters: searchSessionParameters })
afterAll(() => patientDb.destroy())
/** A process whose reads for visitors wait for a lock as long as a test holds it. */
const patient = await testApp.openSecondProcess({ visitorDb: patientDb })

test('downloads that do not get their turn are refused for the moment, and the log tells of it once', async () => {
  const warn = vi.spyOn(patient.log, 'warn')
  const image = await publish('Crowded')
  const { first } = await db.transaction().execute(async (transaction) => {
    await sql`lock table images in access exclusive mode`.execute(transaction)
    const first = download(image, '203.0.113.1', {}, 'GET', patient)
    await expect.poll(() => waitingForLocks(transaction)).toBeGreaterThan(0)
    const networks = ['203.0.113.2', '203.0.113.3']
    const others = await Promise.all(networks.map((network) => download(image, network, {}, 'GET', patient)))
    for (const { statusCode, headers, body } of others)
      expect([statusCode, JSON.parse(body).code, headers['retry-after']]).toEqual([503, 'overloaded', '2'])
    return { first } // in an object, because promises would be awaited with the lock held
  })
  expect((await first).statusCode).toBe(200)
  expect(warn.mock.calls.map(([, line]) => line)).toEqual([expect.stringMatching(/^Overloaded: /)])
})

test('downloads that wait for the database leave connections to searches', async () => {
  const image = await publish('Busy')
  const { downloads } = await db.transaction().execute(async (transaction) => {
    await sql`lock table images in access exclusive mode`.execute(transaction)
    const downloads = Array.from({ length: 40 }, (_, at) =>
      download(image, `203.0.113.${100 + at}`, {}, 'GET', patient),
    )
    await expect.poll(() => waitingForLocks(transaction)).toBeGreaterThan(0)
    const search = await patient.inject('/api/v1/images/approved/?title=busy')
    expect([search.statusCode, search.json().count]).toEqual([200, 1])
    expect(await waitingForLocks(transaction)).toBeGreaterThan(0) // the search has not waited until they gave up
    return { downloads }
  })
  await Promise.all(downloads)
})

async function waitingForLocks(transaction: typeof db) {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pg_locks where not granted and relation = 'images'::regclass`.execute(transaction)
  return rows[0]!.n
}
