import { counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import { reports as reportCalls } from '@vitrine/contract/calls/visitors/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { Feature } from '#feature'
import { audit } from './people/audit-command.ts'
import { peopleRoutes } from './people/people-routes.ts'
import { counterNoticeMailJobs } from './reports/counter-notices/counter-notice-mails.ts'
import { counterNoticeRoutes } from './reports/counter-notices/counter-notice-routes.ts'
import { forgetCounterNotices } from './reports/counter-notices/counter-notices.sql.ts'
import { returnPictures } from './reports/queue/decide-reports.ts'
import { queueRoutes } from './reports/queue/queue-routes.ts'
import { digestJobs, reportMailJobs } from './reports/report-mails.ts'
import { reportRoutes } from './reports/report-routes.ts'
import { forgetReporters } from './reports/reports.sql.ts'
import { takeDownJobs } from './take-downs/take-down.ts'

export const moderation: Feature = {
  routes(_app, deps) {
    reportRoutes(deps)
    counterNoticeRoutes(deps)
    queueRoutes(deps)
    peopleRoutes(deps)
  },
  // Each leads to a page that says what becomes of it.
  forms: [
    {
      path: pages.report.path,
      call: reportCalls.send,
      leadsTo: (reply) => pages.reportStatus.href(reply as Reply<typeof reportCalls.send>),
    },
    {
      path: pages.counterNotice.path,
      call: counterNotices.send,
      leadsTo: (reply) => pages.counterNotice.href(reply as Reply<typeof counterNotices.send>),
    },
  ],
  jobs: (deps) => [
    reportMailJobs(deps),
    digestJobs(deps),
    counterNoticeMailJobs(deps),
    takeDownJobs(deps),
    {
      nightly: {
        forget_reporters: () => forgetReporters(deps.backgroundDb, deps.config),
        forget_counter_notices: () => forgetCounterNotices(deps.backgroundDb, deps.config),
        return_pictures: () => returnPictures(deps),
      },
    },
  ],
  commands: { audit },
}
