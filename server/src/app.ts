import { join } from 'node:path'
import { api } from '@vitrine/contract/api'
import { apiBase } from '@vitrine/contract/endpoint'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type Config, siteUrl } from '#config'
import { authRateLimits } from '#features/auth/auth-rate-limits'
import { authenticator, authRoutes } from '#features/auth/auth-routes'
import { passwordMailJobs } from '#features/auth/password-mails'
import { passwordRoutes } from '#features/auth/password-routes'
import { createPasswordRules } from '#features/auth/password-rules'
import { retentionJobs } from '#features/auth/retention-jobs'
import { sessionRoutes } from '#features/auth/session-routes'
import { csvRoutes } from '#features/back-office/csv/csv-routes'
import { decisionMailJobs } from '#features/back-office/decisions/decision-mails'
import { imageRoutes } from '#features/back-office/image-routes'
import { listRoutes } from '#features/back-office/lists/list-routes'
import { statisticsRoutes } from '#features/back-office/statistics/statistics-routes'
import { trashJobs } from '#features/back-office/trash/trash-jobs'
import { trashRoutes } from '#features/back-office/trash/trash-routes'
import { cdnConfigChanged, deliveryHosts } from '#features/cdn/cdn-config.sql'
import { cdnRoutes } from '#features/cdn/cdn-routes'
import { cdnSyncJobs, syncDeps } from '#features/cdn/sync-worker'
import { galleryRoutes } from '#features/gallery/gallery-routes'
import { mediaRoutes } from '#features/gallery/media-routes'
import { sitemapRoutes } from '#features/gallery/sitemaps'
import { peopleRoutes } from '#features/people/people-routes'
import { galleryChanged } from '#features/publishing/read-model'
import { runIndexer } from '#features/search/inverted-index/indexer'
import { createPostingCache } from '#features/search/postings'
import { searchSessionParameters } from '#features/search/search.sql'
import { uploadRoutes } from '#features/uploads/upload-routes'
import { avatarMaker } from '#features/users/make-avatar'
import { profileRoutes } from '#features/users/profile-routes'
import { createReadRouter } from '#kit/database/read-routing'
import { createReplica, type Replica } from '#kit/database/replica'
import { createEndpointServer } from '#kit/http/endpoints'
import { createHttpServer } from '#kit/http/http-server'
import { rejectUndeclaredMethods } from '#kit/http/methods'
import { openApiDocument } from '#kit/http/openapi'
import { createMailer, type MailSettings } from '#kit/mail'
import { createPageCache, type PageCache } from '#kit/pages/page-cache'
import { type Site, servePages } from '#kit/pages/ssr'
import type { Resources } from './resources.ts'

/** The table of contents: what the site is made of, in the order of the stairs. It listens to nothing yet. */
export async function buildApp(
  foundation: Resources,
  config: Config,
  options: { development?: boolean; port?: number } = {},
) {
  const site = siteFromConfig(config, options.port)
  const app = createHttpServer(config, site.url)
  const { notifications: signals } = foundation
  // Writes clear the caches on every process; while we cannot hear them, an answer lives 5 s at the most. What nobody
  // announces, such as one more download, is as old as this.
  const cache = () => createPageCache(64 * 2 ** 20, () => (options.development ? 0 : signals.isListening() ? 300 : 5))
  const replica = replicaFromConfig(foundation, config, app.log)
  const [replies, kept] = [invalidatingReplica(cache(), replica), cache()]
  const serve = createEndpointServer(app, authenticator(foundation), replies)

  const authDeps = {
    ...foundation,
    rateLimits: authRateLimits(foundation.db, config),
    passwordRules: createPasswordRules(config),
  }
  authRoutes(serve, authDeps)
  passwordRoutes(app, serve, authDeps)
  sessionRoutes(serve, foundation)
  profileRoutes(app, serve, { ...foundation, makeAvatar: avatarMaker(foundation.imagingPool) })
  cdnRoutes(serve, { ...foundation, api: config.CLOUDFLARE_API })
  const reads = createReadRouter(foundation.db, replica)
  galleryRoutes(serve, { ...foundation, reads, postingCache: createPostingCache() })
  mediaRoutes(app, { ...foundation, reads })
  sitemapRoutes(app, { ...foundation, reads }, { site: site.url })
  uploadRoutes(app, serve, foundation)
  imageRoutes(serve, foundation)
  listRoutes(serve, foundation)
  trashRoutes(serve, foundation)
  csvRoutes(app, serve, foundation)
  statisticsRoutes(serve, foundation)
  peopleRoutes(serve, { ...foundation, site })

  rejectUndeclaredMethods(app, api)

  const mail = createMailer(mailSettings(config), app.log)
  const work = [
    retentionJobs(foundation),
    passwordMailJobs({ ...foundation, site, mail }),
    decisionMailJobs({ ...foundation, site, mail }),
    trashJobs(foundation),
    cdnSyncJobs(syncDeps(foundation, config, app.log)),
  ]
  runWhileOpen(app, () => foundation.runJobs(work, app.log))
  runWhileOpen(app, () => runIndexer(foundation.backgroundDb, app.log))
  if (replica) runWhileOpen(app, replica.watch)

  const description = openApiDocument(api, site)
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(description),
  )

  const imageHosts = () => deliveryHosts(foundation.db)
  const pages = await servePages(app, { site, cache: kept, imageHosts, ...options })
  signals.on(galleryChanged, () => {
    replies.clear()
    kept.clear()
  })
  signals.on(cdnConfigChanged, pages.allowImages)
  return app
}

function replicaFromConfig(
  { db, notifications: signals }: Resources,
  config: Config,
  log: FastifyBaseLogger,
): Replica | undefined {
  const url = config.DATABASE_REPLICA_URL
  const pool = { connections: config.DATABASE_POOL, sessionParameters: searchSessionParameters }
  return url ? createReplica(url, pool, { primary: db, notifications: signals, log }) : undefined
}

/** A replica that has not heard yet would fill it again with what has just been forgotten. */
function invalidatingReplica(cache: PageCache, replica: Replica | undefined): PageCache {
  if (!replica) return cache
  const clear = () => {
    replica.invalidate()
    cache.clear()
  }
  return { ...cache, clear }
}

/** For as long as the app is open. The operator's commands only add jobs. */
function runWhileOpen(app: FastifyInstance, start: () => { stop(): Promise<void> }) {
  let working: { stop(): Promise<void> } | undefined
  app.addHook('onReady', async () => {
    working = start()
  })
  app.addHook('onClose', () => working?.stop())
}

const mailSettings = (config: Config): MailSettings => ({
  smtpUrl: config.SMTP_URL,
  from: { name: config.SITE_NAME, address: config.MAIL_FROM || config.CONTACT_EMAIL },
  folder: join(config.DATA_DIR, 'mail'),
})

/** What every page knows of the site. What is hidden stays undefined, so that it does not travel in every page. */
function siteFromConfig(config: Config, port?: number): Site {
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
