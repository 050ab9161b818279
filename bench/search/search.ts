import { existsSync } from 'node:fs'
import { type Benchmark, say } from '../harness/benchmark.ts'
import { cachedDataFolder, importPictures, runCli } from '../harness/data-folder.ts'
import { clipArtFolder } from '../harness/sample-pngs.ts'
import type { Picture } from './library.ts'
import { measureLibrary } from './measure.ts'

/** Whether people find what they look for, as made-up questions about two libraries tell. */
export const search: Benchmark = {
  name: 'search',
  description:
    'Share of questions answered, beside MiniSearch and PostgreSQL; --half tuned|held-out, --seed for others.',

  async run({ half, seed }) {
    const lines = [
      '# Search, beside its peers',
      '',
      `Questions of the ${half} half${seed && `, by the seed ${seed}`}. A picture is relevant by the base forms of its`,
      'words: 2 when its title has all that is meant, 1 when its tags, description or category are needed. Success is',
      'a relevant picture among ten.',
      'One in three questions of the first nine kinds is mistyped. Times of the product include HTTP and a page of 100',
      'pictures.',
    ]
    let other: Picture[] | undefined
    for (const [name, folder] of await libraries()) {
      const measured = await measureLibrary(name, folder, { half, seed }, other)
      lines.push('', ...measured.lines)
      other ??= measured.pictures
    }
    // Figures of the tuned half are for those who tune; what is published is the other.
    return { lines, file: half === 'held-out' && 'search.md' }
  },
}

/** The data folders of the libraries; openclipart only where it is installed. */
async function libraries(): Promise<[name: string, folder: string][]> {
  const fromClipArt = (data: string) => importPictures(data, clipArtFolder, '--keywords-from-path')
  const demo = await cachedDataFolder('search-demo', (data) => runCli(data, ['demo']))
  if (existsSync(clipArtFolder))
    return [
      ['openclipart', await cachedDataFolder('search-openclipart', fromClipArt)],
      ['demo', demo],
    ]
  say('The demonstration alone is measured: the larger library needs `apt-get install openclipart-png`.')
  return [['demo', demo]]
}
