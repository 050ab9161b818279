import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Picture } from '../library.ts'
import { type Engine, FIRST } from '../metrics.ts'

/** The part of MiniSearch that is used; its own types are not installed where types are checked. */
interface MiniSearchModule {
  default: new (options: {
    fields: string[]
    searchOptions: object
  }) => {
    addAll(documents: object[]): void
    search(text: string, options: { combineWith: 'AND' | 'OR' }): { id: number }[]
  }
}

/** MiniSearch as its documentation shows it: all fields, with beginnings and one error in five letters. */
export async function miniSearchEngines(pictures: Picture[]): Promise<Engine[]> {
  const folder = join(import.meta.dirname, '..')
  // A lockfile of its own, so that the product's installation stays without it.
  if (!existsSync(join(folder, 'node_modules'))) execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 2, 2] })
  const path = join(folder, 'node_modules/minisearch/dist/es/index.js')
  const { default: MiniSearch }: MiniSearchModule = await import(pathToFileURL(path).href)
  const index = new MiniSearch({
    fields: ['title', 'tags', 'category', 'description'],
    searchOptions: { prefix: true, fuzzy: 0.2 },
  })
  index.addAll(pictures.map((picture) => ({ ...picture, tags: picture.keywords.join(' ') })))
  const engine = (combineWith: 'AND' | 'OR'): Engine => ({
    name: `MiniSearch, ${combineWith}`,
    search: (text) =>
      index
        .search(text, { combineWith })
        .slice(0, FIRST)
        .map(({ id }) => id),
  })
  return [engine('AND'), engine('OR')]
}
