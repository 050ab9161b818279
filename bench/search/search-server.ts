// The product, listening as main.ts does, and beside it PostgreSQL's own text search over the same images.
import { categories } from '@vitrine/contract/vocabulary/categories'
import { buildApp } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests } from '../harness/benchmark-process.ts'
import { serverState } from '../harness/server-state.ts'
import type { Picture } from './library.ts'
import { fillTextSearch, textSearch } from './peers/postgresql.ts'

/** Where the product listens, the published images, or what PostgreSQL finds. */
export type ServerRequest = 'url' | 'pictures' | { text: string }
export interface ServerReply {
  url?: string
  pictures?: Picture[]
  ids?: number[]
}

const config = readConfig()
const resources = await openResources(config)
const app = await buildApp(resources, config)
await app.listen({ port: config.PORT, host: config.HOST })
await fillTextSearch(resources.db, await readPictures())

serveRequests(
  async (request: ServerRequest): Promise<ServerReply> => {
    if (request === 'url') return { url: serverState(app).url }
    if (request === 'pictures') return { pictures: await readPictures() }
    return { ids: await textSearch(resources.db, request.text) }
  },
  async () => {
    await app.close()
    await resources.stop()
  },
)

async function readPictures(): Promise<Picture[]> {
  const { db } = resources
  const images = await db
    .selectFrom('images')
    .select(['id', 'sha256', 'title', 'description', 'category_id'])
    .where('status', '=', 'approved')
    .where('deleted_at', 'is', null)
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
