import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tablesInOrder } from '#features/operations/backup/table-order'
import { copyOut, rowsOf } from '#features/operations/backup/tables.sql'
import { withConnection } from '#kit/database/connection'
import { runVitrine } from '#test/command-line'
import { outcomeOf, startVitrine } from '#test/command-process'
import { createDatabase } from '#test/databases'
import { aPng } from '#test/png'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, openAppWithPeople, openTestApp, withoutJobs } from '#test/test-app'

// What an operator may get wrong, with every command: nothing changes, and a sentence says why.

const { testApp, ada, admin } = await openAppWithPeople({}, withoutJobs)
const folder = await temporaryFolder()
await chmod(folder, 0o755)
const here = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
const backups = join(folder, 'backups')

for (const seed of [1, 2]) await createImage(testApp, ada, { png: aPng({ seed }), title: 'Fox' }, admin)
expect(await runVitrine(['backup', backups], here)).toMatchObject({ code: 0 })
const pictures = join(folder, 'pictures')
await mkdir(pictures)

/** Each command with words with which it would do its work. */
const commands: Record<string, string[]> = {
  account: ['export', ada.username, '--to', join(folder, 'data.zip')],
  admin: ['--email', 'new@people.example', '--username', 'newcomer', '--password-stdin'],
  audit: [],
  backup: [backups],
  check: ['--repair'],
  demo: [],
  hosting: ['push'],
  import: [pictures, '--owner', ada.username],
  index: ['rebuild'],
  measure: ['--all'],
}
const names = Object.keys(commands)

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
  expect([words[0], code, errors]).toEqual([words[0], expect.any(Number), expect.stringMatching(sentence)])
  expect(code).toBeGreaterThan(0)
  expect(errors).not.toMatch(/^\s+at /m)
  expect(await stateOf(of)).toEqual(before)
}

const commandWords = (name: string) => [name, ...commands[name]!]

test.each(names)('%s in another folder', async (name) => {
  const DATA_DIR = join(folder, 'elsewhere')
  await expectRefusal(commandWords(name), { DATA_DIR }, /^There is no library in \S+elsewhere\. /)
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
})

test.each(names)('%s without any settings', async (name) => {
  const cwd = await mkdtemp(join(folder, 'cwd-'))
  const cli = join(import.meta.dirname, '../../src/cli.ts')
  const child = spawn(process.execPath, [cli, ...commandWords(name)], { cwd, env: { PATH: process.env.PATH } })
  child.stdin.end('glass-case\n')
  const { errors, code } = await outcomeOf(child)
  expect([code, errors]).toEqual([name === 'check' ? 2 : 1, expect.stringContaining(`There is no library in ${cwd}`)])
  expect(await readdir(cwd)).toEqual([])
})

test.each(names)('%s with half of the settings', async (name) => {
  const settings = { DATABASE_URL: here.DATABASE_URL, DATA_DIR: join(folder, 'half') }
  await expectRefusal(commandWords(name), settings, /^There is no secret\.key in \S+half\. /)
})

describe('with another version', async () => {
  const older = await openTestApp()
  const newer = await openTestApp()
  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(older.db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')`.execute(newer.db)
  await newer.db.updateTable('library').set({ oldest_migration: '9999-later' }).execute()
  const settingsOf = (app: typeof older) => ({ DATA_DIR: app.folder, DATABASE_URL: app.databaseUrl })

  // `backup` saves a database as it is, before an upgrade.
  test.each(names.filter((name) => name !== 'backup'))('%s where the database is older', async (name) => {
    const sentence = /^The database has not had the migrations /
    await expectRefusal(commandWords(name), settingsOf(older), sentence, { ...testApp, ...older })
  })

  test.each([...names, 'migrate'])('%s where the database is of a newer version', async (name) => {
    const words = name === 'migrate' ? ['migrate'] : commandWords(name)
    const sentence = /^The database was brought up to 9999-later by a newer version/
    await expectRefusal(words, settingsOf(newer), sentence, { ...testApp, ...newer })
  })
})

test('backup and restore with the folder or the library of others', async () => {
  const other = await openTestApp()
  await sql`update library set id = gen_random_uuid()`.execute(other.db)
  const settings = { DATA_DIR: other.folder, DATABASE_URL: other.databaseUrl }
  await expectRefusal(['backup', backups], settings, /has backups of another library/)
  await expectRefusal(['restore', backups], here, /^The database has users or images\./)
  await expectRefusal(['restore', backups, '--replace-demo'], here, /^The database has users or images\./)
  await expectRefusal(['restore', pictures], here, /^There is no finished backup in /)
})

test.each(names)('%s with a setting that is misspelt in its file', async (name) => {
  const file = join(folder, 'vitrine.env')
  await writeFile(file, `DATADIR=${testApp.folder}\n`)
  await expectRefusal([...commandWords(name), '--env', file], here, /has DATADIR \(did you mean DATA_DIR\?\)/)
})

const isRoot = process.getuid?.() === 0

test.skipIf(!isRoot).each(names)('%s as a user who may not read the library', async (name) => {
  const cli = join(import.meta.dirname, '../../src/cli.ts')
  const env = { ...process.env, ...here, HOME: '/tmp' }
  const before = await stateOf(testApp)
  const child = spawn(process.execPath, [cli, ...commandWords(name)], { env, uid: 65534, gid: 65534 })
  child.stdin.end('glass-case\n')
  const { errors, code } = await outcomeOf(child)
  expect([code, errors]).toEqual([expect.any(Number), expect.stringMatching(/DATA_DIR must be a folder|secret\.key/)])
  expect(code).toBeGreaterThan(0)
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

test.skipIf(!isRoot)('backup, account and restore on a full disk', () =>
  onDisk('size=16k', async (disk) => {
    await expectRefusal(['backup', disk], here, /^The command could not go on: ENOSPC: no space left on device/)
    await expectRefusal(['account', 'export', ada.username, '--to', join(disk, 'd.zip')], here, /no space left/)
    const settings = { DATA_DIR: disk, DATABASE_URL: await createDatabase() }
    const { errors, code } = await runVitrine(['restore', backups], settings)
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^The command could not go on: ENOSPC: no space left on device/),
    ])
    expect(errors).not.toMatch(/^\s+at /m)
  }),
)

test.skipIf(!isRoot)('backup, account and restore where nothing can be written', () =>
  onDisk('ro,size=1m', async (disk) => {
    await expectRefusal(['backup', disk], here, /read-only file system/i)
    await expectRefusal(
      ['account', 'export', ada.username, '--to', join(disk, 'd.zip')],
      here,
      /read-only file system/i,
    )
    const settings = { DATA_DIR: disk, DATABASE_URL: await createDatabase() }
    const { errors, code } = await runVitrine(['restore', backups], settings)
    expect([code, errors]).toEqual([1, expect.stringMatching(/read-only file system/i)])
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
