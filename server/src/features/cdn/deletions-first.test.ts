import { beforeAll, expect, test } from 'vitest'
import { openCdnTestApp } from '#test/cdn-test-app'

const { service, testApp, work, save, approved, reject, shown } = await openCdnTestApp()

beforeAll(async () => {
  expect((await save()).statusCode).toBe(200)
})

/** Images whose copies are due before anything that becomes due later. */
async function backlog(): Promise<void> {
  for (let i = 0; i < 12; i++) await approved()
  await testApp.db
    .updateTable('cdn_copy')
    .set({ due_at: new Date(0) })
    .where('state', '=', 'queued')
    .execute()
}
const isUpload = (call: string) => call.startsWith('POST v1 ')
const uploads = () => service.calls.filter(isUpload).length
const uploadsAfterDeletion = () =>
  service.calls.slice(service.calls.findIndex((call) => call.startsWith('DELETE '))).filter(isUpload).length

test('a copy is deleted before those of a backlog are uploaded', async () => {
  const image = await approved()
  await work()
  const address = await shown(image)
  await backlog()
  await reject(image)
  service.calls = []
  await work()
  expect(service.shows(address)).toBe(false)
  expect([uploads(), uploadsAfterDeletion()]).toEqual([12, 12])
})

test('one that has to go while a backlog is uploaded does not wait for the rest of it', async () => {
  const image = await approved()
  await work()
  const address = await shown(image)
  await backlog()
  service.calls = []
  const { promise: release, resolve: answerUploads } = Promise.withResolvers<void>()
  service.beforeUpload = () => release
  const working = work()
  await expect.poll(uploads).toBe(4) // as many as are sent at once
  await reject(image)
  answerUploads()
  await working
  expect(service.shows(address)).toBe(false)
  expect([uploads(), uploadsAfterDeletion()]).toEqual([12, 8])
})
