import * as limits from '@vitrine/contract/vocabulary/limits'
import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { addImages, codeOf, createUser, messageOf, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'
import { wrongCounts } from '#test/wrong-counts'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const { call, list, listed, row, found: visible, update, updateMany, discard, ...backOffice } = backOfficeOf(testApp)
const image = (title = 'Image', owner = ada) => backOffice.image(title, owner)
const idsOf = (images: { id: number }[]) => images.map(({ id }) => id)
const statusOf = async (id: number) => (await row(id)).status

test('an admin approves, rejects and resets to pending, and visitors see each change at once', async () => {
  const one = await image('Visible lighthouse')
  for (const status of ['approved', 'rejected', 'approved', 'pending']) {
    const { message, count, version } = (await update(admin, one.id, { status })).json()
    expect([message, count, version]).toEqual(['Image update successfully!', 1, expect.any(Number)])
    expect(await visible('lighthouse')).toBe(status === 'approved' ? 1 : 0)
  }
})

test('a contributor cannot approve an image', async () => {
  const one = await image()
  await update(ada, one.id, { status: 'approved' })
  await updateMany(ada, { image_ids: [one.id], status: 'approved' })
  expect(await statusOf(one.id)).toBe('pending')
})

test('concurrent approvals of the same images all succeed, and list them as they were uploaded', async () => {
  const ids = idsOf(await addImages(testApp, ada, Array(6).fill('Contested pebble')))
  const approve = (_: unknown, i: number) => setStatus(testApp, admin, i % 2 ? ids : ids.toReversed(), 'approved')
  const answers = await Promise.all(Array.from({ length: 6 }, approve))
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(200))
  const { images } = (await app.inject('/api/v1/images/approved/?title=pebble&sort=newest')).json()
  expect(idsOf(images)).toEqual(ids.toReversed())
})

test('an edit changes the given fields and leaves the others', async () => {
  const one = await image('Old name')
  const keywords = [{ id: 99, name: 'Fresh' }, { id: 100, name: 'fresh' }, ' ']
  await update(ada, one.id, { title: ' New name ', keywords })
  await update(admin, one.id, { category: 'Science', description: 'About it' })
  const shown = (await app.inject({ url: `/api/v1/images/${one.slug}/`, headers: ada.headers })).json().image
  const byAdmin = { category: 'science', description: 'About it' }
  expect(shown).toMatchObject({ title: 'New name', keywords: [{ name: 'Fresh' }], ...byAdmin })
  await update(admin, one.id, { category: '' }) // as a select without a choice is sent
  expect(await listed(ada, one.id)).toMatchObject({ category: null, description: 'About it' })
})

test('a title of several lines becomes one, and each keyword of a list stands alone', async () => {
  const { id } = await image()
  await update(ada, id, { title: ' two\n\u2028lines ', keywords: ['cat; dog', '猫，狗'] })
  const keywords = ['cat', 'dog', '猫', '狗'].map((name) => ({ name }))
  expect(await listed(ada, id)).toMatchObject({ title: 'two lines', keywords })
})

test('a blank title is refused with a sentence, and what cannot be stored', async () => {
  const { id } = await image()
  const answer = await update(ada, id, { title: '   ' })
  expect(answer.json().fields).toEqual([{ at: 'title', message: 'Title is required' }])
  for (const title of ['a\u0000b', 'a\ud800b']) expect((await update(ada, id, { title })).statusCode).toBe(400)
  const { fields } = (await update(ada, id, { keywords: ['fox', '“”'] })).json()
  expect(fields[0].message).toBe('A keyword must be more than brackets and quotes')
})

test('owner, slug, ids and roles in the body change nothing', async () => {
  const one = await image('Steadfast')
  const others = { owner_id: bob.id, slug: 'stolen', cloudflare_id: 'px-x', role: 'admin', is_block: true, id: 1 }
  await update(ada, one.id, { title: 'Steadfast', ...others })
  expect(await row(one.id)).toMatchObject({ owner_id: ada.id, slug: one.slug, cloudflare_id: one.cloudflare_id })
})

test('concurrent and bulk edits with shared keywords do not deadlock', async () => {
  const images = await addImages(testApp, ada, Array(12).fill('Contested'))
  await setStatus(testApp, admin, idsOf(images), 'approved')
  const words = [
    ['fox', 'snow', 'red'],
    ['red', 'fox', 'snow'],
  ]
  const answers = await Promise.all(images.map((one, i) => update(admin, one.id, { keywords: words[i % 2] })))
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(12).fill(200))
})

test('concurrent and bulk edits change as many images and keywords as one call may name', async () => {
  const image_ids = idsOf(await addImages(testApp, ada, Array(500).fill('Bulk')))
  const keywords = Array.from({ length: 50 }, (_, i) => `bulk word ${i}`)
  const answer = await updateMany(ada, { image_ids, keywords })
  expect(answer.json()).toMatchObject({ message: 'Bulk update successful!', count: 500 })
})

test('concurrent and bulk edits keep the counts of words and tags equal to those of the approved images', async () => {
  const long = 'a'.repeat(39)
  const titles = [`${long}bc ${long}bd`, `a${'𠀀'.repeat(21)}`, 'İstanbul istanbul', 'Fox fox FOX', 'कि की किताब']
  const ids = idsOf(await addImages(testApp, ada, titles))
  await updateMany(ada, { image_ids: ids, keywords: ['İx', 'ix', 'snow'] })
  for (const status of ['approved', 'rejected', 'approved', 'pending', 'approved']) {
    expect((await setStatus(testApp, admin, ids, status)).statusCode).toBe(200)
    await update(admin, ids[3]!, { title: `Fox ${status}`, keywords: ['fox', status] })
    expect(await wrongCounts(db, 'Public images')).toEqual([])
  }
  await discard(admin, ...ids)
  expect(await wrongCounts(db, 'Public images')).toEqual([])
})

test('a call that names own and foreign images is refused and changes nothing', async () => {
  const [own, foreign] = [await image('Own', bob), await image('Foreign')]
  const both = { image_ids: [own.id, foreign.id] }
  expect(codeOf(await updateMany(bob, { ...both, title: 'Taken over' }))).toEqual([403, 'not_your_images'])
  expect((await discard(bob, ...both.image_ids)).statusCode).toBe(403)
  expect(codeOf(await discard(admin, own.id, 999_999))).toEqual([404, 'images_not_found'])
  const unchanged = ['Own', 'Foreign'].map((title) => ({ title, trashed_at: null }))
  expect(await Promise.all(both.image_ids.map(row))).toMatchObject(unchanged)
})

test.each([
  [[], 'No images selected.'],
  [[true], 'A whole number is needed'],
  [[[1]], 'A whole number is needed'],
  [['1e1'], 'A whole number is needed'],
  [Array.from({ length: 501 }, (_, i) => i + 1), 'At most 500 images at once.'],
])('a bulk call names between 1 and 500 images', async (image_ids, message) => {
  expect((await call('POST', 'deletes', ada, { image_ids })).json().message).toBe(message)
})

test('deleting takes an image out of every list, out of the words and tags, and keeps its row', async () => {
  const one = await image('Doomed zeppelin')
  await update(admin, one.id, { status: 'approved', keywords: ['airship'] })
  expect((await app.inject('/api/v1/images/keywords/')).body).toContain('airship')
  expect(await visible('zeppelin')).toBe(1)
  expect((await call('DELETE', `delete/${one.id}`, ada)).json().message).toBe('Image delete successfully!')
  expect(await visible('zeppelin')).toBe(0)
  expect((await app.inject(`/api/v1/images/${one.slug}/`)).statusCode).toBe(404)
  expect((await app.inject('/api/v1/images/keywords/')).body).not.toContain('airship')
  expect((await app.inject(`/media/${one.cloudflare_id}/640.webp`)).statusCode).toBe(404)
  expect((await row(one.id)).trashed_at).not.toBeNull()
})

const keywordsOf = async (person: TestUser) =>
  (await list(person, 'user/total', { order: 'oldest' })).images.map(({ keywords }: { keywords: { name: string }[] }) =>
    keywords.map(({ name }) => name),
  )

/** A contributor with two images that have these keywords. */
async function contributor(...keywords: [string[], string[]]) {
  const carl = await createUser(testApp)
  const image_ids = (await addImages(testApp, carl, ['Kite', 'Drum'])).map(({ id }) => id)
  for (const [at, id] of image_ids.entries()) await updateMany(carl, { image_ids: [id], keywords: keywords[at] })
  return { carl, image_ids, kite: image_ids[0]! }
}

test('keywords are added to and removed from many images, and no version rises where nothing changes', async () => {
  const { carl, image_ids } = await contributor(['toy', 'red'], ['sound'])
  await updateMany(carl, { image_ids, add_keywords: ['party', 'Red'] })
  expect(await keywordsOf(carl)).toEqual([
    ['toy', 'red', 'party'],
    ['sound', 'party', 'red'],
  ])
  await updateMany(carl, { image_ids, remove_keywords: ['RED', 'sound'], add_keywords: ['joy'] })
  expect(await keywordsOf(carl)).toEqual([
    ['toy', 'party', 'joy'],
    ['party', 'joy'],
  ])
  const before = await Promise.all(image_ids.map(row))
  await updateMany(carl, { image_ids, add_keywords: ['PARTY'] })
  expect(await Promise.all(image_ids.map(row))).toEqual(before)

  const had = await keywordsOf(carl)
  const add_keywords = Array.from({ length: limits.keywordsPerImage - 2 }, (_, at) => `word ${at}`)
  const answer = await updateMany(carl, { image_ids, add_keywords }) // too many for one of them
  expect(messageOf(answer)).toEqual([400, 'An image can have at most 50 keywords.'])
  expect(await keywordsOf(carl)).toEqual(had)
})

test('beside an approved image the edit waits with the keywords that it then has', async () => {
  const { carl, image_ids, kite } = await contributor(['toy'], ['party'])
  await setStatus(testApp, admin, [kite], 'approved')
  expect((await updateMany(carl, { image_ids, add_keywords: ['sky'] })).json()).toMatchObject({ count: 2, waiting: 1 })
  await updateMany(carl, { image_ids: [kite], add_keywords: ['wind'] })
  expect(await keywordsOf(carl)).toEqual([['toy'], ['party', 'sky']])
  await updateMany(admin, { image_ids: [kite], status: 'approved' })
  expect((await keywordsOf(carl))[0]).toEqual(['toy', 'sky', 'wind'])
})

const haze = { kind: 'haze', share: 0.2 }
const picture = async (title: string, ...findings: object[]) => {
  const { id } = await image(title)
  await backOffice.measured(id, ...findings)
  return id
}
const approve = (image_ids: number[], more: object = { without_faults: true }) =>
  updateMany(admin, { image_ids, status: 'approved', ...more })
const lastEvents = async () => (await auditLog(testApp, admin)).events.slice(0, 2)

test('pictures with a fault or nothing transparent stay where many are approved, and others are approved', async () => {
  const [sound, fake, odd] = [await picture('Sound'), await picture('Fake', haze), await picture('Odd')]
  await backOffice.measured(odd, { kind: 'touches_border', sides: ['left'] }) // a remark
  const opaque = await picture('Opaque', { kind: 'nothing_clear', clear_share: 0 })
  const reply = (await approve([sound, fake, odd, opaque])).json()
  expect(reply).toMatchObject({ count: 2, faulty: [fake, opaque] })
  expect(await Promise.all([sound, fake, odd].map(statusOf))).toEqual(['approved', 'pending', 'approved'])
  expect(await lastEvents()).toMatchObject([{ what: 'images approved', count: 2 }, {}])
})

test('without `without_faults` an approval is about all, and names the faults that it lets pass', async () => {
  const ids = [await picture('Sound too'), await picture('Fake too', haze)]
  const reply = (await approve(ids, {})).json()
  expect([reply.count, reply.faulty]).toEqual([2, undefined])
  expect(await lastEvents()).toMatchObject([
    { what: 'images approved', count: 1 },
    { what: 'images with faults approved', image: { id: ids[1] } },
  ])
})

test('an edit is judged by the file that waits; words beside an approved picture with a fault pass', async () => {
  const id = await picture('Was accepted', haze)
  await approve([id], {})
  expect((await approve([id])).json()).toMatchObject({ count: 1 })
  expect((await backOffice.replaceFile(ada, id, aNewPng())).statusCode).toBe(200)
  const { edit_sha256 } = await row(id)
  const setFindings = db.updateTable('file').set({ findings: JSON.stringify([haze]) })
  await setFindings.where('sha256', '=', edit_sha256).execute()
  expect((await approve([id])).json()).toMatchObject({ count: 0, faulty: [id] })
})
