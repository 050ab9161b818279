import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../harness/cache-folder.ts'
import { runCli } from '../harness/run-cli.ts'

/** Where Debian's package openclipart-png puts its 8,100 pictures in folders by subject (public domain). */
const openclipart = '/usr/share/openclipart/png'

export interface LibraryData {
  name: string
  dataFolder: string
}

/** Data folders made by the operator's commands and reused by the next run; openclipart only where it is installed. */
export async function libraries(say: (line: string) => void): Promise<LibraryData[]> {
  const all = [await filled('demo', say, (data) => runCli(data, ['demo']))]
  if (!existsSync(openclipart)) {
    say('The demonstration alone is measured: the larger library needs `apt-get install openclipart-png`.')
    return all
  }
  const importAll = (data: string) => {
    runCli(data, ['admin', '--email', 'curator@people.example', '--username', 'curator', '--password-stdin'])
    runCli(data, ['import', openclipart, '--status', 'approved', '--category-from-folder', '--keywords-from-path'])
  }
  return [await filled('openclipart', say, importAll), ...all]
}

async function filled(name: string, say: (line: string) => void, fill: (data: string) => void): Promise<LibraryData> {
  const dataFolder = join(await cacheFolder(), `search-${name}`)
  if (!existsSync(dataFolder)) {
    say(`Filling the library ${name}, once …`)
    const unfinished = `${dataFolder}-unfinished`
    await rm(unfinished, { recursive: true, force: true })
    fill(unfinished)
    await rename(unfinished, dataFolder)
  }
  return { name, dataFolder }
}
