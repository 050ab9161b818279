import type { Caller } from '@vitrine/contract/caller'
import type { SiteSettings } from '@vitrine/contract/site'
import type { FastifyInstance } from 'fastify'
import type { Command, CommandContext, RemoteCommand, SetUpCommand } from '#command'
import type { PublicImages } from '#features/gallery/public-images'
import type { SearchSettings } from '#features/search/search-settings.sql'
import type { BackgroundTask } from '#kit/background-task'
import type { NotifiedCopy } from '#kit/database/notified-copy'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { JobModule } from '#kit/jobs/job-worker'
import type { LoadShedding } from '#kit/load/load-shedding'
import type { Logger } from '#kit/logger'
import type { SendMail } from '#kit/mail'
import type { ResponseCache } from '#kit/pages/response-cache'
import type { DiskSpace } from '#kit/storage/disk-space'

/** The caches in memory, which share CACHE_MB. */
export type CacheName = 'pages' | 'replies' | 'files' | 'image rows' | 'posting lists'

/** A module of the server with a folder of its own; `features.ts` lists them, `app.ts` mounts them. */
export interface Feature {
  routes?(app: FastifyInstance, deps: FeatureDeps): void
  jobs?(deps: FeatureDeps): JobModule[]
  /** Of the operator's command line, by name. */
  commands?: Record<string, Command | RemoteCommand | SetUpCommand>
  /** What it offers to Prometheus besides what its routes and jobs count. */
  metrics?(deps: FeatureDeps): void
  /** Work of this process for as long as the app is open. */
  background?(deps: FeatureDeps): BackgroundTask
}

export interface FeatureDeps extends CommandContext {
  site: SiteSettings
  serve: EndpointServer
  /** The connections for this caller's reads: those of signed-in people, or those of visitors. */
  dbFor(caller: Caller | null): Database
  loadShedding: LoadShedding
  searchSettings: NotifiedCopy<SearchSettings>
  mail: SendMail
  pageCache: ResponseCache
  /** What each cache may hold. */
  cacheBytes: Record<CacheName, number>
  publicImages: PublicImages
  diskSpace: DiskSpace
  log: Logger
}
