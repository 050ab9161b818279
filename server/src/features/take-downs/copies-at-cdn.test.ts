import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { drawing } from '#test/drawings'
import { startFakeCloudflare } from '#test/fake-cloudflare'
import { copyrightNotice } from '#test/notices'
import { reportsOf } from '#test/reports'
import { createImage, createUser, openTestApp } from '#test/test-app'

// The jobs of a running process, from the decision to the last answer of the CDN.

const service = await startFakeCloudflare()
afterAll(service.stop)
const testApp = await openTestApp(service.settings)
const { app, db } = testApp
const ada = await createUser(testApp)
const { admin, report, decide } = await reportsOf(testApp)

test('a picture that the CDN answers after it was taken down is looked for again until it is gone there', async () => {
  const url = '/api/v1/configuration/cloudflare/config/'
  const saved = await app.inject({ method: 'POST', url, headers: admin.headers, payload: service.account })
  expect(saved.statusCode).toBe(200)
  const image = await createImage(testApp, ada, { png: await drawing(30, 64), title: 'Cached lantern' }, admin)
  await sql`select graphile_worker.add_job('deliver')`.execute(db)
  await expect.poll(() => service.held.size, { timeout: 30_000 }).toBe(1)
  service.staleAnswers = 2
  expect((await report({ slug: image.slug, ...copyrightNotice })).statusCode).toBe(201)
  expect((await decide(image.id, { outcome: 'taken_down' })).statusCode).toBe(200)

  const seenByAdmin = async () =>
    (await app.inject({ url: '/api/v1/reports/taken-down/', headers: admin.headers })).json().images[0].cdn
  const still = { copies: 1, gone_seconds: null, host: 'imagedelivery.net', status: 200, is_checking: true }
  await expect.poll(seenByAdmin, { timeout: 30_000, interval: 100 }).toMatchObject(still)
  expect(service.held.size).toBe(0)
  await expect.poll(seenByAdmin, { timeout: 30_000 }).toMatchObject({ gone_seconds: expect.any(Number), status: null })
  expect(service.staleAnswers).toBeLessThan(0)
}, 90_000)
