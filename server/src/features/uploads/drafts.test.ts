import { pages } from '@vitrine/contract/pages'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { nextDrawing } from '#test/drawings'
import { runWaitingJobs } from '#test/due-jobs'
import { csvRow } from '#test/file-name-spellings'
import { aNewPng } from '#test/png'
import { reportsOf } from '#test/reports'
import { sendDraft, withLevel } from '#test/sent-pictures'
import {
  callAs,
  codeOf,
  createImage,
  createUser,
  hashOf,
  openAppWithPeople,
  openTestApp,
  setStatus,
  type TestUser,
  uploadPng,
} from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()
const { call, discard, found, list, listed, replaceFile, restore, row, sendCsv, update, updateMany } =
  backOfficeOf(testApp)
const draftOf = (person: TestUser, title: string) => sendDraft(testApp, person, { title })
const submit = (person: TestUser, ...image_ids: number[]) => call('POST', 'submit', person, { image_ids })
const idsIn = async (person: TestUser, path: string, query: Record<string, string> = {}): Promise<number[]> =>
  (await list(person, path, query)).images.map(({ id }: { id: number }) => id)
const lengthOf = async (person: TestUser, name: string) =>
  (await list(person, `user/${name}-images-length`)).images_length

test('a draft is measured at once, and in the lists and counts of drafts alone', async () => {
  const carl = await createUser(testApp)
  const image = await draftOf(carl, 'Quiet lamp')
  expect(image).toMatchObject({ status: 'draft', title: 'Quiet lamp', findings: [] })
  expect(await listed(carl, image.id, 'user/draft')).toMatchObject({ status: 'draft', is_verified: true })
  expect(await row(image.id)).toMatchObject({ rights_version: null, rights_at: null })
  const waiting = await createImage(testApp, carl, { png: aNewPng(), title: 'Quiet waiting lamp' })
  for (const name of ['pending', 'total'])
    expect([await idsIn(carl, `user/${name}`), await lengthOf(carl, name)]).toEqual([[waiting.id], 1])
  for (const name of ['rejected', 'approved']) expect(await idsIn(carl, `user/${name}`)).toEqual([])
  expect(await lengthOf(carl, 'draft')).toBe(1)
  const orders = ['newest', 'oldest', 'title', 'size', 'downloads'].map((order) => ({ order }))
  for (const query of [...orders, { title: 'quiet' }, { category: 'none' }] as Record<string, string>[]) {
    expect(await idsIn(carl, 'user/draft', query)).toEqual([image.id])
    expect(await idsIn(carl, 'user/total', query)).toEqual([waiting.id])
  }
  expect(await idsIn(carl, 'user/draft', { title: String(image.id) })).toEqual([image.id])
  const quota = await list(carl, 'upload/quota')
  expect(quota).toMatchObject({ pending: { used: 1 }, uploads: { used: 2 } })
})

test('no one else sees a draft: not in lists, counts, the dashboard or the review', async () => {
  const [carl, reviewer] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const { username } = carl
  const counts = async () => [
    await list(reviewer, 'pending-images-length'),
    await list(reviewer, 'total-images-length'),
    (await callAs(testApp, reviewer, 'GET', 'accounts/user/inbox')).json().waiting,
  ]
  const before = await counts()
  const image = await draftOf(carl, 'Hidden gramophone')
  expect(await counts()).toEqual(before)
  const queries: Record<string, string>[] = [{ title: 'gramophone' }, { order: 'title' }, { order: 'oldest' }]
  for (const name of ['pending', 'rejected', 'approved/details', 'total'])
    for (const query of queries)
      expect(await list(reviewer, name, { username, ...query })).toMatchObject({ count: 0, images: [] })
  expect(await list(reviewer, 'user/draft')).toMatchObject({ count: 0 })
  expect((await list(reviewer, 'selection', { list: 'draft' })).ids).toEqual([])
  expect((await list(reviewer, 'selection', { list: 'total' })).ids).not.toContain(image.id)
  const lease = await call('POST', 'review/lease', reviewer, { username, waiting: [], skipped: [] })
  expect(lease.json()).toMatchObject({ images: [], count: 0 })
  const inbox = await callAs(testApp, carl, 'GET', 'accounts/user/inbox')
  expect(inbox.json()).toMatchObject({ waiting: { count: 0 } })
  expect(await found('gramophone')).toBe(0)
})

test('for others a draft does not exist, whatever they call', async () => {
  const { id, slug, cloudflare_id, main_url } = await draftOf(ada, 'Unseen')
  const csv = csvRow('id', 'title') + csvRow(String(id), 'Taken')
  for (const person of [bob, admin]) {
    const missing = [404, 'image_not_found']
    expect(codeOf(await update(person, id, { title: 'Taken' }))).toEqual(missing)
    expect(codeOf(await updateMany(person, { image_ids: [id], title: 'Taken' }))).toEqual(missing)
    expect(codeOf(await discard(person, id))).toEqual(missing)
    expect(codeOf(await call('DELETE', `delete/${id}`, person))).toEqual(missing)
    expect(codeOf(await call('GET', `history/${id}`, person))).toEqual(missing)
    expect(codeOf(await submit(person, id))).toEqual(missing)
    expect(codeOf(await replaceFile(person, id, aNewPng()))).toEqual(missing)
    expect(await sendCsv(person, csv)).toMatchObject({ changed: 0, wrong: 1 })
  }
  expect(codeOf(await setStatus(testApp, admin, [id], 'approved'))).toEqual([404, 'image_not_found'])
  const queue = (path: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
    callAs(testApp, admin, method, `reports/queue/${path}`, payload)
  expect(codeOf(await queue(String(id)))).toEqual([404, 'image_not_found'])
  const decision = { verb: 'take_down', reason: 'other', seen_report_id: 1 }
  expect(codeOf(await queue(String(id), 'POST', decision))).toEqual([404, 'image_not_found'])
  const about = await app.inject({ url: `/api/v1/reports/queue/?image=${id}`, headers: admin.headers })
  expect(about.json()).toMatchObject({ count: 0, images: [] })
  const payload = { slug, reason: 'other', message: 'Look' }
  expect((await app.inject({ method: 'POST', url: '/api/v1/reports/', payload })).statusCode).toBe(404)
  for (const url of [`/api/v1/images/${slug}/`, `/media/${cloudflare_id}/original.png`, pages.image.href({ slug })])
    expect((await app.inject({ url, headers: admin.headers })).statusCode).toBe(404)
  expect((await app.inject(main_url)).statusCode).toBe(200)
  expect((await row(id)).title).toBe('Unseen')
})

test('its contributor edits it, gives it another file and reads its history', async () => {
  const { id } = await draftOf(ada, 'Draft desk')
  expect((await update(ada, id, { title: 'Desk', keywords: ['oak'] })).statusCode).toBe(200)
  expect((await updateMany(ada, { image_ids: [id], add_keywords: ['wood'] })).statusCode).toBe(200)
  expect((await replaceFile(ada, id, aNewPng())).json()).toEqual({ message: 'File replaced.', count: 1 })
  expect(await row(id)).toMatchObject({ status: 'draft', title: 'Desk', file_name: 'mended.png', rights_at: null })
  expect(await list(ada, `history/${id}`)).toEqual({ decisions: [], reviewer: null })
})

test('an admin’s own drafts are theirs, and nothing is decided about a draft', async () => {
  const reviewer = await createUser(testApp, 'admin')
  const own = await draftOf(reviewer, 'Own')
  const waiting = await createImage(testApp, ada, { png: aNewPng(), title: 'Other' })
  expect((await update(reviewer, own.id, { title: 'My own' })).statusCode).toBe(200)
  const refusals = [
    await update(reviewer, own.id, { status: 'approved', title: 'Live' }),
    await setStatus(testApp, reviewer, [own.id, waiting.id], 'approved'),
    await updateMany(reviewer, { image_ids: [waiting.id, own.id], status: 'rejected' }),
  ]
  for (const refusal of refusals) expect(codeOf(refusal)).toEqual([403, 'not_submitted'])
  expect(await row(own.id)).toMatchObject({ status: 'draft', title: 'My own' })
  expect((await row(waiting.id)).status).toBe('pending')
  expect(await idsIn(reviewer, 'user/draft')).toEqual([own.id])
})

test('a deleted draft is in its contributor’s trash alone, and a draft again once restored', async () => {
  const carl = await createUser(testApp)
  const { id } = await draftOf(carl, 'Discarded draft')
  await discard(carl, id)
  expect([await idsIn(carl, 'user/draft'), await idsIn(carl, 'trash')]).toEqual([[], [id]])
  expect(await idsIn(admin, 'trash')).not.toContain(id)
  expect(codeOf(await restore(admin, id))).toEqual([404, 'image_not_found'])
  expect((await callAs(testApp, admin, 'GET', `reports/queue/${id}`)).statusCode).toBe(404)
  expect((await call('DELETE', 'deleted-all', admin)).statusCode).toBe(200)
  await runWaitingJobs(db)
  expect((await restore(carl, id)).statusCode).toBe(200)
  expect((await row(id)).status).toBe('draft')
  expect(JSON.stringify(await auditLog(testApp, admin))).not.toContain('Discarded draft')
})

test('a CSV fills drafts, found by their file names too, and their list is exported to their contributor', async () => {
  const { id } = await draftOf(bob, 'From a file')
  await sql`update images set file_name = 'vase-7.png' where id = ${id}`.execute(db)
  const csv = csvRow('filename', 'title') + csvRow('vase-7.png', 'Blue vase')
  expect(await sendCsv(bob, csv)).toMatchObject({ changed: 1, wrong: 0, waiting: 0 })
  const exported = async (person: TestUser) =>
    (await app.inject({ url: '/api/v1/images/export/csv/?list=draft', headers: person.headers })).body
  expect(await exported(bob)).toContain('Blue vase')
  expect(await exported(admin)).not.toContain('Blue vase')
  const own = await draftOf(admin, 'Admin’s')
  expect(await sendCsv(admin, csvRow('id', 'title') + csvRow(String(own.id), 'Filled'))).toMatchObject({ changed: 1 })
})

test('others’ drafts are no look-alikes of anything, own ones are', async () => {
  const png = await nextDrawing()
  const draft = await sendDraft(testApp, ada, { png })
  const copy = await sharp(png).resize(150).png().toBuffer()
  const waiting = await createImage(testApp, bob, { png: copy, title: 'Copy' })
  const alike = async (id: number) => (await list(admin, `alike/${id}`)).images
  expect([await alike(waiting.id), await alike(draft.id)]).toEqual([[], []])
  const pictures = [{ sha256: await hashOf(testApp, { id: draft.id }), row: null }]
  const sought = async (person: TestUser) => (await call('POST', 'upload/alike', person, { pictures })).json().found
  expect(await sought(bob)).toEqual([])
  expect(await sought(ada)).toMatchObject([{ kind: 'same_file', image: { id: draft.id, status: 'draft' } }])
})

test('a draft of bytes that are taken down is taken down too, by a decision of its own', async () => {
  const { takeDown } = await reportsOf(testApp)
  const png = await nextDrawing()
  const image = await createImage(testApp, bob, { png, title: 'Reported' }, admin)
  const draft = await sendDraft(testApp, ada, { png })
  await takeDown(image)
  expect((await row(draft.id)).state).toBe('taken_down')
  const decided = db.selectFrom('report_decision').select('verb').where('image_id', '=', draft.id)
  expect(await decided.execute()).toEqual([{ verb: 'take_down' }])
})

test('the data of a person has their drafts, and closing the account deletes them', async () => {
  const carl = await createUser(testApp)
  const { id } = await sendDraft(testApp, carl)
  const choice = { password: 'correct-horse', images: 'stay' }
  expect((await callAs(testApp, carl, 'POST', 'accounts/user/close', choice)).statusCode).toBe(200)
  await expect.poll(() => db.selectFrom('images').select('id').where('id', '=', id).execute()).toEqual([])
})

test('the database has an end for drafts alone', async () => {
  const image = await createImage(testApp, ada, { png: aNewPng(), title: 'No draft' })
  const statement = sql`update images set draft_ends_at = now() where id = ${image.id}`
  await expect(statement.execute(db)).rejects.toMatchObject({ constraint: 'images_draft_ends_at' })
})

test('submitted drafts wait in the order of the call, with the statement of rights, and once', async () => {
  const carl = await createUser(testApp)
  const drafts = [await draftOf(carl, 'One'), await draftOf(carl, 'Two'), await draftOf(carl, 'Three')]
  const [one, two, three] = drafts.map(({ id }) => id) as [number, number, number]
  expect((await submit(carl, two, three, two, one)).json()).toMatchObject({ count: 3, left: 0 })
  expect((await idsIn(carl, 'user/pending')).slice(0, 3)).toEqual([one, three, two])
  const stored = await row(two)
  expect(stored).toMatchObject({ status: 'pending', rights_version: expect.any(Number), rights_at: expect.any(Date) })
  expect((await submit(carl, two, three)).json()).toMatchObject({ count: 0, left: 0 })
  expect(await row(two)).toEqual(stored)
  const publicOne = await createImage(testApp, carl, { png: aNewPng(), title: 'Live' }, admin)
  const mixed = await draftOf(carl, 'Mixed')
  expect((await submit(carl, publicOne.id, mixed.id)).json()).toMatchObject({ count: 1, left: 0 })
  expect((await row(publicOne.id)).status).toBe('approved')
})

test('what is not the caller’s, or unknown, submits nothing of the call', async () => {
  const draft = await draftOf(ada, 'Stays')
  const foreign = await createImage(testApp, bob, { png: aNewPng(), title: 'Other' })
  expect(codeOf(await submit(ada, draft.id, foreign.id))).toEqual([403, 'not_your_images'])
  expect(codeOf(await submit(ada, draft.id, 999_999))).toEqual([404, 'images_not_found'])
  const rights = { image_ids: [draft.id], rights: 99 }
  expect(codeOf(await call('POST', 'submit', ada, rights))).toEqual([400, 'invalid'])
  expect((await row(draft.id)).status).toBe('draft')
})

test('the same bytes give the same image; uploading them without `draft` submits it', async () => {
  const png = aNewPng()
  const draft = await sendDraft(testApp, ada, { png, title: 'Twin' })
  expect(await sendDraft(testApp, ada, { png })).toMatchObject({ image_id: draft.id, status: 'draft' })
  const again = (await uploadPng(testApp, ada, png)).json().images[0]
  expect(again).toMatchObject({ image_id: draft.id, status: 'pending', title: 'Twin' })
  expect(await row(draft.id)).toMatchObject({ status: 'pending', rights_at: expect.any(Date) })
  expect(await sendDraft(testApp, ada, { png })).toMatchObject({ image_id: draft.id, status: 'pending' })
  expect((await sendDraft(testApp, bob, { png })).id).not.toBe(draft.id)
})

/** Where few may wait and AI must be stated. */
const strictSite = await openTestApp({ QUOTA_PENDING_IMAGES: '2', AI_STATEMENT: 'required' })
const submitIn = (person: TestUser, ...image_ids: number[]) =>
  callAs(strictSite, person, 'POST', 'images/submit', { image_ids })
const statusesOf = async ({ id }: TestUser) => {
  const own = strictSite.db.selectFrom('images').select('status').where('owner_id', '=', id).orderBy('id')
  return (await own.execute()).map(({ status }) => status)
}
const draftsOf = async (person: TestUser, count: number) => {
  const ids: number[] = []
  for (let n = 0; n < count; n++) ids.push((await sendDraft(strictSite, person, { ai_made: 'no' })).id)
  return ids
}

test('where few may wait, drafts may be more, and of those that are submitted the first wait', async () => {
  const person = await createUser(strictSite)
  const [one, two, three] = (await draftsOf(person, 3)) as [number, number, number]
  expect((await submitIn(person, three, one, two)).json()).toMatchObject({ count: 2, left: 1 })
  expect(await statusesOf(person)).toEqual(['pending', 'draft', 'pending'])
  expect(codeOf(await submitIn(person, two))).toEqual([403, 'pending_quota'])
  expect((await sendDraft(strictSite, person)).status).toBe('draft')
})

test('calls at once let no more wait than may, whether of the same drafts or of others', async () => {
  const person = await createUser(strictSite)
  const ids = await draftsOf(person, 8)
  const pairs = [ids.slice(0, 2), ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6), ids.slice(6)]
  const answers = await Promise.all(pairs.map((pair) => submitIn(person, ...pair)))
  expect(answers.reduce((sum, answer) => sum + (answer.json().count ?? 0), 0)).toBe(2)
  expect((await statusesOf(person)).filter((status) => status === 'pending')).toHaveLength(2)
})

test('a draft may say nothing about AI until it is submitted', async () => {
  const person = await createUser(strictSite)
  const { id } = await sendDraft(strictSite, person)
  const [stated] = await draftsOf(person, 1)
  expect(codeOf(await submitIn(person, id, stated!))).toEqual([403, 'ai_not_said'])
  expect(await statusesOf(person)).toEqual(['draft', 'draft'])
  await callAs(strictSite, person, 'PUT', `images/update/${id}`, { ai_made: 'no' })
  expect((await submitIn(person, id, stated!)).json()).toMatchObject({ count: 2 })
})

test('what a trusted contributor submits is live where uploads are; drafts of others keep none waiting', async () => {
  const site = await openTestApp({ TRUSTED_UPLOADS: 'live' })
  const reviewer = await createUser(site, 'admin')
  const [one, other] = [await withLevel(site, reviewer, 'trusted'), await withLevel(site, reviewer, 'trusted')]
  const png = await nextDrawing()
  const smaller = await sharp(png).resize(150).png().toBuffer()
  const [draft, similar] = [await sendDraft(site, one, { png }), await sendDraft(site, other, { png: smaller })]
  expect(draft.status).toBe('draft')
  const submitted = await callAs(site, one, 'POST', 'images/submit', { image_ids: [draft.id] })
  expect(submitted.json()).toMatchObject({ count: 1, left: 0 })
  const statusOf = async ({ slug }: { slug: string }) => (await site.app.inject(`/api/v1/images/${slug}/`)).statusCode
  expect(await statusOf(draft)).toBe(200)
  await callAs(site, other, 'POST', 'images/submit', { image_ids: [similar.id] })
  expect(await statusOf(similar)).toBe(404)
})
