import type { Feature } from '#feature'
import { createDownloadCounter } from '#features/publishing/download-counter'
import { createPostingCache } from '#features/search/postings'
import { runWhileOpen } from '#kit/http/background-task'
import { galleryRoutes } from './gallery-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { retentionJobs } from './retention-jobs.ts'
import { sitemapRoutes } from './sitemaps.ts'

export const gallery: Feature = {
  routes(app, deps) {
    const downloadCounter = createDownloadCounter(deps)
    runWhileOpen(app, downloadCounter.run)
    galleryRoutes(deps.serve, { ...deps, postingCache: createPostingCache(), downloadCounter })
    mediaRoutes(app, deps)
    sitemapRoutes(app, deps, { site: deps.site.url })
  },
  jobs: (deps) => [retentionJobs(deps)],
}
