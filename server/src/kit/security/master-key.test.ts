import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CrashSite } from '#test/crash/crash-site'
import { createDatabase } from '#test/databases'
import { templateDatabase } from '#test/postgres-global-setup'
import { loadMasterKey } from './master-key.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrine-key-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('of several concurrent first starts one creates the key, and all have it', async () => {
  const shared = join(folder, 'shared')
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey('', shared)))
  expect(new Set(keys.map((key) => String(key.deriveKey('a purpose')))).size).toBe(1)
  expect(await readdir(shared)).toEqual(['secret.key'])
})

test('a first start that is killed while it writes the key does not stop the next one', async () => {
  const settings = { DATA_DIR: join(folder, 'killed'), DATABASE_URL: await createDatabase(templateDatabase) }
  const site = new CrashSite(settings)
  const points: string[] = []
  for (let at = 2; at <= 4; at++) {
    await expect(site.startProcess({ CRASH_AT: String(at) })).rejects.toThrow('did not start')
    points.push(await site.end())
  }
  expect(points.some((point) => point.includes('secret.key'))).toBe(true)
  await site.startProcess()
  await site.close()
}, 300_000)
