import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What benchmarks keep between two runs; it may be deleted at any time. */
export async function cacheFolder(): Promise<string> {
  const folder = join(import.meta.dirname, '../../.cache/bench')
  await mkdir(folder, { recursive: true })
  return folder
}
