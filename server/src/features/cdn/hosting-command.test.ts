import { expect, test } from 'vitest'
import { openCdnTestApp } from '#test/cdn-test-app'
import { runVitrine } from '#test/command-line'

const { service, testApp, work, timePasses, save, status, shown, approved } = await openCdnTestApp()
const images = [await approved(), await approved()]

async function command(...args: string[]) {
  const site = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
  // Retries that are due in minutes become due at once.
  const speedUp = setInterval(() => void timePasses().catch(() => {}), 300)
  const end = await runVitrine(['hosting', ...args], { ...site, ...service.settings })
  clearInterval(speedUp)
  return end
}

const notConfigured = 'No hosting service is configured: an admin does that at /admin/{username}/cloudflare-api/.\n'

test('without an action it prints its usage, and names the page that configures it', async () => {
  expect(await command()).toEqual({
    code: 1,
    out: '',
    errors: 'Usage: hosting status, hosting push or hosting pull.\n',
  })
  expect(await command('push')).toEqual({ code: 1, out: '', errors: notConfigured })
  const { code, out } = await command('status')
  expect([code, out]).toEqual([0, `${notConfigured}0 of 2 public images are delivered from there.\n`])
})

test('push uploads the missing copies once and waits for them; pull removes them and restores our URLs', async () => {
  await save()
  const { code, out } = await command('push')
  expect([code, out.split('\n').filter(Boolean).at(-1)]).toEqual([
    0,
    expect.stringMatching(/^2 of 2 public images are delivered from there, such as https:\/\/imagedelivery\.net\//),
  ])
  expect(out).toContain('Sending ████████████████████████ 2 of 2')
  for (const image of images) expect(service.shows(await shown(image))).toBe(true)
  service.calls = []
  expect((await command('push')).code).toBe(0)
  expect(service.calls).toEqual([])
  const pulled = await command('pull')
  expect([pulled.code, pulled.out]).toEqual([0, expect.stringContaining(`${notConfigured}0 of 2 public images`)])
  expect([service.held.size, (await status()).state]).toEqual([0, 'off'])
  expect(await shown(images[0]!)).toMatch(/^\/media\//)
  await work()
})
