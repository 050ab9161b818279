import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readConfig } from '#config'
import { openStore } from '#features/files/open-store'
import type { Store } from '#kit/storage/store'

/** A store of the test file's own, on disk or in the bucket of these settings, for tests that step in between. */
export async function openTestStore(settings: Record<string, string>): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-store-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return openStore(readConfig({ ...settings, DATA_DIR: folder }))
}
