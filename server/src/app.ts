import { api } from '@vitrine/contract/api'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import type { Config } from '#config'
import type { FeatureDeps } from '#feature'
import { authenticator } from '#features/auth/auth-routes'
import { redactLinkTokens } from '#features/auth/redact-link-tokens'
import { cdnConfigChanged, deliveryHosts } from '#features/cdn/cdn-config.sql'
import { galleryChanged } from '#features/publishing/read-model'
import { searchSessionParameters } from '#features/search/question/dictionary.sql'
import { readSearchSettings, searchSettingsChanged } from '#features/search/search-settings.sql'
import { profilesChanged } from '#features/users/users.sql'
import { runWhileOpen } from '#kit/background-task'
import { createNotifiedCopy } from '#kit/database/notified-copy'
import { splitConnections } from '#kit/database/pool'
import { createReadRouter } from '#kit/database/read-routing'
import { createReplica, type Replica } from '#kit/database/replica'
import { createEndpointServer } from '#kit/http/endpoints'
import { createHttpServer } from '#kit/http/http-server'
import { rejectUndeclaredMethods } from '#kit/http/methods'
import { serveOpenApi } from '#kit/http/openapi'
import { createBulkheads } from '#kit/load/bulkheads'
import { createLoadShedding } from '#kit/load/load-shedding'
import type { Logger } from '#kit/logger'
import { createMailer } from '#kit/mail'
import { createResponseCache, type ResponseCache } from '#kit/pages/response-cache'
import { servePages } from '#kit/pages/ssr'
import { createDiskSpace } from '#kit/storage/disk-space'
import { features } from './features.ts'
import { type Resources, writtenFolders } from './resources.ts'
import { mailSettings, siteFromConfig } from './site-config.ts'

/** The table of contents: all that the server consists of. It does not listen yet. */
export async function buildApp(
  resources: Resources,
  config: Config,
  options: { development?: boolean; port?: number } = {},
) {
  const { db, visitorDb, notifications } = resources
  const site = siteFromConfig(config, options.port)
  const app = createHttpServer({
    logLevel: config.LOG_LEVEL,
    trustProxy: config.TRUST_PROXY,
    siteUrl: site.url,
    redactPath: redactLinkTokens,
  })
  const log = app.log
  resources.logTo(log)
  // Changes clear the caches of every process by a notification; without the LISTEN connection a reply lives 5 s.
  // What is not notified, such as one more download, is up to 300 s old.
  const maxAge = () => (options.development ? 0 : notifications.isListening() ? 300 : 5)
  const replica = openReplicaOf(resources, config, log)
  const connections = splitConnections(config.DATABASE_POOL)
  const loadShedding = createLoadShedding(connections.visitors, log)
  const recompression = { isRunning: false }
  const replyCache = createResponseCache(cacheBytes, maxAge, recompression, loadShedding)
  const pageCache = createResponseCache(cacheBytes, maxAge, recompression, loadShedding)
  const clearingReplyCache = invalidatingReplica(replyCache, replica)
  const searchSettings = createNotifiedCopy(notifications, searchSettingsChanged, () => readSearchSettings(db))
  await resources.whenReachable(searchSettings.get)

  const authenticate = authenticator(resources, config)
  const runInBulkhead = createBulkheads(connections.people, loadShedding)
  const serve = createEndpointServer(app, authenticate, clearingReplyCache, runInBulkhead)
  const reads = createReadRouter({ people: db, visitors: visitorDb, replica })
  const mail = createMailer(mailSettings(config), log)
  const diskSpace = createDiskSpace({ folders: writtenFolders(config), floor: config.FREE_DISK_MB * 1e6, log })
  const deps: FeatureDeps = {
    ...resources,
    config,
    site,
    serve,
    reads,
    searchSettings,
    loadShedding,
    mail,
    pageCache,
    diskSpace,
    log,
  }
  for (const { routes } of features) routes?.(app, deps)
  rejectUndeclaredMethods(app, api)
  serveOpenApi(app, api, { ...site, description: apiDescription, fileContentType: originalFormat.mime })

  const jobs = features.flatMap((feature) => feature.jobs?.(deps) ?? [])
  runWhileOpen(app, () => resources.runJobs(jobs, log))
  for (const { background } of features) if (background) runWhileOpen(app, () => background(deps))
  runWhileOpen(app, diskSpace.watch)
  runWhileOpen(app, loadShedding.watch)
  if (replica) runWhileOpen(app, replica.watch)

  const imgSrcHosts = () => resources.whenReachable(() => deliveryHosts(visitorDb))
  const pages = await servePages(app, {
    site: async () => ({ ...site, has_search_log: (await searchSettings.get()).has_search_log }),
    cache: pageCache,
    imgSrcHosts,
    passThrough: ['/media/'],
    ...options,
  })
  for (const topic of [galleryChanged, searchSettingsChanged, profilesChanged])
    notifications.on(topic, () => {
      clearingReplyCache.clear()
      pageCache.clear()
    })
  notifications.on(cdnConfigChanged, pages.refreshContentSecurityPolicy)
  return app
}

const apiDescription = 'Search, download, upload and review transparent PNG images.'
const cacheBytes = 64 * 2 ** 20

function openReplicaOf({ db, notifications }: Resources, config: Config, log: Logger): Replica | undefined {
  const pool = { connections: config.DATABASE_POOL, sessionParameters: searchSessionParameters }
  const url = config.DATABASE_REPLICA_URL
  return url ? createReplica(url, pool, { primary: db, notifications, log }) : undefined
}

/** Until the replica has caught up it would fill the cleared cache with outdated replies. */
function invalidatingReplica(cache: ResponseCache, replica: Replica | undefined): ResponseCache {
  if (!replica) return cache
  const clear = () => {
    replica.invalidate()
    cache.clear()
  }
  return { ...cache, clear }
}
