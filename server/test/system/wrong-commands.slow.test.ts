import { execFileSync, type SpawnOptionsWithoutStdio, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { tablesInOrder } from '#features/operations/backup/row-copies'
import { copyOut, rowsOf } from '#features/operations/backup/tables.sql'
import { withConnection } from '#kit/database/connection'
import { runVitrine } from '#test/command-line'
import { outcomeOf, startVitrine } from '#test/command-process'
import { createDatabase } from '#test/databases'
import { aPng } from '#test/png'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, openAppWithPeople, openTestApp, withoutJobs } from '#test/test-app'

// What an operator may get wrong: nothing changes, and a sentence says why. Commands open the library at one place.

const { testApp, ada, admin } = await openAppWithPeople({}, withoutJobs)
const folder = await temporaryFolder()
await chmod(folder, 0o755)
const here = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
const backups = join(folder, 'backups')

for (const seed of [1, 2]) await createImage(testApp, ada, { png: aPng({ seed }), title: 'Fox' }, admin)
expect(await runVitrine(['backup', backups], here)).toMatchObject({ code: 0 })
const pictures = join(folder, 'pictures')
await mkdir(pictures)

async function hashOfFolder(path: string): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  for (const file of files.toSorted()) hash.update(file).update(await readFile(file))
  return hash.digest('hex')
}

const hashOfRows = (databaseUrl: string) =>
  withConnection({ connectionString: databaseUrl }, async (client) => {
    const hash = createHash('sha256')
    for (const table of await tablesInOrder(client)) {
      hash.update(table.name)
      for await (const chunk of rowsOf(client, copyOut(table))) hash.update(chunk)
    }
    return hash.digest('hex')
  })

const stateOf = async ({ folder: data, databaseUrl }: Pick<typeof testApp, 'folder' | 'databaseUrl'>) =>
  Promise.all([hashOfRows(databaseUrl), hashOfFolder(join(data, 'files')), hashOfFolder(backups)])

/** Runs a command that has to fail with a sentence and change nothing. */
async function expectRefusal(words: string[], settings: Record<string, string>, sentence: RegExp, of = testApp) {
  const before = await stateOf(of)
  const { errors, code } = await runVitrine(words, settings, 'glass-case\n')
  const status = words[0] === 'check' ? 2 : 1
  expect([words[0], code, errors]).toEqual([words[0], status, expect.stringMatching(sentence)])
  expect(errors).not.toMatch(/^\s+at /m)
  expect(await stateOf(of)).toEqual(before)
}

const runCheck = (options: SpawnOptionsWithoutStdio) =>
  outcomeOf(spawn(process.execPath, [join(import.meta.dirname, '../../src/cli.ts'), 'check'], options))

test('a command without any settings makes no library where it is called', async () => {
  const cwd = await mkdtemp(join(folder, 'cwd-'))
  const { errors, code } = await runCheck({ cwd, env: { PATH: process.env.PATH } })
  expect([code, errors]).toEqual([2, expect.stringContaining(`There is no library in ${cwd}`)])
  expect(await readdir(cwd)).toEqual([])
})

test.each(['backup', 'migrate'])('%s where the database is of a newer version', async (name) => {
  const newer = await openTestApp()
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(newer.db)
  await newer.db.updateTable('library').set({ oldest_migration: '9999-later' }).execute()
  const settings = { DATA_DIR: newer.folder, DATABASE_URL: newer.databaseUrl }
  const sentence = /^The database was brought up to 9999-later by a newer version/
  await expectRefusal(name === 'backup' ? [name, backups] : [name], settings, sentence, { ...testApp, ...newer })
})

test('a restore over a library, or from a folder without a backup, is refused', async () => {
  await expectRefusal(['restore', backups], here, /^The database has users or images\./)
  await expectRefusal(['restore', pictures], here, /^There is no finished backup in /)
})

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot)('a command of a user who may not read the library says so', async () => {
  const env = { ...process.env, ...here, HOME: '/tmp' }
  const before = await stateOf(testApp)
  const { errors, code } = await runCheck({ env, uid: 65534, gid: 65534 })
  expect([code, errors]).toEqual([2, expect.stringMatching(/DATA_DIR must be a folder|secret\.key/)])
  expect(errors).not.toMatch(/^\s+at /m)
  expect(await stateOf(testApp)).toEqual(before)
})

/** A small disk for the time of the work, or one that cannot be written. */
async function onDisk(options: string, work: (disk: string) => Promise<void>) {
  const disk = await mkdtemp(join(folder, 'disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk])
  try {
    await work(disk)
  } finally {
    execFileSync('umount', [disk])
  }
}

const noSpace = /^The command could not go on: ENOSPC: no space left on device/
const readOnly = /read-only file system/i

test.skipIf(!isRoot).each([
  ['on a full disk', 'size=16k', noSpace, /no space left/],
  ['where nothing can be written', 'ro,size=1m', readOnly, readOnly],
])('backup, account and restore %s', (_, options, sentence, sentenceOfExport) =>
  onDisk(options, async (disk) => {
    await expectRefusal(['backup', disk], here, sentence)
    await expectRefusal(['account', 'export', ada.username, '--to', join(disk, 'd.zip')], here, sentenceOfExport)
    const settings = { DATA_DIR: disk, DATABASE_URL: await createDatabase() }
    await expectRefusal(['restore', backups], settings, sentence)
  }),
)

test('two backups at once: one waits for the other, and both are whole', async () => {
  const target = join(folder, 'twice')
  const ends = await Promise.all([1, 2].map(() => outcomeOf(startVitrine(['backup', target], here))))
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
  const { out } = await runVitrine(['backup', 'list', target], here)
  expect(out.trim().split('\n').length).toBe(2)
  expect(out).not.toContain('unfinished')
})

/** Kills a command as soon as it has come so far, unless it ends before. */
async function killOnce(words: string[], settings: Record<string, string>, hasBegun: () => Promise<boolean>) {
  const child = startVitrine(words, settings)
  const end = outcomeOf(child)
  await expect.poll(async () => child.exitCode !== null || (await hasBegun()), { interval: 5 }).toBe(true)
  child.kill('SIGKILL')
  await end
}

test('a backup and a restore that are killed leave library and backups as they were', async () => {
  const copy = join(folder, 'killed')
  await cp(backups, copy, { recursive: true })
  const before = await stateOf(testApp)
  const sound = (await readdir(join(copy, 'snapshots')))[0]!
  for (const begun of ['users.copy.gz', 'jobs.copy.gz', 'files.txt.gz'])
    await killOnce(['backup', copy], here, async () => {
      const newest = (await readdir(join(copy, 'snapshots'))).toSorted().at(-1)!
      return existsSync(join(copy, 'snapshots', newest, begun)) && newest !== sound
    })
  expect((await runVitrine(['backup', 'verify', copy, '--at', sound], here)).code).toBe(0)
  const settings = { DATA_DIR: join(folder, 'killed-restore'), DATABASE_URL: await createDatabase() }
  for (const begun of ['secret.key', 'files'])
    await killOnce(['restore', copy], settings, async () => existsSync(join(settings.DATA_DIR, begun)))
  const again = await runVitrine(['restore', copy, '--replace-demo'], settings)
  expect([0, 1]).toContain(again.code) // 1 where the second one was done before it was killed
  expect((await runVitrine(['check', '--quick'], settings)).out).toContain('Nothing is wrong')
  expect(await stateOf(testApp)).toEqual(before)
})
