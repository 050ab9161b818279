import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { loadMasterKey } from './master-key.ts'

const folder = await mkdtemp(join(tmpdir(), 'vitrine-key-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('of several concurrent first starts one creates the key, and all have it', async () => {
  const shared = join(folder, 'shared')
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey('', shared)))
  expect(new Set(keys.map((key) => String(key.deriveKey('a purpose')))).size).toBe(1)
  expect(await readdir(shared)).toEqual(['secret.key'])
})
