import type { Site } from '@vitrine/contract/site'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config'
import type { ReadRouter } from '#kit/database/read-routing'
import type { BackgroundTask } from '#kit/http/background-task'
import type { EndpointServer } from '#kit/http/endpoints'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Logger } from '#kit/logger'
import type { SendMail } from '#kit/mail'
import type { Resources } from './resources.ts'

/** A module of the server with a folder of its own. `app.ts` mounts all of them in the order of their layers. */
export interface Feature {
  routes?(app: FastifyInstance, deps: FeatureDeps): void
  jobs?(deps: FeatureDeps): JobModule[]
  /** Work of this process for as long as the app is open. */
  background?(deps: FeatureDeps): BackgroundTask
}

export interface FeatureDeps extends Resources {
  config: Config
  site: Site
  serve: EndpointServer
  reads: ReadRouter
  mail: SendMail
  log: Logger
}
