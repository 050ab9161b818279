import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { removeNextFile, withPostponedFileRemoval } from '#features/files/stored-files.sql'
import { sharedKeys } from '#features/images/storage-keys'
import { addJob } from '#kit/jobs/job-queue.sql'
import { runVitrine } from '#test/command-line'
import { createDatabase } from '#test/databases'
import { untilWaiting } from '#test/interrupted-requests'
import { aPng } from '#test/png'
import { templateDatabase } from '#test/postgres-global-setup'
import { createImage, createUser, openTestApp, withoutJobs } from '#test/test-app'

const testApp = await openTestApp({}, withoutJobs)
const { app, db, store } = testApp
const [ada, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
const folder = await mkdtemp(join(tmpdir(), 'vitrine-backup-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const here = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const backUp = (backups: string) => runVitrine(['backup', backups], here)
const restore = (backups: string, settings: Record<string, string>, ...options: string[]) =>
  runVitrine(['restore', backups, ...options], settings)
const newestSnapshot = async (backups: string) => {
  const snapshots = join(backups, 'snapshots')
  return join(snapshots, (await readdir(snapshots)).toSorted().at(-1)!)
}
const elsewhere = async (name: string, template = templateDatabase) => ({
  DATA_DIR: join(folder, name),
  DATABASE_URL: await createDatabase(template),
})
/** How many images such a library shows. */
const count = async (settings: Record<string, string>) =>
  (await (await openTestApp(settings)).app.inject('/api/v1/images/approved/')).json().count

const fox = await createImage(testApp, ada, { png: aPng({ seed: 1 }), title: 'Fox', keywords: 'red' }, admin)
const waiting = await createImage(testApp, ada, { png: aPng({ seed: 2 }), title: 'Waits' })
const edit = { payload: { title: 'A red fox' }, headers: ada.headers }
await app.inject({ method: 'PUT', url: `/api/v1/images/update/${fox.id}/`, ...edit })
await addJob(db, 'some task', { of: 'the queue' }, { key: 'some key' })
await sql`
  insert into cdn_config (account_id, account_hash, images_domain, email, api_key)
  values ('a', 'h', 'imagedelivery.net', 'e@x.example', '')`.execute(db)
await writeFile(join(testApp.folder, 'files', 'notes of an operator~.txt'), 'not ours')

const publicReplies = (server: typeof app) =>
  Promise.all(['approved', 'fox'].map(async (path) => (await server.inject(`/api/v1/images/${path}/`)).json()))
const replies = await publicReplies(app)

/** A backup of this library, which no test changes. */
const backups = join(folder, 'backups')
expect(await backUp(backups)).toMatchObject({
  errors: '',
  code: 0,
  out: expect.stringContaining('The backup is complete'),
})
/** Another folder with that backup in it. */
async function copyOfBackup(): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'))
  await cp(backups, copy, { recursive: true })
  return copy
}

test('a library is restored into an empty database: pages, files, accounts, edits and jobs', async () => {
  const settings = await elsewhere('restored', 'template1')
  expect(await restore(backups, settings)).toMatchObject({ errors: '', code: 0 })
  expect(await readFile(join(settings.DATA_DIR, 'secret.key'))).toEqual(
    await readFile(join(testApp.folder, 'secret.key')),
  )

  const copy = await openTestApp(settings)
  expect(await publicReplies(copy.app)).toEqual(replies)
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
  const copy = await copyOfBackup()
  const png = aPng({ seed: 4 })
  await createImage(testApp, ada, { png, title: 'New' }, admin)
  const files = await Promise.all(sharedKeys(sha256(png)).map((key) => store.size(key)))
  const { out } = await backUp(copy)
  expect(out).toContain(`${files.filter((size) => size !== null).length} files were new.`)

  await rm(join(await newestSnapshot(copy), 'manifest.json'))
  const settings = await elsewhere('older')
  await restore(copy, settings)
  expect(await count(settings)).toBe(1)
})

test('a backup is not restored over a library, nor over accounts alone, nor under another key', async () => {
  const over = await restore(backups, here)
  expect(over).toMatchObject({ code: 1, errors: expect.stringContaining('into an empty database') })
  const withAccount = await elsewhere('accounts-alone')
  const words = ['admin', '--email', 'first@people.example', '--username', 'first', '--password-stdin']
  expect(await runVitrine(words, withAccount, 'correct-horse\n')).toMatchObject({ code: 0 })
  expect(await restore(backups, { ...withAccount, DATA_DIR: join(folder, 'without-key') })).toMatchObject({
    code: 1,
    errors: over.errors,
  })
  const settings = await elsewhere('other-key')
  await runVitrine(['audit'], settings)
  const otherKey = await restore(backups, settings)
  expect(otherKey).toMatchObject({ code: 1, errors: expect.stringContaining('is another key') })
})

test('a damaged backup leaves the database empty', async () => {
  const copy = await copyOfBackup()
  const manifest = join(await newestSnapshot(copy), 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(/"sha256": "\w{4}/, '"sha256": "0000'))
  const settings = await elsewhere('damaged')
  const damaged = await restore(copy, settings)
  expect(damaged).toMatchObject({ code: 1, errors: expect.stringMatching(/\w+\.copy\.gz is damaged/) })
  expect(await count(settings)).toBe(0)
})

test('no file leaves the store while a backup runs, which waits for one that is leaving', async () => {
  const at = new Date(Date.now() - 2 * 60 * 60_000)
  await db.insertInto('removed_file').values({ key: 'originals/aa/old.png', sha256: null, at }).execute()
  const remove = () => removeNextFile(db, async () => {})
  let backup: ReturnType<typeof backUp> | undefined
  await withPostponedFileRemoval(db, async () => {
    expect(await remove()).toBeNull()
    backup = backUp(await mkdtemp(join(folder, 'waiting-')))
    await untilWaiting(db, 1)
  })
  expect((await backup)?.code).toBe(0)
  expect(await remove()).toBe('originals/aa/old.png')
})

test('a trial has the library, and nothing that reaches out of it', async () => {
  const settings = await elsewhere('trial')
  expect(await restore(backups, settings, '--trial')).toMatchObject({ code: 0, errors: '' })
  const copy = await openTestApp(settings)
  expect((await copy.app.inject('/api/v1/images/approved/')).json()).toMatchObject({ count: 1 })
  expect(await copy.db.selectFrom('cdn_config').selectAll().execute()).toEqual([])
  const jobs = await sql`select 1 from graphile_worker._private_jobs where key = 'some key'`.execute(copy.db)
  expect(jobs.rows).toEqual([])
})

test('names and keys of a backup are not trusted', async () => {
  const copy = await copyOfBackup()
  const newest = await newestSnapshot(copy)
  const list = join(newest, 'files.txt.gz')
  const lines = gunzipSync(await readFile(list)).toString()
  await writeFile(list, gzipSync(lines.replace(/^originals/, '../originals')))
  const outside = await restore(copy, await elsewhere('outside'))
  expect(outside).toMatchObject({ code: 1, errors: expect.stringContaining('is no key of a file') })
  const manifest = join(newest, 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"name": "users"', '"name": "users; drop"'))
  const statement = await restore(copy, await elsewhere('statement'))
  expect(statement).toMatchObject({ code: 1, errors: expect.stringContaining('has no table users; drop') })
})
