import type { Store } from '#kit/storage/store'

export async function storedKeys(store: Store, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list(prefix)) keys.push(key)
  return keys
}
