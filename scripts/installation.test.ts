import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
// It has no types: any Node from 20 reads it.
const { filesIn } = await import(join(root, 'scripts/installation.mjs'))

// A build writes into such a folder, and whatever counts is built again by the next start.
test('what git ignores and what is hidden does not count among the sources of the pages', () => {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').trim().split('\n')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/sources-'))
  try {
    for (const name of ['src', '.DS_Store', ...ignored]) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'file.ts'), '')
    }
    expect(filesIn(relative(root, folder))).toEqual([join(relative(root, folder), 'src', 'file.ts')])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
