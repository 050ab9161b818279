import { expect, test } from 'vitest'
import { openCdnTestApp } from '#test/cdn-test-app'
import { runVitrine } from '#test/command-line'

const { service, testApp, db, work, until, save, status, shown, approved } = await openCdnTestApp()
const images = [await approved(), await approved()]

function command(...args: string[]) {
  const site = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
  return runVitrine(['hosting', ...args], { ...site, ...service.settings })
}

const notConfigured = 'No hosting service is configured: an admin does that at /admin/{username}/cloudflare-api/.\n'

test('without an action it prints its usage, and names the page that configures it', async () => {
  const usage = 'Usage: hosting status, hosting push or hosting pull.\n'
  expect(await command()).toMatchObject({ code: 1, out: '', errors: usage })
  expect(await command('push')).toMatchObject({ code: 1, out: '', errors: notConfigured })
  const { code, out } = await command('status')
  expect([code, out]).toEqual([0, `${notConfigured}0 of 2 public images are delivered from there.\n`])
})

test('push has the site upload the missing copies once; pull has it remove them and restore our URLs', async () => {
  await save()
  await work()
  const left = { code: 0, out: 'The site does this while it runs: hosting status tells how far it is.\n' }
  service.held.clear()
  await db.deleteFrom('cdn_copy').execute()
  expect(await command('push')).toMatchObject(left)
  await work()
  for (const image of images) expect(service.shows(await shown(image))).toBe(true)
  const { out } = await command('status')
  expect(out).toMatch(/2 of 2 public images are delivered from there, such as https:\/\/imagedelivery\.net\//)
  const uploads = service.uploads.length
  await command('push')
  await work()
  expect(service.uploads).toHaveLength(uploads)
  expect(await command('pull')).toMatchObject({
    code: 1,
    errors: 'This removes 2 copies from imagedelivery.net and forgets the account. Repeat it with --yes.\n',
  })
  await work()
  expect(service.held.size).not.toBe(0)
  expect(await command('pull', '--yes')).toMatchObject(left)
  await until(async () => (await status()).state === 'off')
  expect([service.held.size, (await status()).state]).toEqual([0, 'off'])
  expect(await shown(images[0]!)).toMatch(/^\/media\//)
})
