import { expect, test } from 'vitest'
import { setFiles } from '#features/images/files-of-images.sql'
import { originalKey } from '#features/images/storage-keys'
import { takeEditFiles } from '#features/images/visibility/edits.sql'
import { backOfficeOf } from '#test/back-office'
import { purge, removeFilesAnHourLater } from '#test/file-removal'
import { answerAcross, lockTable } from '#test/interrupted-requests'
import { aNewPng, sha256Of } from '#test/png'
import { createImage, openAppWithPeople, type TestUser, uploadPng, withoutJobs } from '#test/test-app'

// Without jobs: the removal of each minute would take files that a test is about to remove itself.
const { testApp, app, db, store, ada, bob, admin } = await openAppWithPeople({}, withoutJobs)

const publicImage = (title: string, png = aNewPng(), owner = ada) =>
  createImage(testApp, owner, { png, title, keywords: 'stone' }, admin)
const { call, list, update, discard, restore, replaceFile: replace, ...backOffice } = backOfficeOf(testApp)
const decide = (id: number, payload: object) => update(admin, id, payload)
const listed = (person: TestUser, id: number) =>
  backOffice.listed(person, id, person === admin ? 'pending' : 'user/total')
const waitingFile = async (id: number) => (await listed(ada, id)).waiting_edit?.file
const pageOf = async ({ slug }: { slug: string }) => {
  const answer = await app.inject(`/api/v1/images/${slug}/`)
  return { ...answer.json().image, statusCode: answer.statusCode }
}
const statusOf = async (url: string) => (await app.inject(url)).statusCode
const bytesOf = async (url: string) => (await app.inject(url)).rawPayload
const storageUse = async () =>
  (await db.selectFrom('storage_use').select('bytes').where('owner_id', '=', ada.id).executeTakeFirstOrThrow()).bytes

const keyOf = (png: Buffer) => originalKey(sha256Of(png))

const anHourLater = () => removeFilesAnHourLater(testApp)

/** That visitors see the image with these bytes, as its page and its download have them. */
async function expectPublic(image: { slug: string }, png: Buffer) {
  const page = await pageOf(image)
  expect(page.statusCode).toBe(200)
  expect(await bytesOf(page.main_url)).toEqual(png)
  expect(await statusOf(page.cloudflare_url)).toBe(200)
  expect(await bytesOf(`/api/v1/images/download/${page.cloudflare_id}/`)).toEqual(png)
}

test('a new file for an approved image waits beside it, while visitors see what they saw', async () => {
  const [old, png] = [aNewPng(), aNewPng({ width: 96, height: 64 })]
  const one = await publicImage('Lighthouse', old)
  const before = await pageOf(one)
  const message = 'New file sent. The public one stays until it is approved.'
  expect((await replace(ada, one.id, png)).json()).toEqual({ message, count: 1, waiting: 1 })
  expect(await pageOf(one)).toEqual(before)
  await expectPublic(one, old)
  for (const person of [ada, admin]) {
    const file = { width: 96, height: 64, byte_size: png.length, is_verified: true }
    const live = { status: 'approved', byte_size: old.length, waiting_edit: { fields: {}, file } }
    expect(await listed(person, one.id)).toMatchObject(live)
  }
})

test('a new file becomes public by an approval, together with the words, on the same page', async () => {
  const [old, png] = [aNewPng(), aNewPng({ width: 96, height: 64 })]
  const one = await publicImage('Castle', old)
  await bytesOf(`/api/v1/images/download/${one.cloudflare_id}/`)
  await update(ada, one.id, { title: 'Castle at dawn' })
  await replace(ada, one.id, png)
  await expectPublic(one, old)
  const { cloudflare_id } = await waitingFile(one.id)
  const downloads = db.selectFrom('images').select('downloads').where('id', '=', one.id)
  await expect.poll(() => downloads.executeTakeFirst()).toEqual({ downloads: 2 })
  const [before, { version }] = [await pageOf(one), await listed(admin, one.id)]
  expect((await decide(one.id, { status: 'approved', version })).statusCode).toBe(200)

  await expectPublic(one, png)
  const after = await pageOf(one)
  expect(after).toMatchObject({ id: one.id, slug: one.slug, title: 'Castle at dawn', cloudflare_id, width: 96 })
  expect([after.downloads >= 2, after.created_at]).toEqual([true, before.created_at])
  const found = (await app.inject('/api/v1/images/approved/?title=castle')).json()
  expect(found.images).toMatchObject([{ id: one.id, width: 96, byte_size: png.length }])
  const byFileName = await list(ada, 'user/approved', { title: 'mended.png' })
  expect(byFileName.images).toContainEqual(expect.objectContaining({ id: one.id, waiting_edit: null }))
  const { decisions } = (await call('GET', `history/${one.id}`, ada)).json()
  expect(decisions).toMatchObject([
    { status: 'approved', about_edit: true },
    { status: 'approved', about_edit: false },
  ])
  await anHourLater()
  expect(await store.size(keyOf(old))).toBeNull()
  await expectPublic(one, png)
  // Pages in use and links from elsewhere name the former address.
  expect(await bytesOf(before.main_url)).toEqual(png)
  expect(await statusOf(before.cloudflare_url)).toBe(200)
  expect(await bytesOf(`/api/v1/images/download/${one.cloudflare_id}/`)).toEqual(png)
  await decide(one.id, { status: 'rejected', reason: 'rights' })
  expect(await statusOf(before.main_url)).toBe(404)
})

test('a new file for an approved image leaves the store after a rejection, and the public file stays', async () => {
  const old = aNewPng()
  const one = await publicImage('Bridge', old)
  const use = await storageUse()
  const png = aNewPng()
  await replace(ada, one.id, png)
  expect(await storageUse()).toBe(use + png.length)
  await decide(one.id, { status: 'rejected', reason: 'fringe', note: 'A white rim.' })
  expect(await listed(ada, one.id)).toMatchObject({ status: 'approved', waiting_edit: null })
  expect(await storageUse()).toBe(use)
  expect(await store.size(keyOf(png))).toBe(png.length)
  await anHourLater()
  expect(await store.size(keyOf(png))).toBeNull()
  await expectPublic(one, old)
})

test('a new file for an approved image takes the place of the one that waits, whose bytes leave', async () => {
  const [first, last] = [aNewPng(), aNewPng({ width: 80 })]
  const one = await publicImage('Mill')
  await replace(ada, one.id, first)
  const { version } = await listed(ada, one.id)
  await replace(ada, one.id, last)
  expect(await waitingFile(one.id)).toMatchObject({ width: 80 })
  expect((await decide(one.id, { status: 'approved', version })).json().code).toBe('changed_meanwhile')
  await anHourLater()
  expect(await store.size(keyOf(first))).toBeNull()
  await decide(one.id, { status: 'approved' })
  await expectPublic(one, last)
})

test('a new file is taken back with its edit, or by sending the public file again', async () => {
  const [old, png] = [aNewPng(), aNewPng()]
  const one = await publicImage('Well', old)
  await replace(ada, one.id, aNewPng())
  expect((await call('DELETE', `edits/${one.id}`, ada)).json()).toMatchObject({ count: 1 })
  expect(await listed(ada, one.id)).toMatchObject({ waiting_edit: null })

  await replace(ada, one.id, png)
  for (const title of ['Deep well', 'Well']) await update(ada, one.id, { title })
  expect(await listed(ada, one.id)).toMatchObject({ waiting_edit: { fields: {}, file: expect.anything() } })
  await update(ada, one.id, { title: 'Deep well' })
  const message = 'This is the file that the image has already.'
  expect((await replace(ada, one.id, old)).json()).toEqual({ message, count: 0 })
  expect(await listed(ada, one.id)).toMatchObject({ waiting_edit: { fields: { title: 'Deep well' }, file: null } })
  await anHourLater()
  expect(await store.size(keyOf(png))).toBeNull()
  await expectPublic(one, old)
})

test('a new file is live at once for an admin’s own image', async () => {
  const png = aNewPng()
  const one = await publicImage('Arch', aNewPng(), admin)
  expect((await replace(admin, one.id, png)).json()).toEqual({ message: 'File replaced.', count: 1 })
  await expectPublic(one, png)
})

test('a new file goes along with the words of its edit when the image itself is rejected', async () => {
  const png = aNewPng()
  const one = await publicImage('Statue')
  await update(ada, one.id, { title: 'Copied statue' })
  await replace(ada, one.id, png)
  await decide(one.id, { status: 'rejected', reason: 'rights', decides: 'image' })
  expect((await pageOf(one)).statusCode).toBe(404)
  const after = await listed(ada, one.id)
  const words = { title: 'Copied statue', rejection: { reason: 'rights' } }
  expect(after).toMatchObject({ ...words, status: 'rejected', waiting_edit: null, byte_size: png.length })
  expect(await bytesOf(after.main_url)).toEqual(png)
})

test('a file that waits is seen by its owner and by admins alone, and stored by no cache', async () => {
  const png = aNewPng()
  const one = await publicImage('Chapel')
  await replace(ada, one.id, png)
  for (const person of [ada, admin]) {
    const { file } = (await listed(person, one.id)).waiting_edit
    expect(await bytesOf(file.main_url)).toEqual(png)
    const preview = await app.inject(file.cloudflare_url)
    expect([preview.statusCode, preview.headers['cache-control']]).toEqual([200, 'private, no-store'])
  }
  const file = await waitingFile(one.id)
  const foreign = (await createImage(testApp, bob, { png: aNewPng(), title: 'Foreign' })).main_url.split('?')[1]
  for (const url of [file.main_url, file.cloudflare_url].map((url) => url.split('?')[0]!)) {
    expect(await statusOf(url)).toBe(404)
    expect((await app.inject({ url, headers: bob.headers })).statusCode).toBe(404)
    expect(await statusOf(`${url}?${foreign}`)).toBe(404)
  }
  expect(await statusOf(`/api/v1/images/download/${file.cloudflare_id}/`)).toBe(404)
  expect((await call('GET', 'user/total', bob)).body).not.toContain(file.cloudflare_id)
  expect(JSON.stringify(await pageOf(one))).not.toContain(file.cloudflare_id)
})

test('a file that waits is answered while an approval gives it to its image', async () => {
  const one = await publicImage('Belfry')
  await replace(ada, one.id, aNewPng())
  const { cloudflare_url } = await waitingFile(one.id)
  const answer = await answerAcross(db, () => app.inject(cloudflare_url), {
    lock: lockTable('images'),
    change: async (transaction) => setFiles(transaction, await takeEditFiles(transaction, [one.id])),
  })
  expect(answer.statusCode).toBe(200)
})

test('a file that waits is no twin of another own image, and its bytes stay when another’s leave', async () => {
  const [png, other] = [aNewPng(), aNewPng()]
  const [one, two] = [await publicImage('Tower'), await publicImage('Twin', other)]
  const pending = await createImage(testApp, ada, { png: aNewPng(), title: 'Pending' })
  expect((await replace(ada, one.id, other)).json().code).toBe('own_duplicate')
  await replace(ada, one.id, png)
  for (const { id } of [two, pending]) expect((await replace(ada, id, png)).json().code).toBe('own_duplicate')
  const again = await uploadPng(testApp, ada, png)
  expect(again.json().images).toMatchObject([{ id: one.id }])
  expect((await replace(ada, one.id, png)).json()).toMatchObject({ count: 0 })
  expect(await waitingFile(one.id)).not.toBeNull()
  const foreign = (await uploadPng(testApp, bob, png)).json().images[0]
  expect(foreign.id).not.toBe(one.id)
  await discard(bob, foreign.id)
  await purge(testApp, foreign.id)
  await anHourLater()
  await decide(one.id, { status: 'approved' })
  await expectPublic(one, png)
})

test('a file that waits goes to the trash with its image, and comes back or leaves with it', async () => {
  const [old, png] = [aNewPng(), aNewPng()]
  const one = await publicImage('Lamp', old)
  await replace(ada, one.id, png)
  await update(ada, one.id, { title: 'Street lamp' })
  const use = await storageUse()
  const { waiting_edits } = await list(admin, 'pending-images-length')
  await discard(ada, one.id)
  const { waiting_edits: left = 0 } = await list(admin, 'pending-images-length')
  expect(left).toBe(waiting_edits - 1)
  await anHourLater()
  await restore(ada, one.id)
  expect((await listed(ada, one.id)).waiting_edit.fields).toEqual({ title: 'Street lamp' })
  expect(await pageOf(one)).toMatchObject({ title: 'Lamp' })
  expect(await bytesOf((await waitingFile(one.id)).main_url)).toEqual(png)
  await expectPublic(one, old)

  await discard(ada, one.id)
  await purge(testApp, one.id)
  expect(await storageUse()).toBe(use - old.length - png.length)
  expect(await store.size(keyOf(png))).toBe(png.length)
  await anHourLater()
  expect(await store.size(keyOf(png))).toBeNull()
})
