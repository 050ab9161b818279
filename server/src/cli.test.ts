import { mkdir, mkdtemp, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { originalKey } from '#features/images/storage-keys'
import { signIn } from '#test/accounts'
import { makeAdmin, runVitrine } from '#test/command-line'
import { outcomeOf, startVitrine } from '#test/command-process'
import { createDatabase } from '#test/databases'
import { flatPng } from '#test/hostile-pngs'
import { aPng } from '#test/png'
import { temporaryFolder } from '#test/temporary-folder'
import { createImage, createUser, hashOf, openTestApp, type TestUser, temporaryFiles } from '#test/test-app'

const testApp = await openTestApp()
const folder = await temporaryFolder()

const site = { DATA_DIR: testApp.folder, DATABASE_URL: testApp.databaseUrl }
const vitrine = (args: string[], input = '', settings: Record<string, string> = {}) =>
  runVitrine(args, { ...site, ...settings }, input)

let seed = 0
const newImage = (owner: TestUser, title: string) => createImage(testApp, owner, { png: aPng({ seed: ++seed }), title })

const writeInFolder = async (path: string, content: Buffer | string) => {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), content)
}

test('as a process of its own, the command line says a mistake as an error, and ends with status 1', async () => {
  const errors = expect.stringMatching(/^There is no command "improt"\.\n/)
  expect(await outcomeOf(startVitrine(['improt'], site))).toEqual({ out: '', errors, code: 1 })
})

test('the command line lists its commands and the options of one, and answers a mistake without a stack', async () => {
  const { out, code } = await vitrine([])
  expect(code).toBe(0)
  expect(out).toContain('admin --email E --username U')
  expect(out).toContain('import <folder>')
  expect((await vitrine(['import', '--help'])).out).toContain('--category-from-folder')
  expect((await vitrine(['import', '/no/such/folder', '--owner', 'nemo'])).errors).toBe('There is no user "nemo".\n')
})

const howTo = 'Starting the site makes one, and so does "npm run vitrine -- migrate".'
const settings = 'as they are for the site, or name its file of settings: --env <file>.'
const commands = ['account', 'admin', 'audit', 'backup', 'check', 'demo', 'import', 'index', 'measure']

test.each(commands)('without a library %s makes none, and says where it looked', async (command) => {
  const empty = await mkdtemp(join(folder, 'empty-'))
  const here = { DATA_DIR: join(empty, 'data'), DATABASE_URL: '' }
  const end = await runVitrine([command, empty], here)
  expect([end.code, end.errors]).toEqual([
    command === 'check' ? 2 : 1,
    `There is no library in ${here.DATA_DIR}. Set DATA_DIR or DATABASE_URL ${settings} ${howTo}\n`,
  ])
  expect(await readdir(empty)).toEqual([])
})

test('a folder without the key of the site gets no other one', async () => {
  const empty = await mkdtemp(join(folder, 'empty-'))
  const { errors, code } = await vitrine(['audit'], '', { DATA_DIR: empty })
  expect([code, errors]).toEqual([1, expect.stringContaining(`There is no secret.key in ${empty}.`)])
  expect(await readdir(empty)).toEqual([])
})

test('an empty database stays empty until migrate makes a library in it', async () => {
  const settings = { DATABASE_URL: await createDatabase() }
  const audit = () => vitrine(['audit'], '', settings)
  expect(await audit()).toMatchObject({
    errors: `There is no library in the database of DATABASE_URL. ${howTo}\n`,
    code: 1,
  })
  expect((await vitrine(['migrate'], '', settings)).out).toContain('Database migrated: 0001-')
  expect(await audit()).toMatchObject({ errors: '', code: 0 })
})

test('a database of an older version is not migrated by commands; a backup of it is made', async () => {
  const older = await openTestApp()
  const { rows } = await sql<{ name: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name`.execute(older.db)
  const settings = { DATA_DIR: older.folder, DATABASE_URL: older.databaseUrl }
  const { errors, code } = await runVitrine(['measure'], settings)
  expect([code, errors]).toEqual([1, expect.stringContaining(`has not had the migrations ${rows[0]!.name}`)])
  const backup = await runVitrine(['backup', join(folder, 'older')], settings)
  expect(backup).toMatchObject({ code: 0, out: expect.stringContaining('The backup is complete') })
  const left = sql`select from kysely_migration where name = ${rows[0]!.name}`.execute(older.db)
  expect((await left).rows).toEqual([])
})

test('measure looks at every file again, counts what it finds, and lists images with nothing to see', async () => {
  const ada = await createUser(testApp)
  const [lamp, empty] = [await newImage(ada, 'Lamp'), await newImage(ada, 'Empty')]
  const original = join(testApp.folder, 'files', originalKey(await hashOf(testApp, empty)))
  await writeFile(original, flatPng({ width: 40, height: 40 }))
  const files = await testApp.db.selectFrom('file').select('sha256').execute()
  const { out, code } = await vitrine(['measure', '--all'])
  expect(code).toBe(0)
  expect(out).toContain(`\n${files.length} files, 0 of them not measured.`)
  expect(out).toMatch(/ 1 nothing_to_see \(fault\)/)
  expect(out).toContain(`/image/${empty.slug}/ (pending)`)
  expect(out).not.toContain(lamp.slug)
})

test('audit shows the audit log, the latest entry last, and answers an invalid option with a sentence', async () => {
  const [user, admin] = [await createUser(testApp), await createUser(testApp, 'admin')]
  const client = { address: '203.0.113.5', user_agent: 'test' }
  await recordAuditEvent(testApp.db, { what: 'blocked', by: admin.id, user: user.id, client })
  const { out, code } = await vitrine(['audit', '--user', user.username.toUpperCase()])
  expect(code).toBe(0)
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  signed in +${user.username}  127.0.0.1`),
    expect.stringMatching(`blocked +${user.username} by ${admin.username}  203.0.113.5  test$`),
  ])
  const asJson = await vitrine(['audit', '--what', 'blocked', '--lines', '1', '--json'])
  expect(JSON.parse(asJson.out)).toMatchObject({ what: 'blocked', by: admin.username, user: user.username })
  expect((await vitrine(['audit', '--what', 'sneezed'])).errors).toContain('--what takes one of: registered, ')
  expect((await vitrine(['audit', '--lines', '0'])).errors).toBe('--lines takes a number from 1 to 10000.\n')
  expect((await vitrine(['audit', '--user', 'nemo'])).out).toBe('The audit log has no such entries.\n')
})

const admin = (email: string, username: string, password: string) => makeAdmin(testApp, { email, username }, password)
const role = async (email: string, password: string) => (await signIn(testApp, email, password)).json().data?.user.role

test('admin creates an admin who can sign in, also as admin, which cannot be registered', async () => {
  expect(await admin('chief@people.example', 'admin', 'glass-case')).toMatchObject({ errors: '', code: 0 })
  expect(await role('chief@people.example', 'glass-case')).toBe('admin')
  expect((await admin('other@people.example', 'auth', 'glass-case')).errors).toBe('This username is taken.\n')
})

test('admin promotes a contributor and ends their sessions, and refuses what the register form refuses', async () => {
  const { email, username, headers } = await createUser(testApp)
  expect((await admin(email, username, 'new-password')).out).toContain('is an admin now')
  expect(await role(email, 'new-password')).toBe('admin')
  expect((await vitrine(['audit', '--user', username, '--what', 'made an admin'])).out).toContain('command line')
  const withOldToken = await testApp.app.inject({ url: '/api/v1/accounts/user/sessions/', headers })
  expect(withOldToken.statusCode).toBe(401)
  // As the register form validates, and of another account.
  expect((await admin('short@people.example', 'short', '1234')).errors).toContain('at least 5 characters')
  expect((await admin('short@people.example', 'short', 'password')).errors).toContain('one of the most common ones')
  expect((await admin(email, 'somebodyelse', 'glass-case')).errors).toContain(`belongs to the username "${username}"`)
  expect((await admin('other@people.example', username, 'glass-case')).errors).toContain('is taken')
})

test('import adds every valid file, names every rejected one, and adds no duplicates when repeated', async () => {
  const { id, username } = await createUser(testApp)
  await writeInFolder('mixed/animals/red_fox-01.png', aPng({ seed: 1 }))
  await writeInFolder('mixed/animals/deep/down/owl.PNG', aPng({ seed: 2 }))
  // Files are imported concurrently, so either duplicate may come first; both paths give the same metadata.
  await writeInFolder('mixed/animals/2/red_fox-01.png', aPng({ seed: 1 }))
  await writeInFolder('mixed/odd things/page.png', '<html><body>not an image</body></html>')
  await writeInFolder('mixed/odd things/notes.txt', 'not an image')
  await symlink('nowhere.png', join(folder, 'mixed/gone.png'))
  await symlink('.', join(folder, 'mixed/x.png'))

  const from = ['--category-from-folder', '--keywords-from-path']
  const args = ['import', join(folder, 'mixed'), '--owner', username, ...from]
  const first = await vitrine(args)
  expect(first.out).toMatch(/rejected {2}odd things\/page\.png: This is .*\. Export the picture as PNG/)
  const unreadable = { gone: 'no such file or directory', x: 'illegal operation on a directory' }
  for (const [name, why] of Object.entries(unreadable))
    expect(first.out).toContain(`rejected  ${name}.png: This file cannot be read: ${why}.\n`)
  expect(first.out).toContain('2 new, 1 already in the library, 3 rejected.')
  expect([first.errors, first.code]).toEqual(['', 0])
  expect((await vitrine([...args, '--status', 'approved'])).out).toContain('0 new, 3 already in the library')

  expect(await testApp.db.selectFrom('trending').select('downloaded').execute()).toEqual([{ downloaded: 0 }])
  const shown = (await testApp.app.inject('/api/v1/images/red-fox/')).json().image
  expect(shown).toMatchObject({ title: 'Red fox', category: 'animals', status: 'approved' })
  expect(shown.keywords.map((keyword: { name: string }) => keyword.name)).toEqual(['animals', 'red', 'fox'])
  const images = await testApp.db.selectFrom('images').select('status').where('owner_id', '=', id).execute()
  expect(images).toEqual([{ status: 'approved' }, { status: 'approved' }])
  expect(await temporaryFiles(testApp)).toEqual([])
})

test('import reads titles, keywords and categories from a CSV, and states whether AI made the images', async () => {
  const { username } = await createUser(testApp)
  await writeInFolder('stock/kite.png', aPng({ seed: 3 }))
  await writeInFolder('stock/drum.png', aPng({ seed: 4 }))
  await writeInFolder('stock/._drum.png', 'AppleDouble')
  const csv = join(folder, 'stock.csv')
  await writeFile(csv, '\ufeffTitle,FILENAME,Keywords,Category\n"Kite, red",kite.png,"kite; sky、Sky",9\n,no.png,,\n')
  const args = ['import', join(folder, 'stock'), '--owner', username, '--csv', csv, '--status', 'approved']
  const { errors, code } = await vitrine([...args, '--made-with-ai', 'perhaps'])
  expect([errors, code]).toEqual(['--made-with-ai takes one of unknown, no, partly, yes.\n', 1])
  const unused = 'csv  row 3: There is no file "no.png" in the folder.\n1 of 2 rows of the CSV used.\n'
  const { out } = await vitrine([...args, '--made-with-ai', 'Partly made with AI'])
  expect(out).toContain(`0 rejected.\n${unused}`)
  const { image } = (await testApp.app.inject('/api/v1/images/kite-red/')).json()
  const keywords = [{ name: 'kite' }, { name: 'sky' }]
  expect(image).toMatchObject({ title: 'Kite, red', category: 'hobbies_and_leisure', keywords, ai_made: 'partly' })
  expect((await testApp.app.inject('/api/v1/images/drum/')).json().image.title).toBe('Drum')
})

test('import ends at an error that is not a file’s own, reports its progress, and leaves nothing undone', async () => {
  const { username } = await createUser(testApp)
  await writeInFolder('fault/anvil.png', aPng({ seed: 7 }))
  const args = ['import', join(folder, 'fault'), '--owner', username]
  await vitrine(args)
  await writeInFolder('fault/bellows.png', aPng({ seed: 8 }))
  // A file in the place of the store's folder makes every write fail.
  const DATA_DIR = join(folder, 'other data')
  await writeInFolder(`other data/files/${originalKey('').split('/')[0]}`, '')
  const { out, errors, code } = await vitrine([...args, '--status', 'approved'], '', {
    DATA_DIR,
    SECRET_KEY: 'k'.repeat(32),
  })
  expect(out).toContain('0 new, 1 already in the library, 0 rejected.')
  expect(errors).toMatch(/^Interrupted: .*Run it again/)
  expect(code).toBe(1)
  expect((await testApp.app.inject('/api/v1/images/anvil/')).json().image.status).toBe('approved')
})
