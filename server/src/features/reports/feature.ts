import { counterNotices } from '@vitrine/contract/calls/visitors/counter-notices'
import { reports as reportCalls } from '@vitrine/contract/calls/visitors/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { Feature } from '#feature'
import type { PageForm } from '#kit/pages/page-forms'
import { counterNoticeMailJobs } from './counter-notices/counter-notice-mails.ts'
import { counterNoticeRoutes } from './counter-notices/counter-notice-routes.ts'
import { forgetCounterNotices } from './counter-notices/counter-notices.sql.ts'
import { digestJobs } from './mails/digest-mails.ts'
import { reportMailJobs } from './mails/report-mails.ts'
import { returnPictures } from './queue/decide.ts'
import { queueRoutes } from './queue/queue-routes.ts'
import { reportRoutes } from './report-routes.ts'
import { forgetReporters } from './reports.sql.ts'

/** The form that reports an image without JavaScript: it leads to the page of the report. */
const reportForm: PageForm = {
  path: pages.report.path,
  call: reportCalls.send,
  leadsTo: (reply) => pages.reportStatus.href({ secret: (reply as Reply<typeof reportCalls.send>).secret }),
}

/** The form of a counter-notice: it leads to its own page, which says what becomes of it. */
const counterNoticeForm: PageForm = {
  path: pages.counterNotice.path,
  call: counterNotices.send,
  leadsTo: (reply) => pages.counterNotice.href({ secret: (reply as Reply<typeof counterNotices.send>).secret }),
}

export const reports: Feature = {
  routes(_app, deps) {
    reportRoutes(deps)
    counterNoticeRoutes(deps)
    queueRoutes(deps)
  },
  forms: [reportForm, counterNoticeForm],
  jobs: (deps) => [
    reportMailJobs(deps),
    digestJobs(deps),
    counterNoticeMailJobs(deps),
    {
      nightly: {
        forget_reporters: () => forgetReporters(deps.backgroundDb, deps.config),
        forget_counter_notices: () => forgetCounterNotices(deps.backgroundDb, deps.config),
        return_pictures: () => returnPictures(deps),
      },
    },
  ],
}
