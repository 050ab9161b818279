import type { counterNoticeStates } from '@vitrine/contract/calls/visitors/counter-notices'
import type { CounterNoticeOutcome } from '@vitrine/contract/vocabulary/reports/counter-notices'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'

interface AnsweredDecision {
  /** Null where no counter-notice was sent. */
  returns_at: Date | null
  outcome: CounterNoticeOutcome | null
  /** The last decision about the image. */
  last_verb: ReportVerb
  /** Whether it is the last one that took the image down. */
  is_last: boolean
  is_in_time: boolean
  /** Whether the account was closed and its images leave. */
  has_left: boolean
}

type State = (typeof counterNoticeStates)[number]

/** What is to be done about a take-down, for its contributor. */
export function stateOf({ returns_at, outcome, last_verb, is_last, is_in_time, has_left }: AnsweredDecision): State {
  if (outcome) return outcome
  if (has_left) return 'withdrawn'
  if (last_verb === 'reinstate') return last_verb
  if (returns_at) return 'open'
  return is_last && is_in_time ? 'possible' : 'too_late'
}
