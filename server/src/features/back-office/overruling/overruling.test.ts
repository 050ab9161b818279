import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { untilWaiting } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { paintedCheckerboard } from '#test/rgba-pictures'
import {
  codeOf,
  createImage,
  createUser,
  fieldsOf,
  hashOf,
  openAppWithPeople,
  setStatus,
  type TestUser,
  uploadPng,
} from '#test/test-app'

const { testApp, app, db, ada, bob, admin } = await openAppWithPeople()
const carl = await createUser(testApp)

const office = backOfficeOf(testApp)
const call = (method: 'PUT' | 'DELETE', id: number, person: TestUser, kind: string, payload?: object) =>
  office.call(method, `${id}/findings/${kind}`, person, payload)
const board = async (title: string, cell?: number, owner = ada) =>
  createImage(testApp, owner, { png: await paintedCheckerboard(cell), title })
const overrule = (id: number, kind = 'painted_checkerboard', reason = 'A chess board.') =>
  call('PUT', id, admin, kind, { reason })
const reinstate = (id: number) => call('DELETE', id, admin, 'painted_checkerboard')
const detailsOf = async (slug: string) => (await app.inject(`/api/v1/images/${slug}/`)).json().image
const events = async () => (await auditLog(testApp, admin)).events.slice(0, 2)
const listed = (person: TestUser, list: string, id: number): Promise<ManagedImage> => office.listed(person, id, list)

test('an overruled fault, by the last reason, stands against no image of the file until it is reinstated', async () => {
  const [one, other] = [await board('Chess'), await board('Chess too', undefined, bob)]
  await setStatus(testApp, admin, [one.id, other.id], 'approved')
  expect(await detailsOf(other.slug)).toMatchObject({ is_verified: false, findings: [{}] })

  await overrule(one.id, 'painted_checkerboard', 'A floor.')
  expect((await overrule(one.id, 'painted_checkerboard', ' A chess board. ')).json()).toEqual({
    message: 'Finding overruled.',
    is_verified: true,
    overruled: [{ kind: 'painted_checkerboard', reason: 'A chess board.', by: admin.username, at: expect.any(String) }],
  })
  for (const { slug } of [one, other]) expect(await detailsOf(slug)).toMatchObject({ is_verified: true, findings: [] })
  const kind = 'painted_checkerboard'
  const overruled = { findings: [{ kind }], overruled: [{ kind, by: admin.username }] }
  expect(await listed(admin, 'total', other.id)).toMatchObject({ is_verified: true, ...overruled })
  const seen = { findings: [{ kind }], overruled: [{ kind, reason: 'A chess board.', by: null }] }
  expect(await listed(bob, 'user/total', other.id)).toMatchObject(seen)

  expect((await reinstate(other.id)).json()).toMatchObject({ is_verified: false, overruled: [] })
  expect(await detailsOf(one.slug)).toMatchObject({ is_verified: false, findings: [{ kind }] })
  expect(await events()).toMatchObject([
    { what: 'finding reinstated', by: admin.username, user: bob.username },
    { what: 'finding overruled', by: admin.username, user: ada.username },
  ])
  expect((await reinstate(other.id)).statusCode).toBe(200)
  expect(await events()).toMatchObject([{ what: 'finding reinstated' }, { what: 'finding overruled' }])
})

test('it is remembered when the file is uploaded or measured again', async () => {
  const png = await paintedCheckerboard(60)
  const { id } = await createImage(testApp, ada, { png, title: 'Draughts' })
  await overrule(id)
  const [again] = (await uploadPng(testApp, carl, png)).json().images
  expect(again.findings).toEqual([])
  const { findings } = await listed(carl, 'user/total', again.id)
  const sha256 = await hashOf(testApp, { id })
  await db.updateTable('file').set({ findings: null }).where('sha256', '=', sha256).execute()
  await office.measured(id, ...findings!, { kind: 'haze', share: 0.2 })
  const overruled = [{ kind: 'painted_checkerboard' }]
  expect(await listed(admin, 'total', id)).toMatchObject({ is_verified: false, overruled })
  expect((await overrule(id, 'haze', 'Mist.')).json().is_verified).toBe(true)
})

test('a finding of a file that is replaced meanwhile, or since the admin looked, is not overruled', async () => {
  const [image, other] = [await board('Seen', 44), await board('Not seen', 36, bob)]
  const { version } = await listed(admin, 'total', other.id)
  const sha256 = await hashOf(testApp, other)
  const { answer } = await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('images').set({ sha256 }).where('id', '=', image.id).execute()
    const answer = overrule(image.id)
    await untilWaiting(db, 1)
    return { answer }
  })
  expect((await answer).json().code).toBe('changed_meanwhile')
  expect(await listed(admin, 'total', image.id)).toMatchObject({ overruled: [] })

  expect((await office.replaceFile(bob, other.id, await paintedCheckerboard(32))).statusCode).toBe(200)
  const since = (version: number) =>
    call('PUT', other.id, admin, 'painted_checkerboard', { reason: 'A chess board.', version })
  expect(codeOf(await since(version))).toEqual([409, 'changed_meanwhile'])
  expect((await since((await listed(admin, 'total', other.id)).version)).statusCode).toBe(200)
})

test('only what was found, and is a fault, can be overruled, and only with a reason', async () => {
  const { id } = await createImage(testApp, ada, { png: aPng({ width: 300, height: 300, seed: 4 }), title: 'Clean' })
  expect((await overrule(id)).json().code).toBe('finding_not_found')
  const noFault = { at: 'kind', message: 'There is no such fault' }
  expect(fieldsOf(await overrule(id, 'touches_border'))).toEqual([400, [noFault]])
  const noReason = { at: 'reason', message: 'Say why it is no fault.' }
  expect(fieldsOf(await overrule(id, 'haze', '  '))).toEqual([400, [noReason]])
  expect((await overrule(999_999)).json().code).toBe('image_not_found')
  await office.discard(ada, id)
  expect((await reinstate(id)).json().code).toBe('image_not_found')
})
