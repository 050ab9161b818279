import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { answerAcross } from '#test/interrupted-requests'
import { aNewPng } from '#test/png'
import { createImage, openAppWithPeople, setStatus } from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const image = (title: string, png = aNewPng()) => createImage(testApp, ada, { png, title, keywords: 'stone' })
const { listed: listedTo, list, replaceFile: replace, update } = backOfficeOf(testApp)
const listed = (id: number) => listedTo(ada, id)
/** Without the signed addresses, which are others from one hour to the next. */
const factsOf = async (id: number) => {
  const { cloudflare_url, main_url, ...facts } = await listed(id)
  return facts
}
const bytesOf = async (url: string) => (await app.inject(url)).rawPayload
const storageUse = async () =>
  (await db.selectFrom('storage_use').select('bytes').where('owner_id', '=', ada.id).executeTakeFirstOrThrow()).bytes

test('a rejected image with another file is pending again, with the same address, words and history', async () => {
  const one = await image('Lighthouse')
  await update(admin, one.id, { status: 'rejected', reason: 'fringe' })
  const [before, used] = [await listed(one.id), await storageUse()]
  const png = aNewPng({ width: 96, height: 64 })
  expect((await replace(ada, one.id, png)).json()).toEqual({ message: 'File replaced. It waits for review.', count: 1 })
  const after = await listed(one.id)
  const same = { slug: one.slug, title: 'Lighthouse', keywords: [{ name: 'stone' }] }
  expect(after).toMatchObject({ ...same, status: 'pending', width: 96, height: 64, byte_size: png.length })
  expect(after.version).toBeGreaterThan(before.version)
  expect(await storageUse()).toBe(used - before.byte_size + png.length)
  expect((await list(ada, 'user/pending', { title: 'mended.png' })).images).toMatchObject([{ id: one.id }])

  // The address of its files is another one, and the old ones leave the store later.
  expect(await bytesOf(after.main_url)).toEqual(png)
  expect(after.cloudflare_id).not.toBe(before.cloudflare_id)
  expect((await app.inject(before.main_url)).statusCode).toBe(404)
  const { rows } = await sql<{ key: string }>`select key from unowned_file`.execute(db)
  expect(rows.map(({ key }) => key)).toContain(`copies/${before.cloudflare_id}/`)
  expect(rows.some(({ key }) => key.startsWith('originals/'))).toBe(true)

  const history = await app.inject({ url: `/api/v1/images/history/${one.id}/`, headers: ada.headers })
  expect(history.json().decisions).toMatchObject([{ status: 'rejected', reason: 'fringe' }])
  await update(admin, one.id, { status: 'approved' })
  const { cloudflare_id } = (await app.inject(`/api/v1/images/${one.slug}/`)).json().image
  expect(await bytesOf(`/api/v1/images/download/${cloudflare_id}/`)).toEqual(png)
})

test('a file is not replaced by what is no PNG, by its own bytes, or by those of another own image', async () => {
  const [own, png] = [aNewPng(), aNewPng()]
  const [one] = [await image('Well', own), await image('Twin', png)]
  const before = await factsOf(one.id)
  expect((await replace(ada, one.id, own)).json().count).toBe(0)
  expect((await replace(ada, one.id, Buffer.from('no picture'))).json().code).toBe('none_accepted')
  expect((await replace(ada, one.id, png)).json().code).toBe('own_duplicate')
  expect(await factsOf(one.id)).toEqual(before)
})

test('a file is not replaced by one that an image restored at that moment has', async () => {
  const [one, png] = [await image('Mill'), aNewPng()]
  const twin = await image('Twin in the trash', png)
  const restore = sql`update images set trashed_at = null where id = ${twin.id}`
  await sql`update images set trashed_at = now() where id = ${twin.id}`.execute(db)
  const before = await factsOf(one.id)
  const answer = await answerAcross(db, () => replace(ada, one.id, png), {
    lock: (transaction) => restore.execute(transaction),
  })
  expect(answer.json().code).toBe('own_duplicate')
  expect(await factsOf(one.id)).toEqual(before)
})

test.each(['pending', 'approved'])('a file is not replaced by someone else, when it is %s', async (status) => {
  const one = await image('Gate')
  await setStatus(testApp, admin, [one.id], status)
  for (const person of [bob, admin])
    expect((await replace(person, one.id, aNewPng())).json().code).toBe('not_your_images')
})
