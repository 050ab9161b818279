import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CrashSite } from '#test/crash/crash-site'
import { createDatabase } from '#test/databases'
import { templateDatabase } from '#test/postgres-global-setup'
import { temporaryFolder } from '#test/temporary-folder'

const folder = await temporaryFolder()

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
})
