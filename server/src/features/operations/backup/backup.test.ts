import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { removeNextFile, withPostponedFileRemoval } from '#features/images/files/unowned-files.sql'
import { originalKey, sharedKeys } from '#features/images/storage-keys'
import { withConnection } from '#kit/database/connection'
import { addJob } from '#kit/jobs/job-queue.sql'
import { runVitrine } from '#test/command-line'
import { createDatabase } from '#test/databases'
import { untilWaiting } from '#test/interrupted-requests'
import { aPng, sha256Of } from '#test/png'
import { templateDatabase } from '#test/postgres-global-setup'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, createUser, openAppWithPeople, openTestApp, withoutJobs } from '#test/test-app'

const { testApp, app, db, store, ada, admin } = await openAppWithPeople({}, withoutJobs)
const folder = await temporaryFolder()

const here = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
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
const complete = expect.stringContaining('The backup is complete')
expect(await backUp(backups)).toMatchObject({ errors: '', code: 0, out: complete })
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
  expect(sha256Of(original.rawPayload)).toBe(sha256Of((await app.inject(download)).rawPayload))
  const pending = { url: '/api/v1/images/user/pending/', headers: ada.headers }
  expect((await copy.app.inject(pending)).json()).toEqual((await app.inject(pending)).json())
  const titles = (await copy.app.inject(pending)).json().images.map((image: { title: string }) => image.title)
  expect(titles).toEqual(expect.arrayContaining(['Waits', 'Fox']))
  expect((await createImage(copy, ada, { png: aPng({ seed: 3 }), title: 'Later' })).id).toBeGreaterThan(waiting.id)
  const jobs = await sql`select payload from graphile_worker._private_jobs where key = 'some key'`.execute(copy.db)
  expect(jobs.rows).toEqual([{ payload: { of: 'the queue' } }])
})

test('the next backup copies new files only, and an unfinished one is not restored', async () => {
  const copy = await copyOfBackup()
  const png = aPng({ seed: 4 })
  await createImage(testApp, ada, { png, title: 'New' }, admin)
  const files = await Promise.all(sharedKeys(sha256Of(png)).map((key) => store.size(key)))
  const { out } = await backUp(copy)
  expect(out).toContain(`${files.filter((size) => size !== null).length} files were new.`)

  await rm(join(await newestSnapshot(copy), 'manifest.json'))
  const settings = await elsewhere('older')
  const restored = await restore(copy, settings)
  expect(restored).toMatchObject({ code: 0, errors: expect.stringMatching(/^\S+ was begun and did not end\.$/m) })
  expect(await count(settings)).toBe(1)
})

test('a backup is not restored over a library, nor over accounts alone, nor under another key', async () => {
  const over = await restore(backups, here)
  expect(over).toMatchObject({ code: 1, errors: expect.stringContaining('into an empty database') })
  const withAccount = await elsewhere('accounts-alone')
  await runVitrine(['migrate'], withAccount)
  const words = ['admin', '--email', 'first@people.example', '--username', 'first', '--password-stdin']
  expect(await runVitrine(words, withAccount, 'correct-horse\n')).toMatchObject({ code: 0 })
  const overAccount = await restore(backups, { ...withAccount, DATA_DIR: join(folder, 'without-key') })
  expect(overAccount).toMatchObject({ code: 1, errors: over.errors })
  const settings = await elsewhere('other-key')
  await runVitrine(['migrate'], settings)
  const otherKey = await restore(backups, settings)
  expect(otherKey).toMatchObject({ code: 1, errors: expect.stringContaining('is another key') })
})

test('over a demonstration alone a backup is restored on request, with its key; its files leave later', async () => {
  const settings = await elsewhere('demonstration')
  await runVitrine(['migrate'], settings)
  const sql = `insert into users (username, email, number, password_hash, role)
    values ('admin', 'admin@vitrine.example', '', 'x', 'admin')`
  await withConnection({ connectionString: settings.DATABASE_URL }, async (client) => {
    await client.query(sql)
    await client.query(`insert into derivative (key, last_requested_on) values ('copies/demo/a.png', now())`)
  })
  await writeFile(join(settings.DATA_DIR, 'demo'), '{"state":"done","owner":"contributor"}')
  const refused = await restore(backups, settings)
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('With --replace-demo the backup takes') })
  expect(await restore(backups, settings, '--replace-demo')).toMatchObject({ errors: '', code: 0 })
  expect(await count(settings)).toBe(1)
  expect(await readFile(join(settings.DATA_DIR, 'secret.key'))).toEqual(await readFile(join(backups, 'secret.key')))
  await expect(readFile(join(settings.DATA_DIR, 'demo'))).rejects.toThrow('ENOENT')
  const removed = await withConnection({ connectionString: settings.DATABASE_URL }, (client) =>
    client.query('select key from unowned_file'),
  )
  expect(removed.rows).toContainEqual({ key: 'copies/demo/a.png' })
})

test('a library that is served is not replaced, nor an image of the demonstration’s admin', async () => {
  const own = await openTestApp()
  const settings = { DATA_DIR: own.folder, DATABASE_URL: own.databaseUrl }
  const served = { errors: 'The site runs on this database. Stop it first.\n', code: 1 }
  expect(await restore(backups, settings, '--replace-demo')).toMatchObject(served)
  const demoAdmin = await createUser(own, 'admin')
  await createImage(own, demoAdmin, { png: aPng({ seed: 5 }), title: 'Imported' })
  await own.db.updateTable('users').set({ email: 'admin@vitrine.example' }).execute()
  const refused = { errors: expect.stringContaining('The database has users or images.'), code: 1 }
  expect(await restore(backups, settings, '--replace-demo')).toMatchObject(refused)
})

test('a database of a newer version does not take the rows of an older one', async () => {
  const settings = await elsewhere('newer')
  await withConnection({ connectionString: settings.DATABASE_URL }, (client) =>
    client.query(`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`),
  )
  const refused = expect.stringContaining('The database has had the migration 9999-later already.')
  expect(await restore(backups, settings)).toMatchObject({ code: 1, errors: refused })
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

test('rows that cannot be read, another key and a backup of another library are told by a restore', async () => {
  const copies = await Promise.all([copyOfBackup(), copyOfBackup(), copyOfBackup(), copyOfBackup()])
  const [rows, key, noKey, library] = copies
  await writeFile(join(await newestSnapshot(rows), 'images.copy.gz'), 'x')
  await writeFile(join(key, 'secret.key'), 'x'.repeat(43))
  await rm(join(noKey, 'secret.key'))
  await mkdir(join(noKey, 'secret.key'))
  await writeFile(join(library, 'library.json'), JSON.stringify({ library_id: 'another', key_id: 'another' }))
  for (const [name, copy, sentence] of [
    ['rows', rows, /^images\.copy\.gz is damaged\. "backup list" names other backups/m],
    ['key', key, /^The backup was made with another SECRET_KEY/m],
    ['unreadable key', noKey, /^The command could not go on: EISDIR/m],
    ['library', library, /is of another library than the other backups/],
  ] as const)
    expect(await restore(copy, await elsewhere(`another-${name}`))).toMatchObject({
      code: 1,
      errors: expect.stringMatching(sentence),
    })
})

test('a backup names originals that are missing or damaged, and ends with another status', async () => {
  const other = await openTestApp()
  const owner = await createUser(other)
  const [gone, changed] = [aPng({ seed: 71 }), aPng({ seed: 72 })]
  for (const png of [gone, changed]) await createImage(other, owner, { png, title: 'Lamp' })
  const pathOf = (png: Buffer) => join(other.folder, 'files', originalKey(sha256Of(png)))
  await rm(pathOf(gone))
  await writeFile(pathOf(changed), 'other bytes')
  const target = join(folder, 'incomplete')
  const settings = { DATA_DIR: other.folder, DATABASE_URL: other.databaseUrl }
  const incomplete = {
    code: 3,
    errors: [
      `The original ${originalKey(sha256Of(gone))} is missing.`,
      `The original ${originalKey(sha256Of(changed))} has other bytes than were uploaded.`,
      '',
    ].join('\n'),
    out: expect.stringContaining('The backup is complete but for 2 originals'),
  }
  expect(await runVitrine(['backup', target], settings)).toMatchObject(incomplete)
  await writeFile(pathOf(gone), gone)
  await writeFile(pathOf(changed), changed)
  expect(await runVitrine(['backup', target], settings)).toMatchObject({ code: 0, errors: '' })
})

test('a file that a backup lost or shortened is copied again; one with other bytes is not restored', async () => {
  const copy = await copyOfBackup()
  const original = join(copy, 'files', originalKey(sha256Of(aPng({ seed: 1 }))))
  await writeFile(original, '')
  expect(await backUp(copy)).toMatchObject({ code: 0, out: complete })
  const bytes = await readFile(original)
  expect(sha256Of(bytes)).toBe(sha256Of(aPng({ seed: 1 })))
  bytes[40]! ^= 1
  await writeFile(original, bytes)
  const { code, errors } = await restore(copy, await elsewhere('other-bytes'))
  expect([code, errors]).toEqual([1, expect.stringContaining('than were uploaded; it is left out.')])
})

test('a folder with backups of another library is refused, and nothing in it changes', async () => {
  const other = await openTestApp()
  const copy = await copyOfBackup()
  const filesOf = async () => (await readdir(copy, { recursive: true })).sort()
  const [files, key] = [await filesOf(), await readFile(join(copy, 'secret.key'), 'utf8')]
  const settings = { DATA_DIR: other.folder, DATABASE_URL: other.databaseUrl }
  const refused = { code: 1, errors: expect.stringContaining('has backups that were made with another SECRET_KEY') }
  expect(await runVitrine(['backup', copy], settings)).toMatchObject(refused)
  await sql`update library set id = gen_random_uuid()`.execute(other.db) // a copied database has the same
  const ofAnother = { code: 1, errors: expect.stringContaining('has backups of another library') }
  for (const words of [['backup'], ['backup', 'verify']])
    expect(await runVitrine([...words, copy], settings)).toMatchObject(ofAnother)
  expect([await filesOf(), await readFile(join(copy, 'secret.key'), 'utf8')]).toEqual([files, key])
})

test('a folder is refused where the files of the library itself lie, also by a link to it', async () => {
  const link = join(folder, 'link')
  await symlink(testApp.folder, link)
  for (const path of [testApp.folder, join(testApp.folder, 'files'), join(testApp.folder, 'files/a/b'), link]) {
    const { code, errors } = await runVitrine(['backup', path, '--keep', '7d'], here)
    expect([path, code, errors]).toEqual([path, 1, expect.stringContaining('Choose a folder apart from them.')])
  }
  expect(await readdir(testApp.folder)).not.toContain('snapshots')
})

test('a path is meant from where the operator typed it', async () => {
  vi.stubEnv('INIT_CWD', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await runVitrine(['backup', 'typed'], here)).toMatchObject({ code: 0, out: complete })
  expect(await restore('typed', await elsewhere('of typed'))).toMatchObject({ code: 0, errors: '' })
  expect(await readdir(join(folder, 'typed'))).toContain('snapshots')
})

test('no file leaves the store while a backup runs, which waits for one that is leaving', async () => {
  const at = new Date(Date.now() - 2 * 60 * 60_000)
  await db.insertInto('unowned_file').values({ key: 'originals/aa/old.png', sha256: null, at }).execute()
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
