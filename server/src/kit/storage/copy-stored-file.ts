import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Store } from './store.ts'

export async function copyStoredFile(source: Store, from: string, target: Store, to: string): Promise<void> {
  await using workspace = await target.createWorkspace()
  const file = join(workspace.folder, 'file')
  await pipeline(source.read(from), createWriteStream(file, { flush: true }))
  await target.put(file, to)
}
