import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A folder that is gone when the tests of the file are over, and the hooks that were added after this call. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
