import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes all or nothing, whenever the process is killed or the disk is full, and durably; for the owner alone. */
export async function writeAtomically(path: string, content: string | Uint8Array) {
  const unfinished = `${path}.unfinished`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, content, { mode: 0o600, flush: true })
  await rename(unfinished, path)
}
