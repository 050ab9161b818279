import { expect, test } from 'vitest'
import { auditLog } from '#test/accounts'
import { backOfficeOf } from '#test/back-office'
import { aNewPng } from '#test/png'
import { createImage, openAppWithPeople } from '#test/test-app'

const { testApp, ada, admin } = await openAppWithPeople()
const { listed, measured, replaceFile, row, updateMany } = backOfficeOf(testApp)

const haze = { kind: 'haze', share: 0.2 }
const picture = async (title: string, ...findings: object[]) => {
  const { id } = await createImage(testApp, ada, { png: aNewPng(), title })
  await measured(id, ...findings)
  return id
}
const approve = (image_ids: number[], more: object = { without_faults: true }) =>
  updateMany(admin, { image_ids, status: 'approved', ...more })
const statusOf = async (id: number) => (await listed(admin, id, 'total')).status
const lastEvents = async () => (await auditLog(testApp, admin)).events.slice(0, 2)

test('pictures with a fault or nothing transparent stay where many are approved, and others are approved', async () => {
  const [sound, fake, odd] = [await picture('Sound'), await picture('Fake', haze), await picture('Odd')]
  await measured(odd, { kind: 'touches_border', sides: ['left'] }) // a remark
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
  expect((await replaceFile(ada, id, aNewPng())).statusCode).toBe(200)
  const { edit_sha256 } = await row(id)
  const setFindings = testApp.db.updateTable('file').set({ findings: JSON.stringify([haze]) })
  await setFindings.where('sha256', '=', edit_sha256).execute()
  expect((await approve([id])).json()).toMatchObject({ count: 0, faulty: [id] })
})
