import type { reportStates } from '@vitrine/contract/calls/visitors/reports'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
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
}

/** What became of a report whose last answer is this decision. */
export function stateOf({ decision_id, has_image, is_withheld }: StatedReport, last?: ReportVerb): ReportState {
  if (decision_id !== null && last && last !== 'keep_down') return last
  if (!has_image) return 'gone'
  return is_withheld ? 'hide' : 'open'
}
