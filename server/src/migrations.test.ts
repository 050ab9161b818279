import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from './resources.ts'

/** SHA-256 of each released migration, in the order in which they run. */
const released: Record<string, string> = JSON.parse(await readFile(join(migrationsFolder, 'released.json'), 'utf8'))
const files = (await readdir(migrationsFolder)).filter((file) => file !== 'released.json').sort()
const source = (file: string) => readFile(join(migrationsFolder, file), 'utf8')

test.each(Object.entries(released))('the released migration %s is unchanged', async (file, sha256) => {
  expect(
    createHash('sha256')
      .update(await source(file))
      .digest('hex'),
  ).toBe(sha256)
})

test('every migration that is not released yet runs after the released ones', () => {
  const names = Object.keys(released)
  expect(files.slice(0, names.length)).toEqual(names)
})

test('every migration is SQL, has at most 300 lines, and a number of its own', async () => {
  expect(files.filter((file) => !/^\d{4}(-[a-z]+)+\.sql$/.test(file))).toEqual([])
  for (const file of files) expect((await source(file)).trimEnd().split('\n').length, file).toBeLessThanOrEqual(300)
  const numbers = files.map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})
