import type { Feature } from '#feature'
import { cdnConfigChanged, deliveryHosts } from './cdn-config.sql.ts'
import { cdnRoutes } from './cdn-routes.ts'
import { cdnSyncJobs, syncDeps } from './sync-worker.ts'

export const cdn: Feature = {
  routes: (_app, deps) => cdnRoutes(deps),
  jobs: (deps) => [cdnSyncJobs(syncDeps(deps))],
  imageHosts: {
    read: ({ visitorDb, whenReachable }) => whenReachable(() => deliveryHosts(visitorDb)),
    changed: cdnConfigChanged,
  },
}
