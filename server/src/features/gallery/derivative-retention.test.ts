import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestStore } from '#test/open-test-store'
import { aPng } from '#test/png'
import { startS3 } from '#test/s3-server'
import { createImage, createUser, openTestApp } from '#test/test-app'
import { retentionJobs } from './retention-jobs.ts'

const s3 = await startS3()
afterAll(s3.stop)

describe.each([
  ['on disk', {}],
  ['in a bucket', s3.settings],
])('a derivative %s', async (storage, settings) => {
  const store = await openTestStore(settings)
  let afterSize = async (_key: string) => {}
  const size = async (key: string) => {
    const bytes = await store.size(key)
    await afterSize(key)
    return bytes
  }
  const testApp = await openTestApp({}, { store: { ...store, size } })
  const { app, db } = testApp
  const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const nightly = (its = store) =>
    (retentionJobs({ ...testApp, store: its }).nightly as Record<string, () => Promise<void>>)
      .remove_unused_derivatives!()

  let seed = 8100 + storage.length
  const publish = (title: string, png = aPng({ width: 600, height: 300, seed: ++seed })) =>
    createImage(testApp, ada, { png, title }, admin)
  /** Of which no derivative is small enough to be sent from memory. */
  const noise = () =>
    sharp(randomBytes(600 * 300 * 4), { raw: { width: 600, height: 300, channels: 4 } })
      .png()
      .toBuffer()
  const fetch256 = ({ cloudflare_id }: { cloudflare_id: string }) =>
    app.inject(`/api/v1/images/download/${cloudflare_id}/?size=256`)
  const keyOf = ({ cloudflare_id }: { cloudflare_id: string }) => `copies/${cloudflare_id}/v3-256.png`
  const recorded = (key: string) =>
    db
      .selectFrom('derivative')
      .select(sql<number>`(now() at time zone 'utc')::date - last_requested_on`.as('days'))
      .where('key', '=', key)
  const isRecorded = async (key: string) => (await recorded(key).execute()).length
  const ageBy = (key: string, days: number) =>
    sql`update derivative set last_requested_on = last_requested_on - ${days}::int where key = ${key}`.execute(db)

  test('stays for 30 days after its last request, then leaves, and is made again when requested', async () => {
    const [used, unused] = [await publish('Used'), await publish('Unused')]
    await fetch256(used)
    const bytes = (await fetch256(unused)).rawPayload
    for (const image of [used, unused]) await expect.poll(() => isRecorded(keyOf(image)), { timeout: 10_000 }).toBe(1)
    await ageBy(keyOf(used), 30)
    await ageBy(keyOf(unused), 31)
    await nightly()
    expect([await store.size(keyOf(used)), await store.size(keyOf(unused))]).toEqual([expect.any(Number), null])
    expect(await isRecorded(keyOf(unused))).toBe(0)
    const again = await fetch256(unused)
    expect([again.statusCode, again.rawPayload.equals(bytes)]).toEqual([200, true])
  })

  test('that is requested stays for another 30 days', async () => {
    const image = await publish('Requested')
    await fetch256(image)
    await expect.poll(() => isRecorded(keyOf(image)), { timeout: 10_000 }).toBe(1)
    await ageBy(keyOf(image), 31)
    await fetch256(image)
    await expect.poll(async () => (await recorded(keyOf(image)).execute())[0]!.days, { timeout: 10_000 }).toBe(0)
    await nightly()
    expect(await store.size(keyOf(image))).not.toBeNull()
  })

  test('that no row knows of is found and stays for its 30 days', async () => {
    const image = await publish('Unrecorded')
    await fetch256(image)
    await expect.poll(() => isRecorded(keyOf(image)), { timeout: 10_000 }).toBe(1)
    await db.deleteFrom('derivative').where('key', '=', keyOf(image)).execute()
    await nightly()
    expect([await isRecorded(keyOf(image)), await store.size(keyOf(image))]).toEqual([1, expect.any(Number)])
    await ageBy(keyOf(image), 31)
    await nightly()
    expect(await store.size(keyOf(image))).toBeNull()
  })

  test('that the store fails to remove does not stop the others, and is tried again', async () => {
    const [stubborn, willing] = [await publish('Stubborn'), await publish('Willing')]
    for (const image of [stubborn, willing]) {
      await fetch256(image)
      await expect.poll(() => isRecorded(keyOf(image)), { timeout: 10_000 }).toBe(1)
      await ageBy(keyOf(image), 31)
    }
    const remove = (key: string) => (key === keyOf(stubborn) ? Promise.reject(new Error('no')) : store.remove(key))
    await expect(nightly({ ...store, remove })).rejects.toThrow('1 derivatives could not be removed')
    expect([await store.size(keyOf(stubborn)), await store.size(keyOf(willing))]).toEqual([expect.any(Number), null])
    await nightly()
    expect(await store.size(keyOf(stubborn))).toBeNull()
  })

  test.each([1, 2])('is sent although it is removed after request %i for its size', async (request) => {
    const image = await publish(`Contested ${request}`, await noise())
    const { rawPayload } = await fetch256(image)
    let requests = 0
    afterSize = async (key) => {
      if (++requests === request) await store.remove(key)
    }
    const answer = await fetch256(image)
    afterSize = async () => {}
    expect([answer.statusCode, answer.rawPayload.equals(rawPayload)]).toEqual([200, true])
    expect(requests).toBeGreaterThan(request)
  })
})
