import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { refusals } from '@vitrine/contract/vocabulary/refusals'
import { expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { refusedFile } from '#imaging/refused-file'
import { signIn } from '#test/accounts'
import { runVitrine } from '#test/command-line'
import { createUser, openTestApp, type TestApp } from '#test/test-app'
import { addLibrary, downloadsOf } from './demo-command.ts'
import { libraryDrawings, textsOf } from './demo-images.ts'

const testApp = await openTestApp()
// A file in the place of a folder of the store: the demonstration ends at its first picture.
await writeFile(join(testApp.folder, 'files/originals'), '')

const demo = ({ folder, databaseUrl }: TestApp, ...options: string[]) =>
  runVitrine(['demo', ...options], { DATA_DIR: folder, DATABASE_URL: databaseUrl })

async function interruptedDemo(): Promise<string> {
  const { out, errors, code } = await demo(testApp)
  expect([errors, code]).toEqual([expect.stringContaining('files/originals'), 1])
  return out
}

const usernames = async () =>
  (await testApp.db.selectFrom('users').select('username').orderBy('id').execute()).map(({ username }) => username)

const role = async ([, email, password]: string[]) => (await signIn(testApp, email!, password)).json().data?.user.role

test('interrupted twice, the demonstration creates its two accounts once', async () => {
  const first = await interruptedDemo()
  expect(await usernames()).toEqual(['admin', 'contributor'])
  const file = join(testApp.folder, 'demo-sign-ins.txt')
  const signIns = await readFile(file, 'utf8')
  expect(first).toContain(file)
  expect(first).not.toContain('@vitrine.example')

  expect(await interruptedDemo()).toContain(file)
  expect(await usernames()).toEqual(['admin', 'contributor'])
  expect(await readFile(file, 'utf8')).toBe(signIns)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const lines = signIns.trimEnd().split('\n')
  expect(await Promise.all(lines.map((line) => role(line.trim().split(/\s+/))))).toEqual(['admin', 'user'])
})

test('a library that has people or images of its own is refused, and stays as it is', async () => {
  const own = await openTestApp()
  const ada = await createUser(own)
  const refused = { errors: 'This library has people or images. The demonstration is for an empty one.\n', code: 1 }
  expect(await demo(own)).toMatchObject(refused)
  expect(await own.db.selectFrom('users').select('username').execute()).toEqual([{ username: ada.username }])
})

test('its accounts leave, with the images of its contributor, once someone else is an admin', async () => {
  const own = await openTestApp()
  await writeFile(join(own.folder, 'files/originals'), '')
  await demo(own)
  const remove = () => demo(own, '--remove')
  const onlyAdmin = 'admin@vitrine.example is the only admin. Make someone else an admin first, then repeat this.\n'
  expect(await remove()).toMatchObject({ errors: onlyAdmin, code: 1 })
  await createUser(own, 'admin')
  expect(await remove()).toMatchObject({ errors: '', code: 0 })
  const open = await own.db.selectFrom('users').select('email').where('closed_at', 'is', null).execute()
  expect(open.map(({ email }) => email).filter((email) => email.endsWith('@vitrine.example'))).toEqual([])
  const closed = own.db.selectFrom('users').select('hides_images').where('closed_at', 'is not', null)
  // The admin's images, which were imported, are none of the demonstration, and stay.
  expect(await closed.orderBy('id').execute()).toEqual([{ hides_images: false }, { hides_images: true }])
  await expect(stat(join(own.folder, 'demo-sign-ins.txt'))).rejects.toThrow('ENOENT')
  const again = { errors: 'This library has no account of the demonstration.\n', code: 1 }
  expect(await remove()).toMatchObject(again)
})

test('a drawing that is refused is told and left out, and the others are added', async () => {
  const own = await openTestApp()
  const ada = await createUser(own)
  const library = libraryDrawings().slice(0, 3)
  let measured = 0
  const measure: typeof own.imagingPool.measure = (...job) =>
    ++measured === 2 ? Promise.reject(refusedFile('too_heavy')) : own.imagingPool.measure(...job)
  const config = readConfig({ DATA_DIR: own.folder, DATABASE_URL: own.databaseUrl, IMAGE_WORKERS: '1' })
  const [told, bars] = [vi.spyOn(console, 'error').mockReturnValue(), vi.spyOn(process.stdout, 'write')]
  bars.mockReturnValue(true)
  await addLibrary({ ...own, imagingPool: { ...own.imagingPool, measure }, config }, ada.id, library)
  const lines = told.mock.calls.flat()
  for (const spy of [told, bars]) spy.mockRestore()

  const images = await own.db.selectFrom('images').select('title').where('status', '=', 'approved').execute()
  const titles = new Set(images.map(({ title }) => title))
  const missing = library.filter((drawing) => !titles.has(textsOf(drawing).title))
  expect(titles.size).toBe(2)
  expect(lines).toEqual(missing.map(({ name }) => `The drawing ${name} is left out. ${refusals.too_heavy}`))
})

test('every one of the last days has downloads, more of them in the second half', () => {
  const ids = Array.from({ length: 240 }, (_, at) => at + 1)
  const counts = downloadsOf(ids, Date.parse('2026-11-24T10:00:00Z'))
  const byDay = Map.groupBy(counts, ({ day }) => day)
  expect(byDay.size).toBe(limits.statisticsDays)
  const sums = [...byDay.values()].map((rows) => rows.reduce((sum, { count }) => sum + count, 0))
  const sumOf = (days: number[]) => days.reduce((sum, one) => sum + one, 0)
  expect(Math.min(...sums)).toBeGreaterThan(5)
  expect(sumOf(sums.slice(15))).toBeGreaterThan(sumOf(sums.slice(0, 15)))
})
