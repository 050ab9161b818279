import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { say } from './benchmark.ts'

/** What benchmarks keep between two runs; it may be deleted at any time. */
export async function cacheFolder(): Promise<string> {
  const folder = join(import.meta.dirname, '../../.cache/bench')
  await mkdir(folder, { recursive: true })
  return folder
}

/** A data folder that is filled once and used again by the next run. */
export async function cachedDataFolder(name: string, fill: (data: string) => unknown): Promise<string> {
  const data = join(await cacheFolder(), name)
  if (existsSync(data)) return data
  say(`Filling the library ${name}, once …`)
  const unfinished = `${data}-unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await fill(unfinished)
  await rename(unfinished, data)
  return data
}

export const curator = { email: 'curator@people.example', password: 'correct-horse' }

/** Publishes the pictures of a folder as an admin's; folders are categories. */
export function importPictures(data: string, pictures: string, ...words: string[]): void {
  runCli(data, ['admin', '--email', curator.email, '--username', 'curator', '--password-stdin'])
  runCli(data, ['import', pictures, '--status', 'approved', '--category-from-folder', ...words])
}

/** Runs an operator's command on a data folder with an embedded database, which is made where there is none. */
export function runCli(data: string, words: string[]): void {
  if (!existsSync(join(data, 'postgres')) && words[0] !== 'migrate') runCli(data, ['migrate'])
  const run = spawnSync(process.execPath, [join(import.meta.dirname, '../../server/src/cli.ts'), ...words], {
    input: curator.password,
    stdio: ['pipe', 2, 2],
    env: { ...process.env, DATA_DIR: data, DATABASE_URL: '' },
  })
  if (run.status !== 0) throw new Error('The library could not be filled; the lines above say why.')
}
