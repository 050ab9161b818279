import { expect, test } from 'vitest'
import { backOfficeOf } from '#test/back-office'
import { paintedCheckerboard } from '#test/painted-checkerboard'
import { aPng } from '#test/png'
import { createImage, createUser, openAppWithPeople, setStatus, type TestUser } from '#test/test-app'

const { testApp, ada, bob, admin } = await openAppWithPeople()

const { call, list, sendCsv } = backOfficeOf(testApp)
await createImage(testApp, ada, { png: await paintedCheckerboard(70), title: 'Chess board' })
const other = await createImage(testApp, ada, { png: await paintedCheckerboard(65), title: 'Draughts board' })
await createImage(testApp, bob, { png: await paintedCheckerboard(70), title: 'Bob’s board' })
await createImage(testApp, ada, { png: aPng({ width: 300, height: 300, seed: 77 }), title: 'Clean board' })
await setStatus(testApp, admin, [other.id], 'approved')
const found = async (path: string, person: TestUser, query: Record<string, string>) => {
  const page = await list(person, path, query)
  return [page.count, page.images.map(({ title }: { title: string }) => title)]
}
const own = [2, ['Draughts board', 'Chess board']]

test('the filter holds images with a fault, or with one kind of findings, with exact counts', async () => {
  expect(await found('user/total', ada, { finding: 'any' })).toEqual(own)
  expect(await found('user/total', ada, { finding: 'painted_checkerboard' })).toEqual(own)
  expect(await found('user/total', ada, { finding: 'painted_checkerboard', page: '2' })).toEqual([2, []])
  expect(await found('user/total', ada, { finding: 'halo' })).toEqual([0, []])
  expect(await found('user/approved', ada, { finding: 'any' })).toEqual([1, ['Draughts board']])
  const pending = await found('pending', admin, { finding: 'any', order: 'oldest' })
  expect(pending).toEqual([2, ['Chess board', 'Bob’s board']])
  expect(await found('total', admin, { finding: 'any', username: bob.username })).toEqual([1, ['Bob’s board']])
})

test('the filter goes together with the search, and with the export', async () => {
  expect(await found('user/total', ada, { finding: 'any', title: 'chess' })).toEqual([1, ['Chess board']])
  expect(await found('user/total', ada, { finding: 'any', title: 'clean' })).toEqual([0, []])
  const query = { finding: 'any', title: 'boards', list: 'approved' }
  const table = (await testApp.app.inject({ url: '/api/v1/images/export/csv/', query, headers: ada.headers })).body
  const [header, ...rows] = table.trim().split('\r\n')
  expect(header).toMatch(/,"Status","Findings"$/)
  expect(rows).toEqual([expect.stringMatching(/"Draughts board".*,"approved","Painted checkerboard"$/)])
})

test('an import ignores the findings of an export, whatever they say', async () => {
  const url = '/api/v1/images/export/csv/'
  const table = (await testApp.app.inject({ url, headers: ada.headers })).body
  const edited = table.replaceAll('"Painted checkerboard"', '"No such thing"')
  expect(edited).not.toBe(table)
  expect(await sendCsv(ada, edited)).toMatchObject({ changed: 0, same: 3, wrong: 0 })
  expect(await found('user/total', ada, { finding: 'any' })).toEqual(own)
})

test('the filter leaves out what an admin has overruled, for all who have the file', async () => {
  const [eve, fay] = [await createUser(testApp), await createUser(testApp)]
  const png = await paintedCheckerboard(75)
  const [board, foreign] = [
    await createImage(testApp, eve, { png, title: 'Board' }),
    await createImage(testApp, fay, { png, title: 'Board too' }),
  ]
  await setStatus(testApp, admin, [board.id, foreign.id], 'rejected') // so that it does not wait beside the others
  expect(await found('user/total', fay, { finding: 'painted_checkerboard' })).toEqual([1, ['Board too']])
  const payload = { reason: 'A chess board.' }
  await call('PUT', `${board.id}/findings/painted_checkerboard`, admin, payload)
  expect(await found('user/total', eve, { finding: 'any' })).toEqual([0, []])
  expect(await found('user/total', fay, { finding: 'painted_checkerboard' })).toEqual([0, []])
  expect((await list(fay, 'user/total')).images[0]).toMatchObject({ id: foreign.id, overruled: [payload] })
})
