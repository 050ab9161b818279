import type { Feature } from '#feature'
import { digestJobs } from './mails/digest-mails.ts'
import { reportMailJobs } from './mails/report-mails.ts'
import { objectionMailJobs } from './objections/objection-mails.ts'
import { objectionRoutes } from './objections/objection-routes.ts'
import { forgetObjections } from './objections/objections.sql.ts'
import { returnPictures } from './objections/settle.ts'
import { queueRoutes } from './queue/queue-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { forgetReporters } from './reports.sql.ts'

export const reports: Feature = {
  routes(_app, { serve, ...deps }) {
    reportRoutes(serve, deps)
    objectionRoutes(serve, deps)
    queueRoutes(serve, deps)
  },
  jobs: (deps) => [
    reportMailJobs(deps),
    digestJobs(deps),
    objectionMailJobs(deps),
    {
      nightly: {
        forget_reporters: () => forgetReporters(deps.backgroundDb, deps.config),
        forget_objections: () => forgetObjections(deps.backgroundDb, deps.config),
        return_pictures: () => returnPictures(deps),
      },
    },
  ],
}
