import type { objectionStates } from '@vitrine/contract/calls/visitors/objections'
import type { ObjectionKind, ObjectionOutcome } from '@vitrine/contract/vocabulary/reports/objections'
import type { CounterNotice } from '../../../schema/reports.ts'

interface ObjectionBody {
  kind: ObjectionKind
  message?: string | undefined
  name?: string | undefined
  address?: string | undefined
  phone?: string | undefined
  signature?: string | undefined
}

export interface ObjectionContent {
  kind: ObjectionKind
  message: string
  /** JSON. */
  notice: string | null
}

/** What is stored of an objection; what only a counter-notice needs is dropped from others. */
export function contentOf(body: ObjectionBody): ObjectionContent {
  const { kind, message = '', name = '', address = '', phone = '', signature = '' } = body
  const notice: CounterNotice = { name, address, phone, signature }
  return { kind, message, notice: kind === 'counter_notice' ? JSON.stringify(notice) : null }
}

interface ObjectedDecision {
  kind: ObjectionKind | null
  outcome: ObjectionOutcome | null
  is_down: boolean
  is_stored: boolean
  /** Whether the account was closed and its images leave. */
  has_left: boolean
}

type State = (typeof objectionStates)[number]

/** What is to be done about a take-down, for its contributor. */
export function stateOf({ kind, outcome, is_down, is_stored, has_left }: ObjectedDecision): State {
  if (outcome) return outcome
  if (has_left) return 'withdrawn'
  if (!is_down) return 'ended'
  if (kind) return 'open'
  return is_stored ? 'possible' : 'too_late'
}

export interface StoredCounterNotice {
  at: Date
  message: string
  notice: CounterNotice | null
  returns_at: Date
  outcome: ObjectionOutcome | null
  sentence: string
}

/** A counter-notice as the page of a notice of copyright shows it; its texts leave when their time is over. */
export function counterNoticeReply({ at, message, notice, returns_at, outcome, sentence }: StoredCounterNotice) {
  const { name, signature } = notice ?? { name: '', signature: '' }
  return { name, signature, message, at: at.toISOString(), returns_at: returns_at.toISOString(), outcome, sentence }
}
