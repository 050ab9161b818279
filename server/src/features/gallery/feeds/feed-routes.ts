import { categoryFeed, contributorFeed, feedPaths, newestFeed } from '@vitrine/contract/feeds'
import { pages } from '@vitrine/contract/pages'
import { categories } from '@vitrine/contract/vocabulary/categories'
import type { FastifyInstance } from 'fastify'
import type { FeatureDeps } from '#feature'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/statements'
import { cdnCacheControl, serveCachedText } from '#kit/pages/send-cached-response'
import { contributorWithPage } from '../gallery.sql.ts'
import { atomFeed, atomType, type Feed } from './atom.ts'
import { newestImages } from './feeds.sql.ts'

/** Atom feeds of the newest approved images, cached and revalidated as pages are. */
export function feedRoutes(app: FastifyInstance, { visitorDb, pageCache, site }: FeatureDeps): void {
  const serveFeed = (path: string, find: FindFeed) =>
    serveCachedText(app, { path, cache: pageCache, headers }, async (params) => {
      const found = await find(visitorDb, params)
      if (!found) throw fail('feed_not_found')
      return atomFeed(found, await newestImages(visitorDb, found.filter), site)
    })

  serveFeed(feedPaths.newest, async () => ({ ...newestFeed, page: newestFirst({}), filter: {} }))
  serveFeed(feedPaths.category, async (_, { category }) => categoryFeeds.get(category!))
  serveFeed(feedPaths.contributor, async (db, { username }) => feedOfContributor(db, username!))
}

type FindFeed = (db: Database, params: Record<string, string>) => Promise<Feed | undefined>

const headers = {
  'content-type': `${atomType}; charset=utf-8`,
  'cache-control': 'no-cache',
  'cdn-cache-control': cdnCacheControl,
}

const newestFirst = (filter: Record<string, string>) =>
  `${pages.home.href()}?${new URLSearchParams({ ...filter, sort: 'newest' })}`

/** By the value of the category. */
const categoryFeeds: ReadonlyMap<string, Feed> = new Map(
  categories.map((category) => [
    category.value,
    {
      ...categoryFeed(category),
      page: newestFirst({ category: category.name }),
      filter: { category: category.id },
    },
  ]),
)

async function feedOfContributor(db: Database, username: string): Promise<Feed | undefined> {
  const contributor = await contributorWithPage(db, username)
  if (!contributor) return undefined
  return {
    ...contributorFeed(contributor),
    page: pages.contributor.href(contributor),
    filter: { owner: contributor.id },
  }
}
