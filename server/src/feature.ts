import type { Caller } from '@vitrine/contract/caller'
import type { SiteSettings } from '@vitrine/contract/site'
import type { FastifyInstance } from 'fastify'
import type { Command, CommandContext, RemoteCommand, SetUpCommand } from '#command'
import type { BackgroundTask } from '#kit/background-task'
import type { Database } from '#kit/database/statements'
import type { Authenticate, EndpointServer } from '#kit/http/endpoints'
import type { JobModule } from '#kit/jobs/job-worker'
import type { LoadShedding } from '#kit/load/load-shedding'
import type { Logger } from '#kit/logger'
import type { SendMail } from '#kit/mail'
import type { PageForm } from '#kit/pages/page-forms'
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
  /** Makes what finds the caller of a request; one feature does. */
  authenticator?(context: CommandContext): Authenticate
  /** Forms of its pages that work without JavaScript. */
  forms?: PageForm[]
  /** Hosts besides our own from which pages show pictures, and the notification of a change of them. */
  imageHosts?: {
    read(context: Pick<CommandContext, 'visitorDb' | 'whenReachable'>): Promise<string[]>
    changed: string
  }
  /** Notifications that make replies and pages in memory outdated. */
  clearsCaches?: string[]
}

export interface FeatureDeps extends CommandContext {
  site: SiteSettings
  serve: EndpointServer
  /** The connections for this caller's reads: those of signed-in people, or those of visitors. */
  dbFor(caller: Caller | null): Database
  loadShedding: LoadShedding
  mail: SendMail
  pageCache: ResponseCache
  /** What each cache may hold. */
  cacheBytes: Record<CacheName, number>
  /** Has a cache of a feature cleared with those of replies and pages. */
  onCachesCleared(clear: () => void): void
  diskSpace: DiskSpace
  log: Logger
}
