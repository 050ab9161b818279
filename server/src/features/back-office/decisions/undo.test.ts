import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditLog, setBlock } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { codeOf, createImage, createUser, openAppWithPeople, publishImage } from '#test/test-app'

const { testApp, app, db, ada, admin } = await openAppWithPeople()
const second = await createUser(testApp, 'admin')
const { call, list, listed, update, updateMany, replaceFile, row, ...backOffice } = backOfficeOf(testApp)

const image = (title: string, owner = ada) => backOffice.image(title, owner)
const publicImage = (title: string, owner = ada) => publishImage(testApp, owner, admin, title)
async function decide(ids: number[], payload: object, person = admin): Promise<number> {
  const answer = await call('PUT', 'bulk-update', person, { image_ids: ids, ...payload })
  expect(answer.statusCode).toBe(200)
  return answer.json().act
}
const undo = (act: number, person = admin) => call('POST', `decisions/${act}/undo`, person)
const pageStatus = async ({ slug }: { slug: string }) => (await app.inject(`/api/v1/images/${slug}/`)).statusCode
const history = async (id: number) => (await list(admin, `history/${id}`)).decisions
const passSeconds = (seconds: number, id: number) =>
  sql`update decision set at = at - make_interval(secs => ${seconds}) where image_id = ${id}`.execute(db)
/** All that is stored of an image, but when it was changed. */
async function stateOf(id: number) {
  const { version: _version, updated_at: _updatedAt, ...state } = await row(id)
  const { title, keywords, waiting_edit, rejection } = await listed(ada, id)
  const decisions = await history(id)
  return { state, title, keywords, waiting_edit, rejection, decisions }
}
const reject = { status: 'rejected', reason: 'rights', note: 'At the ear.' }
const expectUndone = async (act: number) => expect((await undo(act)).statusCode).toBe(200)

const withEdit = async (title: string) => {
  const one = await publicImage(title)
  await update(ada, one.id, { title: `Wind ${title}`, keywords: ['wind'] })
  return one
}

test.each([
  ['a pending image leaves no trace', 'approved', image, { state: { status: 'approved' } }],
  ['a pending image leaves no trace', 'rejected', image, { state: { status: 'rejected' } }],
  ['a public image gives it its place back', 'pending', publicImage, { page: 404 }],
  ['a public image gives it its place back', 'rejected', publicImage, { page: 404 }],
  ['an edit lets it wait again', 'approved', withEdit, { waiting_edit: null }],
  ['an edit lets it wait again', 'rejected', withEdit, { waiting_edit: null }],
])('an undone decision about %s: %s', async (title, status, make, decided) => {
  const one = await make(title)
  const { id } = one
  const stateAndPage = async () => ({ ...(await stateOf(id)), page: await pageStatus(one) })
  const before = await stateAndPage()
  expect(before.page).toBe(make === image ? 404 : 200)
  const act = await decide([id], { ...reject, status })
  expect(await stateAndPage()).toMatchObject(decided)
  const answer = (await undo(act)).json()
  expect(await stateAndPage()).toEqual(before)
  expect(answer).toEqual({ message: 'Decision undone.', images: [{ id, version: (await row(id)).version }] })
})

test('an undone decision leaves an image unseen whose contributor was blocked meanwhile', async () => {
  const owner = await createUser(testApp)
  const one = await publicImage('Unseen', owner)
  const before = await row(one.id)
  const act = await decide([one.id], reject)
  expect((await setBlock(testApp, admin, owner, true, { hides_images: true })).statusCode).toBe(200)
  await expectUndone(act)
  const hidden = { state: 'hidden', pub_no: null, publish_no: before.pub_no }
  expect(await row(one.id)).toMatchObject(hidden)
  expect(await pageStatus(one)).toBe(404)
})

test('an undone decision that replaced another rejection leaves that one', async () => {
  const { id } = await image('Twice')
  await decide([id], reject)
  const before = await stateOf(id)
  await expectUndone(await decide([id], { ...reject, reason: 'quality' }))
  expect(await stateOf(id)).toEqual(before)
})

test('a decision is undone for all images of its call, also edits, and stands in the audit log', async () => {
  const [live, pending] = [await publicImage('Barn'), await image('Shed')]
  await update(ada, live.id, { title: 'Red barn' })
  const ids = [live.id, pending.id]
  const before = await Promise.all(ids.map(stateOf))
  await expectUndone(await decide(ids, { status: 'approved' }))
  expect(await Promise.all(ids.map(stateOf))).toEqual(before)
  const [undone, approved] = (await auditLog(testApp, admin)).events
  expect([undone, approved]).toMatchObject([
    { what: 'decision undone', by: admin.username, count: 2 },
    { what: 'images approved', count: 2 },
  ])
})

test('a decision is not undone where one of its images was changed or decided meanwhile, nor of others', async () => {
  for (const change of [{ title: 'Changed' }, { status: 'rejected' }]) {
    const [one, other] = [await image('One'), await image('Other')]
    const act = await decide([one.id, other.id], { status: 'approved' })
    await update(second, other.id, change)
    expect(codeOf(await undo(act))).toEqual([409, 'changed_meanwhile'])
    expect((await row(one.id)).status).toBe('approved')
  }
})

test('a decision is not undone by another admin, after its time, or twice', async () => {
  const { id } = await image('Late')
  const act = await decide([id], { status: 'approved' })
  expect(codeOf(await undo(act, second))).toEqual([409, 'not_undoable'])
  await passSeconds(16, id)
  expect(codeOf(await undo(act))).toEqual([409, 'not_undoable'])
  await passSeconds(-10, id)
  await expectUndone(act)
  expect(codeOf(await undo(act))).toEqual([409, 'not_undoable'])
})

test('a decision is not undone where the same call changed words, or it moved the file of an edit', async () => {
  const { id } = await image('Wordy')
  expect((await update(admin, id, { status: 'approved', title: 'Words' })).json()).not.toHaveProperty('act')
  expect((await updateMany(admin, { image_ids: [id], status: 'pending' })).json()).toHaveProperty('act')
  const filed = await createImage(testApp, ada, { png: aNewPng(), title: 'Filed' }, admin)
  await replaceFile(ada, filed.id, aNewPng())
  expect(await decide([filed.id], reject)).toBeUndefined()
})

test('two people, one who undoes and one who decides again: one of them is refused', async () => {
  const { id } = await image('Contested')
  const act = await decide([id], { status: 'approved' })
  const { version } = await row(id)
  const answers = await Promise.all([undo(act), update(second, id, { status: 'rejected', version })])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect(await history(id)).toHaveLength((await row(id)).status === 'pending' ? 0 : 2)
})
