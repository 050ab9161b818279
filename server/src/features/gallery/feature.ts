import type { Feature, FeatureDeps } from '#feature'
import { createDownloadCounter } from '#features/publishing/download-counter'
import { createPostingCache } from '#features/search/postings'
import { runWhileOpen } from '#kit/background-task'
import { createWriteBehind } from '#kit/write-behind'
import { recordDerivativeRequests } from './derivatives.sql.ts'
import { galleryRoutes } from './gallery-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { retentionJobs } from './retention-jobs.ts'
import { sitemapRoutes } from './sitemaps.ts'

export const gallery: Feature = {
  routes(app, deps) {
    const downloadCounter = createDownloadCounter(deps)
    const derivativeRequests = createDerivativeRequests(deps)
    runWhileOpen(app, downloadCounter.run)
    runWhileOpen(app, derivativeRequests.run)
    const recordRequest = derivativeRequests.add
    galleryRoutes(deps.serve, { ...deps, postingCache: createPostingCache(), downloadCounter, recordRequest })
    mediaRoutes(app, deps)
    sitemapRoutes(app, deps, { site: deps.site.url })
  },
  jobs: (deps) => [retentionJobs(deps)],
}

const createDerivativeRequests = ({ backgroundDb, log }: FeatureDeps) =>
  createWriteBehind({
    subject: 'Requests of derivatives',
    write: (batch) =>
      recordDerivativeRequests(
        backgroundDb,
        batch.map(([key]) => key),
      ),
    log,
  })
