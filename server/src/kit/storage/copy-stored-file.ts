import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Store } from './store.ts'

export async function copyStoredFile(source: Store, from: string, target: Store, to: string): Promise<void> {
  const workspace = await target.createWorkspace()
  try {
    const file = join(workspace.folder, 'file')
    await pipeline(source.read(from), createWriteStream(file, { flush: true }))
    await target.put(file, to)
  } finally {
    await workspace.remove()
  }
}
