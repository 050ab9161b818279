import { beforeAll, expect, test } from 'vitest'
import { openCdnTestApp } from '#test/cdn-test-app'
import { nextDrawing } from '#test/drawings'
import { reportsOf } from '#test/reports'
import { createImage } from '#test/test-app'

const { service, testApp, db, ada, admin, logged, work, save, shown, approved, reject } = await openCdnTestApp()
const { takeDown } = await reportsOf(testApp)

beforeAll(async () => {
  expect((await save()).statusCode).toBe(200)
})

test('a taken-down picture is deleted at the CDN, and the log says so', async () => {
  const image = await createImage(testApp, ada, { png: await nextDrawing(64), title: 'Gone kite' }, admin)
  await work()
  const url = await shown(image)
  expect(service.shows(url)).toBe(true)
  await takeDown(image)
  logged.length = 0
  await work()
  expect(service.shows(url)).toBe(false)
  const deleted = new RegExp(`^Cloudflare: the copy ${image.cloudflare_id}-\\w+ was deleted and purged$`)
  expect(logged).toEqual([expect.stringMatching(deleted)])
})

/** A delivered image, and others whose copies are due before anything that becomes due later. */
async function deliveredBeforeBacklog() {
  const image = await approved()
  await work()
  for (let i = 0; i < 6; i++) await approved()
  const queued = db.updateTable('cdn_copy').where('state', '=', 'queued')
  await queued.set({ due_at: new Date(0) }).execute()
  service.calls = []
  return { image, address: await shown(image) }
}
const isUpload = (call: string) => call.startsWith('POST v1 ')
const uploads = () => service.calls.filter(isUpload).length
const uploadsAfterDeletion = () =>
  service.calls.slice(service.calls.findIndex((call) => call.startsWith('DELETE '))).filter(isUpload).length

test('a copy is deleted before those of a backlog are uploaded', async () => {
  const { image, address } = await deliveredBeforeBacklog()
  await reject(image)
  await work()
  expect(service.shows(address)).toBe(false)
  expect([uploads(), uploadsAfterDeletion()]).toEqual([6, 6])
})

test('one that has to go while a backlog is uploaded does not wait for the rest of it', async () => {
  const { image, address } = await deliveredBeforeBacklog()
  const { promise: release, resolve: answerUploads } = Promise.withResolvers<void>()
  service.beforeUpload = () => release
  const working = work()
  await expect.poll(uploads).toBe(4) // as many as are sent at once
  await reject(image)
  answerUploads()
  await working
  expect(service.shows(address)).toBe(false)
  expect([uploads(), uploadsAfterDeletion()]).toEqual([6, 2])
})
