import type { Feature } from '#feature'
import { cdnRoutes } from './cdn-routes.ts'
import { removalCheckJobs } from './check-removals.ts'
import { hosting } from './hosting-command.ts'
import { cdnSyncJobs, syncDeps } from './sync-worker.ts'

export const cdn: Feature = {
  routes: (_app, deps) => cdnRoutes(deps.serve, { ...deps, api: deps.config.CLOUDFLARE_API }),
  jobs: (deps) => [
    cdnSyncJobs(syncDeps(deps, deps.config, deps.log)),
    removalCheckJobs({ db: deps.backgroundDb, delivery: deps.config.CLOUDFLARE_DELIVERY }),
  ],
  commands: { hosting },
}
