import { apiBase } from '@vitrine/contract/endpoint'
import { expect, test } from 'vitest'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp } from '#test/test-app'

// Without notifications, so that nothing but the call itself can clear what is cached.
const site = await openTestApp(
  {},
  { notifications: { processName: 'deaf', on() {}, isListening: () => true, stop: async () => {} } },
)
const newestFeed = async () => (await site.app.inject('/feeds/newest/')).body

test('a change clears the cached pages of the process that makes it, before its notification comes', async () => {
  const admin = await createUser(site, 'admin')
  const { id, slug } = await createImage(site, admin, { png: aPng(), title: 'Vase' }, admin)
  expect(await newestFeed()).toContain(slug)
  await site.app.inject({ method: 'DELETE', url: `${apiBase}/images/delete/${id}/`, headers: admin.headers })
  expect(await newestFeed()).not.toContain(slug)
})
