import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { removeNextFile, withPostponedFileRemoval } from '#features/files/stored-files.sql'
import { sharedKeys } from '#features/images/storage-keys'
import { addJob } from '#kit/jobs/job-queue.sql'
import { runVitrine } from '#test/command-line'
import { createDatabase } from '#test/databases'
import { aPng } from '#test/png'
import { createImage, createUser, openTestApp, withoutJobs } from '#test/test-app'

const testApp = await openTestApp({}, withoutJobs)
const { app, db, store } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
const folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const here = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** An own folder of backups with one in it. */
async function aBackup() {
  const backups = await mkdtemp(join(folder, 'backups-'))
  const { out, errors, code } = await backUp(backups)
  expect([errors, code]).toEqual(['', 0])
  expect(out).toContain('The backup is complete')
  return backups
}
const backUp = (backups: string) => runVitrine(['backup', backups], here)
const newestSnapshot = async (backups: string) => {
  const snapshots = join(backups, 'snapshots')
  return join(snapshots, (await readdir(snapshots)).toSorted().at(-1)!)
}
const elsewhere = async (name: string) => ({ DATA_DIR: join(folder, name), DATABASE_URL: await createDatabase() })

const fox = await createImage(testApp, ada, { png: aPng({ seed: 1 }), title: 'Fox', keywords: 'red' }, admin)
const waiting = await createImage(testApp, ada, { png: aPng({ seed: 2 }), title: 'Waits' })

test('a library is restored into an empty database: pages, files, accounts, edits and jobs', async () => {
  const title = 'A red fox'
  await app.inject({ method: 'PUT', url: `/api/v1/images/update/${fox.id}/`, headers: ada.headers, payload: { title } })
  await addJob(db, 'some task', { of: 'the queue' }, { key: 'some key' })
  await writeFile(join(testApp.folder, 'files', 'notes of an operator~.txt'), 'not ours')
  const backups = await aBackup()

  const settings = await elsewhere('restored')
  const restored = await runVitrine(['restore', backups], settings)
  expect(restored.errors).toBe('')
  expect(restored.code).toBe(0)
  expect(await readFile(join(settings.DATA_DIR, 'secret.key'))).toEqual(
    await readFile(join(testApp.folder, 'secret.key')),
  )

  const copy = await openTestApp(settings)
  for (const url of ['/api/v1/images/approved/', '/api/v1/images/fox/'])
    expect((await copy.app.inject(url)).json()).toEqual((await app.inject(url)).json())
  const download = `/api/v1/images/download/${fox.cloudflare_id}/`
  const original = await copy.app.inject(download)
  expect(original.statusCode).toBe(200)
  expect(sha256(original.rawPayload)).toBe(sha256((await app.inject(download)).rawPayload))
  const pending = { url: '/api/v1/images/user/pending/', headers: ada.headers }
  expect((await copy.app.inject(pending)).json()).toEqual((await app.inject(pending)).json())
  const titles = (await copy.app.inject(pending)).json().images.map((image: { title: string }) => image.title)
  expect(titles).toEqual(expect.arrayContaining(['Waits', 'Fox']))
  const added = await createImage(copy, ada, { png: aPng({ seed: 3 }), title: 'Later' })
  expect(added.id).toBeGreaterThan(waiting.id)
  const jobs = await sql`select payload from graphile_worker._private_jobs where key = 'some key'`.execute(copy.db)
  expect(jobs.rows).toEqual([{ payload: { of: 'the queue' } }])
})

test('the next backup copies new files only, and an unfinished one is not restored', async () => {
  const backups = await aBackup()
  const total = { url: '/api/v1/images/user/total/', headers: ada.headers }
  const before = (await app.inject(total)).json()
  await createImage(testApp, ada, { png: aPng({ seed: 4 }), title: 'New' })
  const files = await Promise.all(sharedKeys(sha256(aPng({ seed: 4 }))).map((key) => store.size(key)))
  const { out } = await backUp(backups)
  expect(out).toContain(`${files.filter((size) => size !== null).length} files were new.`)

  await rm(join(await newestSnapshot(backups), 'manifest.json'))
  const settings = await elsewhere('older')
  await runVitrine(['restore', backups], settings)
  const copy = await openTestApp(settings)
  expect((await copy.app.inject(total)).json()).toEqual(before)
})

test('a backup is not restored over a library, nor under another key', async () => {
  const backups = await aBackup()
  const over = await runVitrine(['restore', backups], here)
  expect(over).toMatchObject({ code: 1, errors: expect.stringContaining('into an empty database') })
  const settings = await elsewhere('other-key')
  await runVitrine(['audit'], settings)
  const otherKey = await runVitrine(['restore', backups], settings)
  expect(otherKey).toMatchObject({ code: 1, errors: expect.stringContaining('is another key') })
})

test('a damaged backup leaves the database empty', async () => {
  const backups = await aBackup()
  const manifest = join(await newestSnapshot(backups), 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"sha256": "\w{4}/, '"sha256": "0000'))
  const settings = await elsewhere('damaged')
  const damaged = await runVitrine(['restore', backups], settings)
  expect(damaged).toMatchObject({ code: 1, errors: expect.stringMatching(/\w+\.copy\.gz is damaged/) })
  const copy = await openTestApp(settings)
  expect((await copy.app.inject('/api/v1/images/approved/')).json()).toMatchObject({ count: 0 })
})

test('no file leaves the store while a backup runs, which waits for one that is leaving', async () => {
  const at = new Date(Date.now() - 2 * 60 * 60_000)
  await db.insertInto('removed_file').values({ key: 'originals/aa/old.png', sha256: null, at }).execute()
  const remove = () => removeNextFile(db, async () => {})
  let backup: ReturnType<typeof aBackup> | undefined
  await withPostponedFileRemoval(db, async () => {
    expect(await remove()).toBeNull()
    backup = aBackup()
    await vi.waitFor(async () => expect(await lockWaits()).toBe(1), { timeout: 15_000 })
  })
  await backup
  expect(await remove()).toBe('originals/aa/old.png')
})

const lockWaits = async () => {
  const waits = sql<{ count: number }>`
    select count(*) as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
  return (await waits.execute(db)).rows[0]!.count
}

test('a trial has the library, and nothing that reaches out of it', async () => {
  await addJob(db, 'a mail', { to: 'someone' }, { key: 'mail' })
  await sql`
    insert into cdn_config (account_id, account_hash, images_domain, email, api_key)
    values ('a', 'h', 'imagedelivery.net', 'e@x.example', '')`.execute(db)
  const backups = await aBackup()
  const settings = await elsewhere('trial')
  expect(await runVitrine(['restore', backups, '--trial'], settings)).toMatchObject({ code: 0, errors: '' })
  const copy = await openTestApp(settings)
  expect((await copy.app.inject('/api/v1/images/approved/')).json()).toMatchObject({ count: 1 })
  expect(await copy.db.selectFrom('cdn_config').selectAll().execute()).toEqual([])
  const jobs = await sql`select 1 from graphile_worker._private_jobs where key = 'mail'`.execute(copy.db)
  expect(jobs.rows).toEqual([])
})

test('names and keys of a backup are not trusted', async () => {
  const backups = await aBackup()
  const newest = await newestSnapshot(backups)
  const list = join(newest, 'files.txt.gz')
  const lines = gunzipSync(await readFile(list)).toString()
  await writeFile(list, gzipSync(lines.replace(/^originals/, '../originals')))
  const outside = await runVitrine(['restore', backups], await elsewhere('outside'))
  expect(outside).toMatchObject({ code: 1, errors: expect.stringContaining('is no key of a file') })
  const manifest = join(newest, 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"name": "users"', '"name": "users; drop"'))
  const statement = await runVitrine(['restore', backups], await elsewhere('statement'))
  expect(statement).toMatchObject({ code: 1, errors: expect.stringContaining('has no table users; drop') })
})
