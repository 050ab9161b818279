import { buffer } from 'node:stream/consumers'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { originalKey } from '../../server/src/features/images/storage-keys.ts'
import { openResources, type Resources } from '../../server/src/resources.ts'
import { type BenchmarkOptions, say } from '../harness/benchmark.ts'
import { serverState } from '../harness/benchmark-process.ts'
import { productSettings } from '../harness/servers.ts'
import { measureAbsentThings } from './absent-things.ts'
import { judge } from './judge.ts'
import { indexLibrary, type Picture } from './library.ts'
import { type Engine, type EngineOutcomes, type Outcome, outcomeOf } from './metrics.ts'
import { miniSearchEngines } from './peers/minisearch.ts'
import { fillTextSearch, textSearch } from './peers/postgresql.ts'
import { type ColourShares, colourShares, measureColours } from './pixel-colours.ts'
import { questionsOf } from './questions/kinds.ts'
import { libraryReport } from './report.ts'

/** Which questions are drawn. */
type Draw = Pick<BenchmarkOptions, 'half' | 'seed'>

/**
 * The product and its peers answer the same questions about the same pictures, one question at a time. `other` are the
 * pictures of a larger library, whose things this one is asked for that it lacks; its own are answered for that.
 */
export async function measureLibrary(name: string, folder: string, { half, seed }: Draw, other?: Picture[]) {
  const config = readConfig({ ...process.env, ...productSettings(folder) })
  await using stack = new AsyncDisposableStack()
  const resources = await openResources(config)
  stack.defer(() => resources.stop())
  const app = await buildApp(resources, config)
  stack.defer(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const pictures = await readPictures(resources)
  await fillTextSearch(resources.db, pictures)
  const library = indexLibrary(pictures)
  const questions = questionsOf(library, half, seed)
  const judged = questions.map((question) => ({ question, judgement: judge(question, library) }))
  say(`${name}: ${questions.length} questions about ${pictures.length} pictures`)
  const postgresql = { name: 'PostgreSQL, else pg_trgm', search: (text: string) => textSearch(resources.db, text) }
  const all = [product(serverState(app).url), ...(await miniSearchEngines(pictures)), postgresql]
  const engines: EngineOutcomes[] = []
  for (const engine of all) {
    await engine.search('warm up')
    const outcomes: Outcome[] = []
    for (const { question, judgement } of judged) {
      const began = performance.now()
      const ids = await engine.search(question.text)
      outcomes.push(outcomeOf(question, judgement, ids, performance.now() - began))
    }
    engines.push({ name: engine.name, outcomes })
  }
  const colours = await measureColours(all, library, await readColours(resources, pictures), seed)
  const absent = other ? await measureAbsentThings(all, library, indexLibrary(other)) : []
  return { lines: [...libraryReport(name, pictures.length, engines), ...colours, ...absent], pictures }
}

/** A question that the product refuses, such as one that is too long, finds nothing. */
const product = (url: string): Engine => ({
  name: 'Vitrine',
  async search(text) {
    const answer = await fetch(`${url}/api/v1/images/approved/?${new URLSearchParams({ title: text })}`)
    if (answer.status >= 500) throw new Error(`The server answered ${answer.status} to "${text}".`)
    const reply = (await answer.json()) as { images?: { id: number }[] }
    return reply.images?.map(({ id }) => id) ?? []
  },
})

async function readColours({ store }: Resources, pictures: Picture[]): Promise<Map<number, ColourShares>> {
  const shares = new Map<number, ColourShares>()
  for (const { id, sha256 } of pictures)
    shares.set(id, await colourShares(await buffer(store.read(originalKey(sha256)))))
  return shares
}

async function readPictures({ db }: Resources): Promise<Picture[]> {
  const images = await db
    .selectFrom('images')
    .select(['id', 'sha256', 'title', 'description', 'category_id'])
    .where('status', '=', 'approved')
    .where('state', 'in', ['public', 'hidden'])
    .execute()
  const tags = await db
    .selectFrom('image_keyword')
    .innerJoin('keyword', 'keyword.id', 'image_keyword.keyword_id')
    .select(['image_id', 'name'])
    .orderBy('name')
    .execute()
  const byImage = Map.groupBy(tags, ({ image_id }) => image_id)
  return images.map(({ category_id, ...image }) => ({
    ...image,
    category: categories.find(({ id }) => id === category_id)?.name ?? '',
    keywords: byImage.get(image.id)?.map(({ name }) => name) ?? [],
  }))
}
