import { readConfig } from '#config'
import { openStore } from '#features/images/files/open-store'
import type { Store } from '#kit/storage/store'
import { temporaryFolder } from './temporary-folder.ts'

/** A store of the test file's own, on disk or in the bucket of these settings, for tests that step in between. */
export async function openTestStore(settings: Record<string, string>): Promise<Store> {
  const folder = await temporaryFolder()
  return openStore(readConfig({ ...settings, DATA_DIR: folder }))
}

export async function storedKeys(store: Store, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list(prefix)) keys.push(key)
  return keys
}
