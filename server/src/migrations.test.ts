import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '#test/older-database'

/** SHA-256 of each released migration, in the order in which they run. */
const released: Record<string, string> = JSON.parse(await readFile(join(migrationsFolder, 'released.json'), 'utf8'))
const files = (await readdir(migrationsFolder)).filter((file) => file.endsWith('.ts')).sort()
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

test('no two migrations have one number', () => {
  const numbers = files.map((file) => file.slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
})

test.each(files)(
  'the migration %s imports nothing but the query builder, so product code cannot change it',
  async (file) => {
    const imports = [...(await source(file)).matchAll(/\bfrom '([^']+)'|\bimport\(/g)].map(([, name]) => name)
    expect(imports).toEqual(['kysely'])
  },
)
