import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cacheFolder } from '../harness/cache-folder.ts'
import { runCli } from '../harness/run-cli.ts'
import { samplePngs } from '../ingest/sample-pngs.ts'
import { originalFiles } from '../zip/zip-data.ts'

/** Bytes of an original, as of a photograph's cut-out. */
const ORIGINAL_BYTES = 800_000

/**
 * A data folder with the previews of real pictures. Their originals are replaced by random bytes of a photograph's
 * size, for no download looks into them.
 */
export async function bytesDataFolder(images: number, say: (line: string) => void): Promise<string> {
  const data = join(await cacheFolder(), `bytes-${images}`)
  if (existsSync(data)) return data
  say(`Filling a library with ${images} images, once …`)
  const unfinished = `${data}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  const pictures = join(unfinished, 'pictures/Animals')
  await mkdir(pictures, { recursive: true })
  const { files } = await samplePngs(images)
  for (const [at, file] of files.entries()) await cp(file, join(pictures, `${at} ${basename(file)}`))
  runCli(unfinished, ['admin', '--email', 'curator@people.example', '--username', 'curator', '--password-stdin'])
  runCli(unfinished, ['import', pictures, '--status', 'approved', '--category-from-folder'])
  for (const file of await originalFiles(unfinished)) await writeFile(file, randomBytes(ORIGINAL_BYTES))
  await rename(unfinished, data)
  return data
}
