import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordDerivativeRequests } from '#features/gallery/derivatives.sql'
import { derivativeKey, originalKey } from '#features/images/storage-keys'
import { purge, removeFiles, removeFilesAnHourLater } from '#test/file-removal'
import { aNewPng } from '#test/png'
import { createImage, hashOf, openAppWithPeople, uploadPng, withoutJobs } from '#test/test-app'

// Without jobs: the removal of each minute would take files that a test is about to remove itself.
const { testApp, app, db, store, ada, bob, admin } = await openAppWithPeople({}, withoutJobs)

const image = (title: string) => createImage(testApp, ada, { png: aNewPng(), title })
const anHourLater = () => removeFilesAnHourLater(testApp)

test('files are removed an hour after the last image that needs them, with the rows of their derivatives', async () => {
  const png = aNewPng()
  const one = await createImage(testApp, ada, { png, title: 'Shared' })
  const other = await createImage(testApp, bob, { png, title: 'Shared' })
  const key = await keyOf(one.id)
  await recordDerivativeRequests(db, [{ key: derivativeKey(other.cloudflare_id, 'v3-256.png'), byte_size: 1 }])
  await removeForGood(one.id)
  await anHourLater()
  expect(await store.size(key)).not.toBeNull()
  await removeForGood(other.id)
  await removeFiles(testApp)
  expect(await store.size(key)).not.toBeNull()
  await anHourLater()
  expect(await store.size(key)).toBeNull()
  expect(await db.selectFrom('derivative').select('key').execute()).toEqual([])
})

test('files stay while the same bytes are being uploaded again', async () => {
  const png = aNewPng()
  const one = await createImage(testApp, ada, { png, title: 'Phoenix' })
  const key = await keyOf(one.id)
  await removeForGood(one.id)
  await sql`update unowned_file set at = now() - interval '2 hours'`.execute(db)
  await uploadPng(testApp, ada, png)
  await removeFiles(testApp)
  await anHourLater()
  expect(await store.size(key)).toBe(png.length)
})

test('files that the store fails to remove do not stop the others, and are retried an hour later', async () => {
  const [one, other] = [await image('Stubborn'), await image('Willing')]
  const [stubborn, willing] = [await keyOf(one.id), await keyOf(other.id)]
  await removeForGood(one.id)
  await removeForGood(other.id)
  await sql`update unowned_file set at = now() - interval '2 hours'`.execute(db)
  const remove = (key: string) => (key === stubborn ? Promise.reject(new Error('no')) : store.remove(key))
  await removeFiles({ ...testApp, store: { ...store, remove } })
  expect([await store.size(stubborn), await store.size(willing)]).toEqual([expect.any(Number), null])
  await anHourLater()
  expect(await store.size(stubborn)).toBeNull()
})

test('files are removed under a lock that is held until the store has finished', async () => {
  const one = await image('Slow')
  const sha256 = await hashOf(testApp, one)
  await removeForGood(one.id)
  await sql`update unowned_file set at = now() - interval '2 hours'`.execute(db)
  let limit = ''
  const slowStore = {
    ...store,
    async remove(key: string) {
      const { rows } = await sql<{ locked: number }>`
          select count(*) as locked from unowned_file where sha256 = ${sha256}
          and key not in (select key from unowned_file for update skip locked)`.execute(db)
      limit += rows[0]!.locked
      await store.remove(key)
    },
  }
  await removeFiles({ ...testApp, store: slowStore })
  expect(limit).toMatch(/1/)
})

async function removeForGood(id: number) {
  await app.inject({ method: 'DELETE', url: `/api/v1/images/delete/${id}/`, headers: admin.headers })
  await purge(testApp, id)
}

const keyOf = async (id: number) => originalKey(await hashOf(testApp, { id }))
