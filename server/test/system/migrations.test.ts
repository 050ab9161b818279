import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '#features/library/library'
import { features } from '../../src/features.ts'

const files = (await readdir(migrationsFolder)).filter((file) => file !== 'SHA256SUMS').sort()
const source = (file: string) => readFile(join(migrationsFolder, file), 'utf8')

test('every migration is as it was added: a database that has had it gets no change of it', async () => {
  const sums = files.map(async (file) => {
    const sha256 = createHash('sha256').update(await source(file))
    return `${sha256.digest('hex')}  ${file}\n`
  })
  expect((await Promise.all(sums)).join('')).toBe(await source('SHA256SUMS'))
})

test('every migration is SQL, has at most 300 lines, and a number of its own', async () => {
  expect(files.filter((file) => !/^\d{4}(-[a-z]+)+\.sql$/.test(file))).toEqual([])
  for (const file of files) expect((await source(file)).trimEnd().split('\n').length, file).toBeLessThanOrEqual(300)
  const numbers = files.map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('commands but these open the library at one place, and a backup alone where it lacks migrations', () => {
  const commands = features.flatMap(({ commands = {} }) => Object.entries(commands))
  const having = (key: string) => commands.flatMap(([name, command]) => (key in command ? name : [])).sort()
  expect(having('atAnySchema')).toEqual(['backup'])
  expect([having('runWith'), having('runRemotely')]).toEqual([['doctor', 'migrate', 'restore'], ['upload']])
})
