import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { sendDraft } from '#test/drafts'
import { nextDrawing } from '#test/drawings'
import { aNewPng } from '#test/png'
import {
  callAs,
  codeOf,
  createImage,
  createUser,
  openAppWithPeople,
  openTestApp,
  type TestUser,
  uploadPng,
} from '#test/test-app'
import { withLevel } from '#test/trusted-uploads'

const { testApp, ada, bob, admin } = await openAppWithPeople()
const { call, list, row } = backOfficeOf(testApp)
const draftOf = (person: TestUser, title: string) => sendDraft(testApp, person, { title })
const submit = (person: TestUser, ...image_ids: number[]) => call('POST', 'submit', person, { image_ids })
const idsIn = async (person: TestUser, path: string, query: Record<string, string> = {}): Promise<number[]> =>
  (await list(person, path, query)).images.map(({ id }: { id: number }) => id)

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

describe('where few may wait and AI must be stated', async () => {
  const site = await openTestApp({ QUOTA_PENDING_IMAGES: '2', AI_STATEMENT: 'required' })
  const submitIn = (person: TestUser, ...image_ids: number[]) =>
    callAs(site, person, 'POST', 'images/submit', { image_ids })
  const statusesOf = async ({ id }: TestUser) => {
    const own = site.db.selectFrom('images').select('status').where('owner_id', '=', id).orderBy('id')
    return (await own.execute()).map(({ status }) => status)
  }
  const draftsOf = async (person: TestUser, count: number) => {
    const ids: number[] = []
    for (let n = 0; n < count; n++) ids.push((await sendDraft(site, person, { ai_made: 'no' })).id)
    return ids
  }

  test('drafts may be more, and of those that are submitted the first wait', async () => {
    const person = await createUser(site)
    const [one, two, three] = (await draftsOf(person, 3)) as [number, number, number]
    expect((await submitIn(person, three, one, two)).json()).toMatchObject({ count: 2, left: 1 })
    expect(await statusesOf(person)).toEqual(['pending', 'draft', 'pending'])
    expect(codeOf(await submitIn(person, two))).toEqual([403, 'pending_quota'])
    expect((await sendDraft(site, person)).status).toBe('draft')
  })

  test('calls at once let no more wait than may, whether of the same drafts or of others', async () => {
    const person = await createUser(site)
    const ids = await draftsOf(person, 8)
    const pairs = [ids.slice(0, 2), ids.slice(0, 2), ids.slice(2, 4), ids.slice(4, 6), ids.slice(6)]
    const answers = await Promise.all(pairs.map((pair) => submitIn(person, ...pair)))
    expect(answers.reduce((sum, answer) => sum + (answer.json().count ?? 0), 0)).toBe(2)
    expect((await statusesOf(person)).filter((status) => status === 'pending')).toHaveLength(2)
  })

  test('a draft may say nothing about AI until it is submitted', async () => {
    const person = await createUser(site)
    const { id } = await sendDraft(site, person)
    const [stated] = await draftsOf(person, 1)
    expect(codeOf(await submitIn(person, id, stated!))).toEqual([403, 'ai_not_said'])
    expect(await statusesOf(person)).toEqual(['draft', 'draft'])
    await callAs(site, person, 'PUT', `images/update/${id}`, { ai_made: 'no' })
    expect((await submitIn(person, id, stated!)).json()).toMatchObject({ count: 2 })
  })
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
