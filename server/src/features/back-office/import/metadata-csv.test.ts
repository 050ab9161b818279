import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { csvRow, spellings } from '#test/file-name-spellings'
import { temporaryFolder } from '#test/temporary-folder'
import { findPngs, readMetadataCsv } from './folder-files.ts'

const folder = await temporaryFolder()

/** What a CSV with these rows below its header says of these files. */
async function read(names: (string | Buffer)[], ...rows: string[][]) {
  const root = await mkdtemp(join(folder, 'set-'))
  for (const name of names) {
    const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name as string)])
    await mkdir(join(path.toString('latin1'), '..'), { recursive: true })
    await writeFile(path, '')
  }
  await writeFile(join(root, 'texts.csv'), rows.map((row) => csvRow(...row)).join(''))
  const files = await findPngs(root)
  const { byFile, rowCount, problems } = await readMetadataCsv(join(root, 'texts.csv'), files)
  const titles = Object.fromEntries(Array.from(byFile, ([name, { title }]) => [name, title]))
  return { files, titles, rowCount, problems }
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
  const latin = Buffer.from('caf\xe9.png', 'latin1')
  const { files } = await read([latin, '._A\u0308pfel.png', 'A\u0308pfel.png'], ['Filename'])
  expect(files.map(({ name, title }) => [name, title])).toEqual([
    ['\u00c4pfel.png', '\u00c4pfel'],
    ['caf\u00e9.png', 'Caf\u00e9'],
  ])
})
