import type { reportStates } from '@vitrine/contract/calls/visitors/reports'
import type { ReportOutcome } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { CopyrightNotice } from '../../schema/reports.ts'

type ReportState = (typeof reportStates)[number]

interface ReportBody {
  reason: string
  message?: string | undefined
  name?: string | undefined
  work?: string | undefined
  signature?: string | undefined
}

interface ReportContent {
  reason: string
  message: string
  /** JSON. */
  notice: string | null
}

/** What is stored of a report; what only a notice of copyright needs is dropped from others. */
export function contentOf({ reason, message = '', name = '', work = '', signature = '' }: ReportBody): ReportContent {
  const notice: CopyrightNotice = { name, work, signature }
  return { reason, message, notice: reason === 'copyright' ? JSON.stringify(notice) : null }
}

interface StatedReport {
  decision_id: number | null
  has_image: boolean
  is_withheld: boolean
  /** Whether it was taken down and that has ended. */
  is_returned: boolean
}

/** What became of a report whose last answer, by the decision that closed it or before one, has this outcome. */
export function stateOf(report: StatedReport, last?: ReportOutcome | 'returned'): ReportState {
  const { decision_id, has_image, is_withheld, is_returned } = report
  if (is_returned) return 'returned'
  if (decision_id !== null && last) return last
  if (!has_image) return 'gone'
  return is_withheld ? 'withheld' : 'open'
}
