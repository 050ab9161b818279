import { api, apiOf } from '@vitrine/contract/api'
import { isSignedIn } from '@vitrine/contract/caller'
import type { FastifyInstance } from 'fastify'
import { type Config, mailSettings, siteFromConfig } from '#config'
import type { CacheName, FeatureDeps } from '#feature'
import { runWhileOpen } from '#kit/background-task'
import { splitConnections } from '#kit/database/pool'
import { createEndpointServer } from '#kit/http/endpoints'
import { createHttpServer } from '#kit/http/http-server'
import { rejectUndeclaredMethods } from '#kit/http/methods'
import { serveOpenApi } from '#kit/http/openapi'
import { createBulkheads } from '#kit/load/bulkheads'
import { createLoadShedding } from '#kit/load/load-shedding'
import { countedMail, createMailer } from '#kit/mail'
import { measureRequests } from '#kit/metrics/request-metrics'
import { describeCache } from '#kit/metrics/statistics'
import { createResponseCache } from '#kit/pages/response-cache'
import { servePages } from '#kit/pages/serve-pages'
import { createDiskSpace } from '#kit/storage/disk-space'
import { createFileMemory } from '#kit/storage/file-memory'
import { features } from './features.ts'
import { type Resources, writtenFolders } from './resources.ts'

/** The table of contents: all that the server consists of. It does not listen yet. */
export async function buildApp(
  resources: Resources,
  config: Config,
  options: { development?: boolean; port?: number } = {},
) {
  const { db, visitorDb, notifications } = resources
  const roles = config.ROLES
  const site = siteFromConfig(config, options.port)
  const app = createHttpServer({
    logLevel: config.LOG_LEVEL,
    trustProxy: config.TRUST_PROXY,
    siteUrl: site.url,
    unknownAddress: roles.has('web') ? 'no_such_call' : 'misdirected',
  })
  const log = app.log
  const { metrics } = resources
  measureRequests(app, metrics)
  resources.logTo(log)
  // Changes clear the caches of every process by a notification; without the LISTEN connection a reply lives 5 s.
  // What is not notified, such as one more download, is up to 300 s old.
  const maxAge = () => (options.development ? 0 : notifications.isListening() ? 300 : 5)
  const connections = splitConnections(config.DATABASE_POOL)
  const loadShedding = createLoadShedding(connections.visitors, log, metrics)
  const recompression = { isRunning: false }
  const cacheBytes = shareOut(config.CACHE_MB * 2 ** 20)
  const replyCache = createResponseCache(cacheBytes.replies, maxAge, recompression, loadShedding)
  const pageCache = createResponseCache(cacheBytes.pages, maxAge, recompression, loadShedding)
  const fileMemory = createFileMemory(resources.store.read, cacheBytes.files)
  describeCache(metrics, 'replies', replyCache.statistics)
  describeCache(metrics, 'pages', pageCache.statistics)
  describeCache(metrics, 'files', fileMemory.statistics)
  const clears = [replyCache.clear, pageCache.clear]
  const clearCaches = () => {
    for (const clear of clears) clear()
  }
  const { searchSettings } = resources
  await resources.whenReachable(searchSettings.get)

  const authenticate = features.find((feature) => feature.authenticator)!.authenticator!({ ...resources, config })
  const runInBulkhead = createBulkheads(connections.people, loadShedding, metrics)
  const serve = createEndpointServer(
    app,
    authenticate,
    { replyCache, clearCaches, origin: config.SITE_URL && site.url },
    runInBulkhead,
  )
  const mail = countedMail(createMailer(mailSettings(config, site), log), metrics)
  const diskSpace = createDiskSpace({ folders: writtenFolders(config), floor: config.FREE_DISK_MB * 1e6, log })
  const deps: FeatureDeps = {
    ...resources,
    store: { ...resources.store, memory: fileMemory },
    config,
    site,
    serve,
    dbFor: (caller) => (isSignedIn(caller) ? db : visitorDb),
    loadShedding,
    mail,
    pageCache,
    cacheBytes,
    onCachesCleared: (clear) => clears.push(clear),
    diskSpace,
    log,
  }
  for (const feature of features) feature.metrics?.(deps)
  runWhileOpen(app, diskSpace.watch)
  runWhileOpen(app, resources.cleanWorkspace)
  if (roles.has('jobs')) runJobs(app, deps)
  if (roles.has('web')) {
    serveFeatures(app, deps)
    runWhileOpen(app, loadShedding.watch)
    const pages = await servePages(app, {
      site: async () => ({ ...site, has_search_log: (await searchSettings.get()).has_search_log }),
      cache: pageCache,
      imgSrcHosts: async () => (await Promise.all(imageHosts.map(({ read }) => read(resources)))).flat(),
      forms: features.flatMap(({ forms = [] }) => forms),
      passThrough: ['/media/'],
      ...options,
    })
    for (const { changed } of imageHosts) notifications.on(changed, pages.refreshContentSecurityPolicy)
  }
  for (const { clearsCaches = [] } of features) for (const topic of clearsCaches) notifications.on(topic, clearCaches)
  return app
}

const imageHosts = features.flatMap((feature) => feature.imageHosts ?? [])

function serveFeatures(app: FastifyInstance, deps: FeatureDeps) {
  for (const { routes } of features) routes?.(app, deps)
  rejectUndeclaredMethods(app, api)
  serveOpenApi(app, deps.pageCache, apiOf(deps.site), { ...deps.site, description: apiDescription })
}

/** Jobs, and the work that follows what people do, such as the upkeep of the search index. */
function runJobs(app: FastifyInstance, deps: FeatureDeps) {
  const jobs = features.flatMap((feature) => feature.jobs?.(deps) ?? [])
  runWhileOpen(app, () => deps.runJobs(jobs, deps.log))
  for (const { background } of features) if (background) runWhileOpen(app, () => background(deps))
}

const apiDescription = 'Search, download, upload and review transparent PNG images.'

/** Shares of CACHE_MB in percent (decision 0067). */
const cacheShares: Record<CacheName, number> = {
  pages: 20,
  replies: 15,
  files: 30,
  'image rows': 5,
  'posting lists': 30,
}

function shareOut(bytes: number): Record<CacheName, number> {
  const shares = Object.entries(cacheShares).map(([name, percent]) => [name, Math.floor((bytes * percent) / 100)])
  return Object.fromEntries(shares)
}
