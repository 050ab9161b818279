import { api } from '@vitrine/contract/api'
import { apiBase } from '@vitrine/contract/endpoint'
import { type Config, siteUrl } from '#config'
import { authRoutes, whoIs } from '#features/auth/routes'
import { mediaRoutes } from '#features/gallery/media'
import { galleryRoutes } from '#features/gallery/routes'
import { sitemapRoutes } from '#features/gallery/sitemaps'
import { galleryChanged } from '#features/images/publish-queries'
import { libraryRoutes } from '#features/library/routes'
import { uploadRoutes } from '#features/uploads/routes'
import { openHttp } from '#kit/http'
import { openApi } from '#kit/openapi'
import { type Site, servePages } from '#kit/render'
import { server } from '#kit/serve'
import type { Foundation } from './foundation.ts'

/** The table of contents: what the site is made of, in the order of the stairs. It listens to nothing yet. */
export async function buildApp(
  foundation: Foundation,
  config: Config,
  options: { development?: boolean; port?: number } = {},
) {
  const site = siteOf(config, options.port)
  const app = openHttp(config, site.url)
  const serve = server(app, whoIs(foundation))

  authRoutes(serve, foundation)
  galleryRoutes(serve, foundation)
  mediaRoutes(app, foundation)
  sitemapRoutes(app, foundation, { site: site.url })
  uploadRoutes(app, serve, foundation)
  libraryRoutes(serve, foundation)

  const description = openApi(api, site)
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(description),
  )

  const pages = await servePages(app, { site, signals: foundation.signals, ...options })
  foundation.signals.on(galleryChanged, pages.clear)
  return app
}

/** What every page knows of the site. */
function siteOf(config: Config, port?: number): Site {
  return {
    name: config.SITE_NAME,
    url: siteUrl(config, port),
    contact: {
      email: config.CONTACT_EMAIL,
      phone: config.CONTACT_PHONE,
      address: config.CONTACT_ADDRESS.split(';').flatMap((line) => line.trim() || []),
    },
    social: {
      x: config.SOCIAL_X,
      facebook: config.SOCIAL_FACEBOOK,
      pinterest: config.SOCIAL_PINTEREST,
      instagram: config.SOCIAL_INSTAGRAM,
    },
    credit: { name: config.CREDIT_NAME, url: config.CREDIT_URL },
  }
}
