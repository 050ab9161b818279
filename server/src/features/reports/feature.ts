import type { Feature } from '#feature'
import { digestJobs } from './mails/digest-mails.ts'
import { reportMailJobs } from './mails/report-mails.ts'
import { queueRoutes } from './queue/queue-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { forgetReporters } from './reports.sql.ts'

export const reports: Feature = {
  routes(_app, { serve, ...deps }) {
    reportRoutes(serve, deps)
    queueRoutes(serve, deps)
  },
  jobs: (deps) => [
    reportMailJobs(deps),
    digestJobs(deps),
    { nightly: { forget_reporters: () => forgetReporters(deps.backgroundDb, deps.config) } },
  ],
}
