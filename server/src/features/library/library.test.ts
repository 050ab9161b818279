import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#config'
import { migrationsFolder } from '#features/library/library'
import { schemaState } from '#kit/database/migrate'
import { runVitrine } from '#test/command-line'
import { createDatabase } from '#test/databases'
import { inProcessWorker } from '#test/in-process-worker'
import { openTestApp } from '#test/test-app'
import { openResources } from '../../resources.ts'

const { folder } = await openTestApp()

/** A start of this version on a database; `upToMigration` makes it that of an older one. */
function start(databaseUrl: string, upToMigration?: string) {
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, IMAGE_WORKERS: '1' })
  return openResources(config, { startImagingWorker: inProcessWorker, ...(upToMigration && { upToMigration }) })
}

test('a library is brought up from each older version, and keeps its people', async () => {
  const url = await createDatabase()
  const first = await start(url, '0001-people')
  const { names } = await schemaState(first.db, migrationsFolder)
  const ada = sql`
    insert into users (username, email, number, password_hash, role) values ('ada', 'ada@x.example', '', 'x', 'user')`
  await ada.execute(first.db)
  await first.stop()
  for (const name of names.slice(1)) {
    const resources = await start(url, name)
    const { missing } = await schemaState(resources.db, migrationsFolder)
    expect(missing).toEqual(names.filter((one) => one > name))
    const { rows } = await sql<{ username: string }>`select username from users`.execute(resources.db)
    expect(rows).toEqual([{ username: 'ada' }])
    await resources.stop()
  }
})

test('a database of the next version is served, unless a migration says not, and none of another order', async () => {
  const { db, databaseUrl } = await openTestApp()
  await sql`update kysely_migration set name = '0003-other' where name = '0003-images'`.execute(db)
  await expect(start(databaseUrl)).rejects.toThrow(
    /^The database has had migrations in another order than this version \(0003-images\)\. Install the version/,
  )
  await sql`update kysely_migration set name = '0003-images' where name = '0003-other'`.execute(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(db)
  await (await start(databaseUrl)).stop()
  await db.updateTable('library').set({ oldest_migration: '9999-later' }).execute()
  const refusal =
    /^The database was brought up to 9999-later by a newer version of Vitrine, and this one cannot serve it\./
  await expect(start(databaseUrl)).rejects.toThrow(refusal)
  const { errors, code } = await runVitrine(['audit'], { DATA_DIR: folder, DATABASE_URL: databaseUrl })
  expect([code, errors]).toEqual([1, expect.stringMatching(refusal)])
})
