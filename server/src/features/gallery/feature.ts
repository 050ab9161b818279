import type { Feature } from '#feature'
import { createPostingCache } from '#features/search/postings'
import { galleryRoutes } from './gallery-routes.ts'
import { mediaRoutes } from './media-routes.ts'
import { sitemapRoutes } from './sitemaps.ts'

export const gallery: Feature = {
  routes(app, deps) {
    galleryRoutes(deps.serve, { ...deps, postingCache: createPostingCache() })
    mediaRoutes(app, deps)
    sitemapRoutes(app, deps, { site: deps.site.url })
  },
}
