import { reports } from '@vitrine/contract/calls/visitors/reports'
import type { Reply } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { PageForm } from '#kit/pages/page-forms'

/** The form that reports an image without JavaScript: it leads to the page of the report. */
export const reportForm: PageForm = {
  path: pages.report.path,
  call: reports.send,
  leadsTo: (reply) => pages.reportStatus.href({ secret: (reply as Reply<typeof reports.send>).secret }),
}
