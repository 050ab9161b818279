import { join } from 'node:path'
import { api } from '@vitrine/contract/api'
import { apiBase } from '@vitrine/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { type Config, siteUrl } from '#config'
import { attemptsIn } from '#features/auth/attempts'
import { forgettingWork } from '#features/auth/forgetting'
import { passwordWork } from '#features/auth/password-mails'
import { passwordRoutes } from '#features/auth/password-routes'
import { rulesOf } from '#features/auth/password-rules'
import { authRoutes, whoIs } from '#features/auth/routes'
import { sessionRoutes } from '#features/auth/session-routes'
import { mediaRoutes } from '#features/gallery/media'
import { galleryRoutes } from '#features/gallery/routes'
import { sitemapRoutes } from '#features/gallery/sitemaps'
import { deliveryHosts, hostingChanged } from '#features/hosting/queries'
import { hostingRoutes } from '#features/hosting/routes'
import { deliveryGround, deliveryWork } from '#features/images/delivery'
import { galleryChanged } from '#features/images/publish-queries'
import { csvRoutes } from '#features/library/csv-routes'
import { decisionWork } from '#features/library/decision-mails'
import { listRoutes } from '#features/library/list-routes'
import { libraryRoutes } from '#features/library/routes'
import { statisticsRoutes } from '#features/library/statistics-routes'
import { trashRoutes } from '#features/library/trash-routes'
import { trashWork } from '#features/library/trash-tasks'
import { peopleRoutes } from '#features/moderation/people-routes'
import { avatarsBy } from '#features/uploads/avatars'
import { uploadRoutes } from '#features/uploads/routes'
import { profileRoutes } from '#features/users/profile-routes'
import { openHttp } from '#kit/http'
import type { Jobs } from '#kit/jobs'
import { type MailSettings, mailer } from '#kit/mail'
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

  const doors = { ...foundation, attempts: attemptsIn(foundation.db, config), rules: rulesOf(config) }
  authRoutes(serve, doors)
  passwordRoutes(app, serve, doors)
  sessionRoutes(serve, foundation)
  profileRoutes(app, serve, { ...foundation, makeAvatar: avatarsBy(foundation.pictures) })
  hostingRoutes(serve, { ...foundation, api: config.CLOUDFLARE_API })
  galleryRoutes(serve, foundation)
  mediaRoutes(app, foundation)
  sitemapRoutes(app, foundation, { site: site.url })
  uploadRoutes(app, serve, foundation)
  libraryRoutes(serve, foundation)
  listRoutes(serve, foundation)
  trashRoutes(serve, foundation)
  csvRoutes(app, serve, foundation)
  statisticsRoutes(serve, foundation)
  peopleRoutes(serve, { ...foundation, site })

  const mail = mailer(mailSettings(config), app.log)
  const work = [
    forgettingWork(foundation),
    passwordWork({ ...foundation, site, mail }),
    decisionWork({ ...foundation, site, mail }),
    trashWork(foundation),
    deliveryWork(deliveryGround(foundation, config, app.log)),
  ]
  doJobs(app, () => foundation.runJobs(work, app.log))

  const description = openApi(api, site)
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(description),
  )

  const imageHosts = () => deliveryHosts(foundation.db)
  const pages = await servePages(app, { site, signals: foundation.signals, imageHosts, ...options })
  foundation.signals.on(galleryChanged, pages.clear)
  foundation.signals.on(hostingChanged, pages.allowImages)
  return app
}

/** For as long as the app is open. The operator's commands only add jobs. */
function doJobs(app: FastifyInstance, start: () => Jobs) {
  let jobs: Jobs | undefined
  app.addHook('onReady', async () => {
    jobs = start()
  })
  app.addHook('onClose', () => jobs?.stop())
}

const mailSettings = (config: Config): MailSettings => ({
  url: config.SMTP_URL,
  from: { name: config.SITE_NAME, address: config.MAIL_FROM || config.CONTACT_EMAIL },
  folder: join(config.DATA_DIR, 'mail'),
})

/** What every page knows of the site. What is hidden stays undefined, so that it does not travel in every page. */
function siteOf(config: Config, port?: number): Site {
  const address = config.CONTACT_ADDRESS.split(';').flatMap((line) => line.trim() || [])
  return {
    name: config.SITE_NAME,
    url: siteUrl(config, port),
    contact: {
      email: config.CONTACT_EMAIL,
      phone: config.CONTACT_PHONE,
      address: address.length > 0 ? address : undefined,
    },
    social: {
      x: config.SOCIAL_X || undefined,
      facebook: config.SOCIAL_FACEBOOK || undefined,
      pinterest: config.SOCIAL_PINTEREST || undefined,
      instagram: config.SOCIAL_INSTAGRAM || undefined,
    },
    credit: { name: config.CREDIT_NAME, url: config.CREDIT_URL || undefined },
  }
}
