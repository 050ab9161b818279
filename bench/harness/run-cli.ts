import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs an operator's command on a data folder with an embedded database. */
export function runCli(data: string, words: string[]) {
  const cli = join(import.meta.dirname, '../../server/src/cli.ts')
  const run = spawnSync(process.execPath, [cli, ...words], {
    input: 'correct-horse',
    stdio: ['pipe', 2, 2],
    env: { ...process.env, DATA_DIR: data, DATABASE_URL: '' },
  })
  if (run.status !== 0) throw new Error('The library could not be filled; the lines above say why.')
}
