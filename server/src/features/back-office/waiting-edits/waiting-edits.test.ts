import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { codeOf, createImage, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'
import { decideByCommand } from '../decisions/decide.ts'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()

const { call, list, listed, update, updateMany, discard, replaceFile, sendCsv, row, found, ...backOffice } =
  backOfficeOf(testApp)

async function pendingImage(title: string, keywords = ['stone', 'tower']) {
  const image = await backOffice.image(title, ada)
  await update(ada, image.id, { keywords })
  return image
}
async function publicImage(title: string, keywords?: string[]) {
  const image = await pendingImage(title, keywords)
  await setStatus(testApp, admin, [image.id], 'approved')
  return image
}
const decide = (id: number, payload: object) => update(admin, id, payload)
const pageOf = async (slug: string) => {
  const answer = await app.inject(`/api/v1/images/${slug}/`)
  return [answer.statusCode, answer.json().image?.title]
}
const waiting = async (id: number) => (await listed(ada, id)).waiting_edit?.fields

test('a contributor’s edit of an approved image waits, and changes its page only after approval', async () => {
  const one = await publicImage('Old lighthouse', ['beacon'])
  const answer = await update(ada, one.id, { title: 'New pharos', description: 'At dusk', keywords: ['dusk'] })
  expect(answer.json()).toMatchObject({ message: 'Image update successfully!', count: 1, waiting: 1 })
  expect(await pageOf(one.slug)).toEqual([200, 'Old lighthouse'])
  expect([await found('lighthouse'), await found('pharos'), await found('beacon')]).toEqual([1, 0, 1])

  expect((await decide(one.id, { status: 'approved' })).statusCode).toBe(200)
  expect(await pageOf(one.slug)).toEqual([200, 'New pharos'])
  expect([await found('lighthouse'), await found('pharos'), await found('beacon')]).toEqual([0, 1, 0])
  const live = { slug: one.slug, status: 'approved', description: 'At dusk', keywords: [{ name: 'dusk' }] }
  expect(await listed(ada, one.id)).toMatchObject({ ...live, waiting_edit: null })
})

test('a waiting edit is in the pending list with what it changes, apart from pending images', async () => {
  const before = await list(admin, 'pending-images-length')
  const own = await list(ada, 'user/pending')
  const one = await publicImage('Castle')
  await pendingImage('Moat')
  await update(ada, one.id, { category: 'Science', keywords: ['wall'] })
  const after = { images_length: before.images_length + 1, waiting_edits: (before.waiting_edits ?? 0) + 1 }
  expect(await list(admin, 'pending-images-length')).toEqual(after)
  const pending = await list(ada, 'user/pending')
  expect([pending.count, pending.waiting_edits]).toEqual([own.count + 2, (own.waiting_edits ?? 0) + 1])
  expect(pending.images.find(({ id }: { id: number }) => id === one.id)).toMatchObject({
    status: 'approved',
    title: 'Castle',
    waiting_edit: {
      at: expect.stringMatching(/^\d{4}-/),
      fields: { category: 'science', keywords: [{ id: 1, name: 'wall' }] },
    },
  })
  expect(await listed(ada, one.id, 'user/approved')).toBeDefined()
  const searched = await list(admin, 'pending', { title: 'castle' })
  expect([searched.count, searched.waiting_edits]).toEqual([1, 1])
  expect((await list(bob, 'user/pending')).count).toBe(0)
})

test('an edit takes over the fields of the one that waits, and leaves when nothing is left', async () => {
  const one = await publicImage('Bridge')
  await update(ada, one.id, { title: 'Stone bridge' })
  const { version } = await row(one.id)
  await update(ada, one.id, { description: 'Over a river' })
  expect((await decide(one.id, { status: 'approved', version })).json().code).toBe('changed_meanwhile')
  expect(await pageOf(one.slug)).toEqual([200, 'Bridge'])
  expect(await waiting(one.id)).toEqual({ title: 'Stone bridge', description: 'Over a river' })
  await update(ada, one.id, { title: 'Bridge' })
  expect(await waiting(one.id)).toEqual({ description: 'Over a river' })
  await update(ada, one.id, { description: '' })
  expect(await waiting(one.id)).toBeUndefined()
})

test('a contributor’s edit of an approved image can be discarded by its contributor', async () => {
  const one = await publicImage('Well')
  await update(ada, one.id, { title: 'Deep well' })
  expect((await call('DELETE', `edits/${one.id}`, ada)).json()).toEqual({ message: 'Edit discarded.', count: 1 })
  expect((await call('DELETE', `edits/${one.id}`, ada)).json().count).toBe(0)
  expect(await waiting(one.id)).toBeUndefined()
  expect(await pageOf(one.slug)).toEqual([200, 'Well'])
})

test('an edit of many at once waits beside each; one call decides about all, pending ones change', async () => {
  const [live, pending] = [await publicImage('Gate'), await pendingImage('Door')]
  const both = { image_ids: [live.id, pending.id] }
  const { versions, ...answer } = (await updateMany(ada, { ...both, keywords: ['iron'] })).json()
  expect(answer).toEqual({ message: 'Bulk update successful!', count: 2, waiting: 1 })
  expect((await updateMany(ada, { ...both, versions, category: 'sports' })).statusCode).toBe(200)
  expect(codeOf(await updateMany(ada, { ...both, versions, category: 'food' }))).toEqual([409, 'changed_meanwhile'])
  await call('PUT', 'bulk-update', admin, { ...both, status: 'pending' })
  expect(await waiting(live.id)).toMatchObject({ keywords: [{ id: 1, name: 'iron' }] })
  expect(await listed(ada, pending.id)).toMatchObject({ status: 'pending', keywords: [{ name: 'iron' }] })
  await call('PUT', 'bulk-update', admin, { ...both, status: 'rejected', reason: 'rights' })
  expect([(await row(live.id)).status, (await row(pending.id)).status]).toEqual(['approved', 'rejected'])
})

const same = { title: 'Same', keywords: ['STONE', 'tower'], description: '', category: null }

test.each([{}, same, { status: 'approved' }])('a change that changes nothing is not stored: %j', async (payload) => {
  for (const person of [ada, admin]) {
    const one = await publicImage('Same')
    const before = await row(one.id)
    expect((await update(person, one.id, payload)).statusCode).toBe(200)
    await updateMany(person, { image_ids: [one.id], ...payload })
    expect(await row(one.id)).toEqual(before)
  }
})

test('a change that changes nothing leaves a rejected image rejected', async () => {
  const one = await pendingImage('Same')
  await decide(one.id, { status: 'rejected', reason: 'fringe' })
  await update(ada, one.id, same)
  expect((await row(one.id)).status).toBe('rejected')
  await update(ada, one.id, { title: 'Better' })
  expect((await row(one.id)).status).toBe('pending')
})

test('an admin edits at once, and what visitors then see leaves the waiting edit', async () => {
  const one = await publicImage('Harbour')
  await update(ada, one.id, { title: 'Old harbour', description: 'By night' })
  await update(admin, one.id, { title: 'Old harbour' })
  expect(await pageOf(one.slug)).toEqual([200, 'Old harbour'])
  expect(await waiting(one.id)).toEqual({ description: 'By night' })
  await update(admin, one.id, { description: 'By night' })
  expect(await waiting(one.id)).toBeUndefined()
  // Words can be corrected while an edit is approved.
  await update(ada, one.id, { title: 'Harbour at nigth', description: 'Dark' })
  await decide(one.id, { status: 'approved', title: 'Harbour at night' })
  expect(await pageOf(one.slug)).toEqual([200, 'Harbour at night'])
  expect(await listed(ada, one.id)).toMatchObject({ description: 'Dark', waiting_edit: null })
})

test('an admin rejects an edit with a reason: the image stays, and its history tells of the edit', async () => {
  const one = await publicImage('Mill')
  await update(ada, one.id, { title: 'Best mill ever' })
  await decide(one.id, { status: 'rejected', reason: 'description', note: 'No praise.' })
  expect(await pageOf(one.slug)).toEqual([200, 'Mill'])
  expect(await listed(ada, one.id)).toMatchObject({ status: 'approved', waiting_edit: null, rejection: null })
  const { decisions } = (await call('GET', `history/${one.id}`, ada)).json()
  expect(decisions).toMatchObject([
    { status: 'rejected', note: 'No praise.', about_edit: true },
    { status: 'approved', about_edit: false },
  ])
})

test('an edit of words is rejected for other reasons than a picture; with the wrong ones nothing changes', async () => {
  const [live, pending] = [await publicImage('Loom'), await pendingImage('Reel')]
  await update(ada, live.id, { title: 'Cheap looms' })
  const reject = (image_ids: number[], reason: string, more = {}) =>
    call('PUT', 'bulk-update', admin, { image_ids, status: 'rejected', reason, ...more })
  expect(codeOf(await reject([live.id], 'fringe'))).toEqual([400, 'reason_elsewhere'])
  expect(codeOf(await reject([live.id, pending.id], 'spam'))).toEqual([400, 'reason_elsewhere'])
  expect(codeOf(await reject([live.id], 'spam', { decides: 'image' }))).toEqual([400, 'reason_elsewhere'])
  expect(await waiting(live.id)).toEqual({ title: 'Cheap looms' })
  expect((await reject([live.id], 'spam')).statusCode).toBe(200)
  const { decisions } = (await call('GET', `history/${live.id}`, ada)).json()
  expect(decisions[0]).toMatchObject({ status: 'rejected', reason: 'spam', about_edit: true })
  expect((await reject([live.id], 'fringe', { decides: 'image' })).statusCode).toBe(200)
  expect((await row(live.id)).status).toBe('rejected')
})

test('edits of words are listed apart, in their order, and those that came together are selected', async () => {
  const [one, other] = [await publicImage('Anvil'), await publicImage('Bellows')]
  const filed = await createImage(testApp, ada, { png: aNewPng(), title: 'Filed' }, admin)
  const later = await publicImage('Crucible')
  await sendCsv(ada, `ID,Title\n${other.id},Old bellows\n${one.id},Old anvil\n`)
  await update(ada, later.id, { title: 'Old crucible' })
  await update(ada, filed.id, { title: 'With a file' })
  await replaceFile(ada, filed.id, aNewPng())
  await pendingImage('Tongs')
  for (const [id, second] of [
    [one.id, 50],
    [other.id, 10],
  ] as const) {
    const edit_at = new Date(Date.UTC(2026, 0, 1, 10, 0, second))
    await db.updateTable('images').set({ edit_at }).where('id', '=', id).execute()
  }
  const edits = await list(admin, 'pending', { flag: 'words_edited', order: 'oldest', username: ada.username })
  const ids = edits.images.map(({ id }: { id: number }) => id)
  expect([ids[0], ids[1], ids.at(-1)]).toEqual([other.id, one.id, later.id])
  expect(ids).not.toContain(filed.id)
  const together = await list(admin, 'selection', { list: 'pending', edited_with: String(one.id) })
  expect(together.ids.toSorted()).toEqual([one.id, other.id].toSorted())
  expect((await list(bob, 'selection', { list: 'pending', edited_with: String(one.id) })).ids).toEqual([])
})

test('a decision of the command line applies the edit of an image, and is none about one in the trash', async () => {
  const [one, thrown] = [await publicImage('Arch'), await publicImage('Vault')]
  await discard(ada, thrown.id)
  for (const status of ['pending', 'rejected'] as const) {
    await setStatus(testApp, admin, [one.id], 'approved')
    await update(ada, one.id, { title: `Marble arch, ${status}` })
    await decideByCommand(db, [one.id, thrown.id], status)
    expect(await row(one.id)).toMatchObject({ status, title: `Marble arch, ${status}`, edit: null })
    expect(await waiting(one.id)).toBeUndefined()
    expect(await listed(ada, one.id, 'user/pending')).toEqual(status === 'pending' ? expect.anything() : undefined)
  }
  expect(await row(thrown.id)).toMatchObject({ status: 'approved' })
  const decisions = await db.selectFrom('decision').selectAll().where('image_id', '=', thrown.id).execute()
  expect(decisions).toMatchObject([{ status: 'approved' }])
})

test('a waiting edit is what its contributor’s CSV goes on from, while an admin’s has what visitors see', async () => {
  const [live, other] = [await publicImage('Kiln'), await publicImage('Forge')]
  const table = (title: string) => `ID,Title\n${live.id},${title}\n${other.id},Forge\n`
  expect(await sendCsv(ada, table('Brick kiln'), 'true')).toMatchObject({ changed: 1, same: 1, waiting: 1 })
  expect(await waiting(live.id)).toBeUndefined()
  expect(await sendCsv(ada, table('Brick kiln'))).toMatchObject({ changed: 1, waiting: 1 })
  expect([...(await pageOf(live.slug)), ...(await pageOf(other.slug))]).toEqual([200, 'Kiln', 200, 'Forge'])
  expect(await waiting(live.id)).toEqual({ title: 'Brick kiln' })
  expect(await sendCsv(ada, table('Brick kiln'))).toMatchObject({ changed: 0, same: 2, waiting: 0 })
  const exported = async (person: TestUser) => (await call('GET', 'export/csv', person)).body
  expect(await exported(ada)).toContain('Brick kiln')
  expect(await exported(admin)).not.toContain('Brick kiln')
  expect(await sendCsv(admin, table('Tall kiln'))).toMatchObject({ changed: 1, waiting: 0 })
  expect(await pageOf(live.slug)).toEqual([200, 'Tall kiln'])
})

test('a waiting edit of many images is applied by one call', async () => {
  const all = [await publicImage('Vane 1'), await publicImage('Vane 2'), await publicImage('Vane 3')]
  const ids = all.map(({ id }) => id)
  for (const { id, title } of all) await update(ada, id, { title: `Gold ${title}`, keywords: [`wind ${id}`] })
  const approve = () => call('PUT', 'bulk-update', admin, { image_ids: ids, status: 'approved' })
  expect((await Promise.all([approve(), approve()])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await found('gold')).toBe(3)
  const decisions = await db.selectFrom('decision').selectAll().where('image_id', 'in', ids).execute()
  expect(decisions.filter(({ about_edit }) => about_edit)).toHaveLength(3)
})
