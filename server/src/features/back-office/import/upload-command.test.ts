import { once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { runVitrine } from '#test/command-line'
import { nextDrawing } from '#test/drawings'
import { csvRow, spellings } from '#test/file-name-spellings'
import { aNewPng } from '#test/png'
import { withLevel } from '#test/sent-pictures'
import { temporaryFolder } from '#test/temporary-folder'
import { createUser, openTestApp, type TestUser } from '#test/test-app'
import { findPngs, readMetadataCsv } from './folder-files.ts'
import { createSiteClient } from './site-client.ts'

const site = await openTestApp({ QUOTA_UPLOADS_PER_HOUR: '30', TRUSTED_UPLOADS: 'live' })
const { app, db } = site
await app.listen({ port: 0, host: '127.0.0.1' })
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const folder = await temporaryFolder()

async function aFolder(files: Record<string, Buffer | string>): Promise<string> {
  const root = await mkdtemp(join(folder, 'set-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), content)
  }
  return root
}

async function createKey({ headers }: TestUser): Promise<string> {
  const payload = { name: 'Command line', password: 'correct-horse' }
  const answer = await app.inject({ method: 'POST', url: '/api/v1/accounts/user/api-keys/', headers, payload })
  return answer.json().key
}

/** The command needs neither database nor folder of the site. */
const settingsOf = (key: string) => ({ VITRINE_KEY: key, DATABASE_URL: 'postgres://127.0.0.1:9/none' })
const upload = (root: string, key: string, ...options: string[]) =>
  runVitrine(['upload', root, '--site', url, ...options], settingsOf(key))

const imagesOf = ({ id }: TestUser) =>
  db.selectFrom('images').select(['file_name', 'title', 'category_id', 'status']).where('owner_id', '=', id).execute()

test('uploads a folder with the words of a CSV, names what is refused, and adds what is new later', async () => {
  const person = await createUser(site)
  const key = await createKey(person)
  const root = await aFolder({
    'food/one.png': aNewPng(),
    'two.png': aNewPng(),
    'notes.txt': 'not a picture',
    'sub/broken.png': 'no picture at all',
    'words.csv': 'Filename,Title,Category\none.png,Red apple,Food\ntwo.png,Blue boat,Transport\n',
  })
  const first = await upload(root, key, '--csv', join(root, 'words.csv'))
  expect(first.errors).toBe('')
  expect(first.out).toContain(`By uploading you state: ${rightsStatement.text}`)
  expect(first.out).toMatch(/^refused {2}sub\/broken\.png: .+\.$/m)
  expect(first.out).toContain('2 uploaded, 0 already there, 1 refused.\nThey wait for review.\n')
  expect(first.code).toBe(1)
  expect((await imagesOf(person)).toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { file_name: 'two.png', title: 'Blue boat', category_id: 20, status: 'pending' },
    { file_name: 'one.png', title: 'Red apple', category_id: 7, status: 'pending' },
  ])
  await writeFile(join(root, 'three.png'), aNewPng())
  const second = await upload(root, key)
  expect(second.out).toContain('1 uploaded, 2 already there, 1 refused.\n')
  expect(await imagesOf(person)).toHaveLength(3)
})

test('says how many wait for review where others are public at once', async () => {
  const person = await withLevel(site, await createUser(site, 'admin'), 'trusted')
  const key = await createKey(person)
  const [one, two] = [await nextDrawing(), await nextDrawing()]
  const onBoard = await sharp(await nextDrawing())
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
  const mixed = await upload(await aFolder({ 'one.png': one, 'board.png': onBoard }), key)
  expect(mixed.out).toMatch(/2 uploaded, 0 already there, 0 refused\.\n1 of them waits for review\.\n$/)
  const live = await upload(await aFolder({ 'two.png': two }), key)
  expect(live.out).toMatch(/1 uploaded, 0 already there, 0 refused\.\n$/)
  expect(live.code).toBe(0)
})

test('waits when the uploads of an hour are used up, and goes on', async () => {
  const person = await createUser(site)
  const key = await createKey(person)
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await db.insertInto('upload_minute').values({ owner_id: person.id, minute, count: 30 }).execute()
  const said: string[] = []
  const wait = () => db.deleteFrom('upload_minute').where('owner_id', '=', person.id).execute()
  const client = createSiteClient({ site: url, key, say: (line) => said.push(line), wait })
  const { images } = await client.send(uploads.upload, async () => {
    const form = new FormData()
    form.append('images', new File([new Uint8Array(aNewPng())], 'late.png'))
    return form
  })
  expect(said).toEqual([expect.stringMatching(/within an hour.* Trying again in \d+ min\./)])
  expect(images).toMatchObject([{ title: 'Late' }])
})

test('says in a sentence what is missing or wrong', async () => {
  const root = await aFolder({ 'a.png': aNewPng() })
  const withoutSite = await runVitrine(['upload', root], settingsOf('vitrine_x'))
  expect(withoutSite.errors).toBe('Name the site: --site https://vitrine.example\n')
  expect((await upload(root, '')).errors).toMatch(/^Give an API key as VITRINE_KEY/)
  expect((await upload(root, 'vitrine_wrong')).errors).toMatch(/^Stopped: The site does not know this API key/)
  expect((await upload(join(folder, 'none'), 'vitrine_x')).errors).toMatch(/ is not a folder\.\n$/)
})

test('follows no redirect, which would take the key elsewhere', async () => {
  const root = await aFolder({ 'a.png': aNewPng() })
  const called: string[] = []
  const moved = createServer((request, answer) => {
    called.push(request.url!)
    answer.writeHead(302, { location: '/elsewhere/' }).end()
  }).listen(0, '127.0.0.1')
  await once(moved, 'listening')
  const { port } = moved.address() as AddressInfo
  const { errors } = await runVitrine(['upload', root, '--site', `http://127.0.0.1:${port}`], settingsOf('vitrine_x'))
  expect(errors).toMatch(/does not answer like Vitrine/)
  expect(called).not.toContain('/elsewhere/')
  moved.close()
})

/** What a CSV with these rows below its header says of these files. */
async function read(names: string[], ...rows: string[][]) {
  const table = rows.map((row) => csvRow(...row)).join('')
  const root = await aFolder({ ...Object.fromEntries(names.map((name) => [name, ''])), 'texts.csv': table })
  const files = await findPngs(root)
  const { byFile, rowCount, problems } = await readMetadataCsv(join(root, 'texts.csv'), files)
  const titles = Object.fromEntries(Array.from(byFile, ([name, { title }]) => [name, title]))
  return { titles, rowCount, problems }
}

test('a row finds its file by the path below the folder or by a name that is there once', async () => {
  const names = ['red/star.png', 'blue/star.png', 'green/moon.png', 'sun.png']
  const paths = ['.\\red\\STAR.png', 'C:\\old\\moon', '/sun.png']
  const { titles, problems } = await read(names, ['Filename', 'Title'], ...paths.map((path) => [path, 'Two\nlines']))
  expect(problems).toEqual([])
  expect(titles).toEqual({ 'red/star.png': 'Two lines', 'green/moon.png': 'Two lines', 'sun.png': 'Two lines' })
})

test('each row that is not used is named with its reason, and each cell that cannot be read', async () => {
  const rows = ['one.png', 'star.png', 'none.png', '', 'ONE.png', 'two.png'].map((name) => [name, 'A', ''])
  rows.at(-1)![2] = 'Gadgets'
  const names = ['one.png', 'two.png', 'red/star.png', 'blue/star.png']
  const { titles, rowCount, problems } = await read(names, ['Filename', 'Title', 'Category'], ...rows)
  expect(problems).toEqual([
    'row 3: Several files are named "star.png". Name their folders too.',
    'row 4: There is no file "none.png" in the folder.',
    'row 5: The row names no file.',
    'row 6: Row 2 is about the same file.',
    'row 7: There is no category "Gadgets".',
  ])
  expect([titles, rowCount]).toEqual([{ 'one.png': 'A', 'two.png': 'A' }, 6])
})

test('names are the same that people see as the same', async () => {
  const rows = spellings.map(([, cell], at) => [cell, `Title ${at}`])
  const names = spellings.map(([stored]) => stored)
  const { titles, problems } = await read(names, ['Filename', 'Title'], ...rows)
  expect(problems).toEqual([])
  expect(Object.values(titles).toSorted()).toEqual(rows.map(([, title]) => title))
})

test('a name that is no UTF-8 is read, and what macOS stores beside a file is passed over', async () => {
  const root = await aFolder({ '._A\u0308pfel.png': '', 'A\u0308pfel.png': '' })
  await writeFile(Buffer.from(`${root}/caf\xe9.png`, 'latin1'), '')
  expect((await findPngs(root)).map(({ name, title }) => [name, title])).toEqual([
    ['\u00c4pfel.png', '\u00c4pfel'],
    ['caf\u00e9.png', 'Caf\u00e9'],
  ])
})
