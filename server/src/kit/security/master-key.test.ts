import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder'
import { loadMasterKey } from './master-key.ts'

const folder = await temporaryFolder()

test('of several concurrent first starts one creates the key, and all have it', async () => {
  const shared = join(folder, 'shared')
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadMasterKey('', shared)))
  expect(new Set(keys.map((key) => String(key.deriveKey('a purpose')))).size).toBe(1)
  expect(await readdir(shared)).toEqual(['secret.key'])
})
