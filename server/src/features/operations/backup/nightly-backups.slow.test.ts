import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { sharedKeys } from '#features/images/storage-keys'
import { openBackgroundDatabase } from '#kit/database/pool'
import type { Database } from '#kit/database/statements'
import { runVitrine } from '#test/command-line'
import { createDatabase } from '#test/databases'
import { aPng } from '#test/png'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, openAppWithPeople, withoutJobs } from '#test/test-app'

const { testApp, db, ada } = await openAppWithPeople({}, withoutJobs)
const folder = await temporaryFolder()
const here = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
const backups = join(folder, 'backups')

const days = 60
const firstNight = Date.UTC(2026, 0, 5, 2, 30)

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((one) => one.isFile())
    .map(async (one) => (await stat(join(one.parentPath, one.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const contentOf = (database: Database) =>
  database.selectFrom('images').select(['title', 'sha256', 'status']).orderBy('id').execute()

test('in 60 nights the folder stays bounded, and every night that stays is restored as it was', {
  timeout: 600_000,
}, async () => {
  const contents = new Map<string, Awaited<ReturnType<typeof contentOf>>>()
  const sizes: number[] = []
  for (let night = 0; night < days; night++) {
    // Each day a picture comes and that of a week ago leaves for good.
    await createImage(testApp, ada, { png: aPng({ seed: 1000 + night }), title: `Day ${night}` })
    const old = db.deleteFrom('images').where('title', '=', `Day ${night - 7}`)
    const gone = await old.returning('sha256').execute()
    for (const key of gone.flatMap(({ sha256 }) => sharedKeys(sha256))) await testApp.store.remove(key)
    vi.useFakeTimers({ toFake: ['Date'], now: firstNight + night * 86_400_000 })
    const { errors, code } = await runVitrine(['backup', backups, '--keep', '7d,4w,12m'], here)
    vi.useRealTimers()
    expect([night, code, errors]).toEqual([night, 0, ''])
    const newest = (await readdir(join(backups, 'snapshots'))).toSorted().at(-1)!
    contents.set(newest, await contentOf(db))
    sizes.push(await sizeOf(backups))
  }
  const retained = (await readdir(join(backups, 'snapshots'))).toSorted()
  // Seven days; the newest of three weeks before them; the newest of two months before those.
  expect(retained.length).toBeGreaterThanOrEqual(10)
  expect(retained.length).toBeLessThanOrEqual(7 + 4 + 12)
  console.log(`${retained.length} of ${days} backups stay; bytes after 30 nights ${sizes[29]}, after 60 ${sizes[59]}.`)
  const named = new Set(retained.flatMap((name) => contents.get(name)!.map(({ sha256 }) => sha256)))
  const originals = (await readdir(join(backups, 'files/originals'), { recursive: true })).filter((name) =>
    name.endsWith('.png'),
  )
  expect(originals.length).toBe(named.size)
  for (const name of retained) {
    const settings = { DATA_DIR: join(folder, name), DATABASE_URL: await createDatabase() }
    const { errors, code } = await runVitrine(['restore', backups, '--at', name], settings)
    expect([name, code, errors]).toEqual([name, 0, ''])
    const restored = openBackgroundDatabase(settings.DATABASE_URL, { connections: 1 })
    expect(await contentOf(restored)).toEqual(contents.get(name))
    await restored.destroy()
  }
})
