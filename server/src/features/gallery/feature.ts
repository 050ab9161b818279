import type { Feature } from '#feature'
import { createDownloadCounter } from '#features/publishing/download-counter'
import { createPostingCache, postingCacheStatistics } from '#features/search/postings'
import { runWhileOpen } from '#kit/background-task'
import { describeCache } from '#kit/metrics/statistics'
import { createWriteBehind } from '#kit/write-behind'
import { recordDerivativeRequests, type StoredDerivative } from './derivatives.sql.ts'
import { createDownloads } from './downloads.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { contributorRoutes, galleryRoutes } from './gallery-routes.ts'
import { makeCovers } from './highlights/covers.ts'
import { highlightRoutes } from './highlights/highlight-routes.ts'
import { refreshHighlights } from './highlights/refresh-highlights.ts'
import { mediaRoutes } from './media-routes.ts'
import { createPublicImages } from './public-images.ts'
import { retentionJobs } from './retention-jobs.ts'
import { sitemapRoutes } from './sitemaps.ts'
import { trayRoutes } from './tray/tray-routes.ts'

/** Lookups of downloads at once, of milliseconds each, so that other connections are left to searches (bulkhead). */
const concurrentLookups = 1
/** Milliseconds that a download waits for its turn, less than a second: under overload it is refused like a page. */
const maxLookupWait = 800

export const gallery: Feature = {
  routes(app, deps) {
    const downloadCounter = createDownloadCounter(deps)
    const derivativeRequests = createWriteBehind<StoredDerivative>({
      subject: 'Requests of derivatives',
      write: (batch) => recordDerivativeRequests(deps.backgroundDb, batch),
      log: deps.log,
    })
    runWhileOpen(app, downloadCounter.run)
    runWhileOpen(app, derivativeRequests.run)
    const lookups = deps.loadShedding.createLimiter('downloads', { running: concurrentLookups, maxWait: maxLookupWait })
    const postingCache = createPostingCache(deps.cacheBytes['posting lists'])
    describeCache(deps.metrics, 'posting lists', () => postingCacheStatistics(postingCache))
    const publicImages = createPublicImages(deps.cacheBytes['image rows'], deps.notifications)
    describeCache(deps.metrics, 'image rows', publicImages.statistics)
    deps.onCachesCleared(publicImages.clear)
    const downloadOf = createDownloads({ ...deps, recordRequest: derivativeRequests.add })
    const galleryDeps = { ...deps, publicImages, postingCache, downloadCounter, downloadOf, lookups }
    galleryRoutes(galleryDeps)
    trayRoutes(galleryDeps)
    contributorRoutes(deps)
    highlightRoutes(app, deps)
    feedRoutes(app, deps)
    mediaRoutes(app, galleryDeps)
    sitemapRoutes(app, deps, { site: deps.site.url })
  },
  jobs: (deps) => [
    retentionJobs(deps),
    {
      minutely: {
        async refresh_highlights() {
          await refreshHighlights(deps)
          await makeCovers(deps)
        },
      },
    },
  ],
}
