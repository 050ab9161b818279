import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keeps a table in `results`, beside the code that it measured. */
export async function writeResults(name: string, lines: string[]): Promise<void> {
  const folder = join(import.meta.dirname, '../results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), `${lines.join('\n')}\n`)
}
