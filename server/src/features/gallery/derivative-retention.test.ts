import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aNewPng } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'
import { retentionJobs } from './retention-jobs.ts'

const { testApp, app, db, store, ada, admin } = await openAppWithPeople()
const nightly = (its = store) =>
  (retentionJobs({ ...testApp, store: its }).nightly as Record<string, () => Promise<void>>)
    .remove_unused_derivatives!()

const publish = (title: string) =>
  createImage(testApp, ada, { png: aNewPng({ width: 300, height: 150 }), title }, admin)
type Image = Awaited<ReturnType<typeof publish>>
const fetch256 = ({ cloudflare_id }: Image) => app.inject(`/api/v1/images/download/${cloudflare_id}/?size=256`)
const keyOf = ({ cloudflare_id }: Image) => `copies/${cloudflare_id}/v3-256.png`
/** Requests one and waits until that is recorded. */
async function requestOf(image: Image) {
  const { rawPayload } = await fetch256(image)
  await expect.poll(() => isRecorded(keyOf(image))).toBe(1)
  return rawPayload
}
const recorded = (key: string) =>
  db
    .selectFrom('derivative')
    .select(sql<number>`(now() at time zone 'utc')::date - last_requested_on`.as('days'))
    .where('key', '=', key)
const isRecorded = async (key: string) => (await recorded(key).execute()).length
const ageBy = (key: string, days: number) =>
  sql`update derivative set last_requested_on = last_requested_on - ${days}::int where key = ${key}`.execute(db)

test('a derivative stays for 30 days after its last request, then leaves, and is made again on request', async () => {
  const [used, unused, again] = [await publish('Used'), await publish('Unused'), await publish('Used again')]
  const [, bytes] = [await requestOf(used), await requestOf(unused), await requestOf(again)]
  await ageBy(keyOf(used), 30)
  for (const image of [unused, again]) await ageBy(keyOf(image), 31)
  await fetch256(again)
  await expect.poll(async () => (await recorded(keyOf(again)).execute())[0]!.days).toBe(0)
  await nightly()
  for (const image of [used, again]) expect(await store.size(keyOf(image))).toEqual(expect.any(Number))
  expect(await store.size(keyOf(unused))).toBeNull()
  expect(await isRecorded(keyOf(unused))).toBe(0)
  const { statusCode, rawPayload } = await fetch256(unused)
  expect([statusCode, rawPayload.equals(bytes)]).toEqual([200, true])
})

test('a derivative that no row knows of is found and stays for its 30 days', async () => {
  const image = await publish('Unrecorded')
  await requestOf(image)
  await db.deleteFrom('derivative').where('key', '=', keyOf(image)).execute()
  await nightly()
  expect([await isRecorded(keyOf(image)), await store.size(keyOf(image))]).toEqual([1, expect.any(Number)])
  await ageBy(keyOf(image), 31)
  await nightly()
  expect(await store.size(keyOf(image))).toBeNull()
})

test('a derivative that the store fails to remove does not stop the others, and is tried again', async () => {
  const [stubborn, willing] = [await publish('Stubborn'), await publish('Willing')]
  for (const image of [stubborn, willing]) {
    await requestOf(image)
    await ageBy(keyOf(image), 31)
  }
  const remove = (key: string) => (key === keyOf(stubborn) ? Promise.reject(new Error('no')) : store.remove(key))
  await expect(nightly({ ...store, remove })).rejects.toThrow('1 derivatives could not be removed')
  expect([await store.size(keyOf(stubborn)), await store.size(keyOf(willing))]).toEqual([expect.any(Number), null])
  await nightly()
  expect(await store.size(keyOf(stubborn))).toBeNull()
})
