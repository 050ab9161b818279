import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { galleryDataFolder } from '../gallery/gallery-data.ts'
import { cacheFolder } from '../harness/cache-folder.ts'

/**
 * A data folder with this many published images whose originals are replaced by random bytes of a photograph's size:
 * drawing such pictures would take minutes, and a download does not look into them.
 */
export async function zipDataFolder(images: number, bytes: number, say: (line: string) => void): Promise<string> {
  const data = join(await cacheFolder(), `zip-${images}-${bytes}`)
  if (existsSync(data)) return data
  const small = await galleryDataFolder(images, say)
  const unfinished = `${data}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await cp(small, unfinished, { recursive: true })
  for (const file of await originalFiles(unfinished)) await writeFile(file, randomBytes(bytes))
  await rename(unfinished, data)
  return data
}

/** Paths of the originals in a data folder. */
export async function originalFiles(data: string): Promise<string[]> {
  const entries = await readdir(join(data, 'files/originals'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}
