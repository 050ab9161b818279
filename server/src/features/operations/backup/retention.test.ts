import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { runVitrine } from '#test/command-line'
import { createDatabase } from '#test/databases'
import { aPng } from '#test/png'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, openAppWithPeople, withoutJobs } from '#test/test-app'

const { testApp, db, ada, admin } = await openAppWithPeople({}, withoutJobs)
const folder = await temporaryFolder()

const here = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
const vitrine = (...words: string[]) => runVitrine(words, here)
let folders = 0
const newFolder = () => join(folder, String(++folders))
const namesIn = async (backups: string) => (await readdir(join(backups, 'snapshots'))).toSorted()

await createImage(testApp, ada, { png: aPng({ seed: 1 }), title: 'Fox' }, admin)

/** Lets a backup of the folder count as one of another time, with another file that no other backup has. */
async function addBackup(backups: string, at: string): Promise<string> {
  await vitrine('backup', backups)
  const newest = (await namesIn(backups)).at(-1)!
  const name = at.replaceAll(':', '-')
  const path = join(backups, 'snapshots', name)
  await cp(join(backups, 'snapshots', newest), path, { recursive: true })
  await rm(join(backups, 'snapshots', newest), { recursive: true })
  const manifest = JSON.parse(await readFile(join(path, 'manifest.json'), 'utf8'))
  const list = join(path, 'files.txt.gz')
  const own = `avatars/${name.toLowerCase().replaceAll('.', '-')}.webp`
  await writeFile(list, gzipSync(`${gunzipSync(await readFile(list))}${own}\n`))
  await mkdir(join(backups, 'files/avatars'), { recursive: true })
  await writeFile(join(backups, 'files', own), 'of this backup alone')
  await writeFile(join(path, 'manifest.json'), JSON.stringify({ ...manifest, taken_at: at, files: manifest.files + 1 }))
  return name
}

test('of each of the last days, weeks and months the newest backup stays, with the files it names', async () => {
  const backups = newFolder()
  const at = async (day: string, hour = '03') => addBackup(backups, `2026-${day}T${hour}:00:00.000Z`)
  const [january, march] = [await at('01-20'), await at('03-05')]
  await at('03-02')
  const days = [await at('03-30'), await at('03-31', '04')]
  await at('03-31', '03')
  const { out, errors, code } = await vitrine('backup', backups, '--keep', '3d,2w,4m')
  expect([code, errors]).toEqual([0, ''])
  const newest = (await namesIn(backups)).at(-1)!
  // Days: this one and the last two; weeks: those too; months: this one, March, and the newest of January.
  expect(await namesIn(backups)).toEqual([january, ...days, newest])
  expect(out).toContain('Backups that stay: 4; removed: 3, with 3 files that no other one has.')
  const avatars = await readdir(join(backups, 'files/avatars'))
  expect(avatars.length).toBe(3)
  expect(avatars.join()).not.toContain(march.toLowerCase().slice(0, 10))
  const { code: verified } = await vitrine('backup', 'verify', backups, '--at', january)
  expect(verified).toBe(0)
})

test('an unfinished backup leaves with the old ones; a rule that is none, or a late clock, is a mistake', async () => {
  const backups = newFolder()
  await mkdir(join(backups, 'snapshots/2026-01-01T00-00-00.000Z'), { recursive: true })
  const { errors } = await vitrine('backup', backups, '--keep', '7')
  expect(errors).toBe('--keep takes days, weeks and months such as 7d,4w,12m; "7" is not.\n')
  expect((await namesIn(backups)).length).toBe(1)
  const part = join(backups, 'files/tmp/interrupted/0')
  await mkdir(dirname(part), { recursive: true })
  await writeFile(part, 'a part of a file')
  expect((await vitrine('backup', backups, '--keep', '7d')).out).toContain('Backups that stay: 1; removed: 1,')
  expect((await namesIn(backups)).length).toBe(1)
  expect(await readdir(join(backups, 'files/tmp'))).toEqual([])
  const later = await addBackup(backups, '2999-01-20T03:00:00.000Z')
  const names = await namesIn(backups)
  const early = await vitrine('backup', backups, '--keep', '1d')
  expect([early.code, early.errors]).toEqual([1, expect.stringContaining(`${later} is of a time to come`)])
  expect(await namesIn(backups)).toEqual(names)
})

const manifestOf = (backups: string, name: string) => join(backups, 'snapshots', name, 'manifest.json')

test('nothing is removed while a backup that would stay cannot be read', async () => {
  const backups = newFolder()
  const old = await addBackup(backups, '2026-01-20T03:00:00.000Z')
  const cut = await addBackup(backups, '2026-02-20T03:00:00.000Z')
  await addBackup(backups, '2026-02-19T03:00:00.000Z')
  const names = await namesIn(backups)
  const manifest = await readFile(manifestOf(backups, cut))
  await writeFile(manifestOf(backups, cut), '{}')
  const { errors, code } = await vitrine('backup', backups, '--keep', '12m')
  expect([code, errors]).toEqual([1, expect.stringContaining(`${cut}/manifest.json cannot be read. Nothing was`)])
  await writeFile(manifestOf(backups, cut), manifest)
  await writeFile(join(backups, 'snapshots', cut, 'files.txt.gz'), gzipSync(''))
  const ofList = await vitrine('backup', backups, '--keep', '12m')
  expect([ofList.code, ofList.errors]).toEqual([1, expect.stringContaining('files.txt.gz is damaged')])
  expect((await namesIn(backups)).slice(0, 3)).toEqual(names)
  expect((await readdir(join(backups, 'files/avatars'))).length).toBe(3)
  expect(await namesIn(backups)).toContain(old)
})

test('the backups of a folder are listed, and each can be restored', async () => {
  const backups = newFolder()
  const old = await addBackup(backups, '2026-01-20T03:00:00.000Z')
  await createImage(testApp, ada, { png: aPng({ seed: 2 }), title: 'Owl' }, admin)
  await vitrine('backup', backups)
  await mkdir(join(backups, 'snapshots/2027-01-01T00-00-00.000Z'))
  const { out } = await vitrine('backup', 'list', backups)
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(`^${old} {2}[\\d,]+ files, \\d+ MB, Vitrine 0\\.`),
    expect.stringContaining(' MB, Vitrine 0.'),
    '2027-01-01T00-00-00.000Z  unfinished',
  ])
  const settings = { DATA_DIR: newFolder(), DATABASE_URL: await createDatabase() }
  const restored = await runVitrine(['restore', backups, '--at', old], settings)
  expect(restored).toMatchObject({ errors: '', code: 0 })
  const { library } = await runVitrine(['backup', 'list', backups], settings)
  expect(library).toContain(', 1 images,')
  const other = await runVitrine(['restore', backups, '--at', '2026-02-01'], settings)
  expect(other).toMatchObject({ code: 1, errors: expect.stringContaining('has no finished backup 2026-02-01') })
})

test('a backup that missed nothing is remembered, and the shipped word tables are not in it', async () => {
  const backups = newFolder()
  await vitrine('backup', backups)
  const row = await db.selectFrom('library').selectAll().executeTakeFirstOrThrow()
  const backed = { backed_up_at: expect.any(Date), backup_bytes: expect.any(Number) }
  expect(row).toMatchObject({ backup_folder: backups, ...backed })
  const files = await readdir(join(backups, 'snapshots', (await namesIn(backups))[0]!))
  expect(files).toContain('images.copy.gz')
  expect(files.filter((name) => /^(meaning|translation)\./.test(name))).toEqual([])
})

const originals = (backups: string) => join(backups, 'files/originals')
const firstOriginal = async (backups: string) => {
  const names = await readdir(originals(backups), { recursive: true })
  return join(originals(backups), names.find((name) => name.endsWith('.png'))!)
}
const faults: [string, RegExp, (backups: string, snapshot: string) => Promise<void>][] = [
  ['a missing original', /^The file originals\S+ is missing\.$/m, async (of) => rm(await firstOriginal(of))],
  ['an empty original', /^The file originals\S+ is empty\.$/m, async (of) => writeFile(await firstOriginal(of), '')],
  ['a damaged original', /^The original \S+ has other bytes/m, async (of) => writeFile(await firstOriginal(of), 'x')],
  ['damaged rows', /^images\.copy\.gz is damaged\.$/m, async (_, at) => writeFile(join(at, 'images.copy.gz'), 'x')],
  ['missing rows', /^users\.copy\.gz is damaged\.$/m, async (_, at) => rm(join(at, 'users.copy.gz'))],
  ['a damaged list', /files\.txt\.gz is damaged/m, async (_, at) => writeFile(join(at, 'files.txt.gz'), 'x')],
  ['a missing list', /files\.txt\.gz is damaged: ENOENT/m, async (_, at) => rm(join(at, 'files.txt.gz'))],
  [
    'a shorter list',
    /files\.txt\.gz is damaged: it has 0 of/m,
    async (_, at) => writeFile(join(at, 'files.txt.gz'), gzipSync('')),
  ],
  ['another key', /secret\.key is another key/m, async (of) => writeFile(join(of, 'secret.key'), 'x'.repeat(43))],
  ['a missing key', /secret\.key is missing/m, async (of) => rm(join(of, 'secret.key'))],
  [
    'a later one that did not end',
    /^2999-\S+ was begun and did not end\.$/m,
    async (of) => void (await mkdir(join(of, 'snapshots/2999-01-01T00-00-00.000Z'))),
  ],
  [
    'a late one',
    /^The newest backup is \d{3,} hours old\.$/m,
    async (_, at) => {
      const manifest = JSON.parse(await readFile(join(at, 'manifest.json'), 'utf8'))
      await writeFile(join(at, 'manifest.json'), JSON.stringify({ ...manifest, taken_at: '2026-01-01T00:00:00Z' }))
    },
  ],
]

const sound = newFolder()
await vitrine('backup', sound)
expect(await vitrine('backup', 'verify', sound)).toMatchObject({ errors: '', code: 0 })

test.each(faults)('verify tells %s, with exit status 3', async (_, sentence, spoil) => {
  const backups = newFolder()
  await cp(sound, backups, { recursive: true })
  await spoil(backups, join(backups, 'snapshots', (await namesIn(backups))[0]!))
  const { errors, code } = await vitrine('backup', 'verify', backups)
  expect([code, errors]).toEqual([3, expect.stringMatching(sentence)])
})
