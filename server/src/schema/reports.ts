import type { ObjectionKind, ObjectionOutcome } from '@vitrine/contract/vocabulary/reports/objections'
import type { ReportOutcome } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { ColumnType, Generated } from 'kysely'
import type { DatabaseTimestamp } from './timestamps.ts'

/** The person who states that their copyright is infringed. */
export interface CopyrightNotice {
  name: string
  work: string
  signature: string
}

export interface ReportTable {
  id: Generated<number>
  at: DatabaseTimestamp
  /** SHA-256 of the secret in the address of its page, which is random. */
  secret_hash: Buffer
  /** No foreign key: a report outlives its image. */
  image_id: number
  image_title: string
  reason: string
  message: string
  /** JSON; null unless it is a notice of copyright. */
  notice: ColumnType<CopyrightNotice | null, string | null, never>
  /** Null where none was given, and once it was deleted; so is the network, an HMAC of it. */
  email: string | null
  network: Buffer | null
  /** The decision that closed it; null while it is open. */
  decision_id: number | null
  /** When the reporter was mailed about the decision. */
  answered_at: Date | null
}

export interface ReportDecisionTable {
  id: Generated<number>
  at: DatabaseTimestamp
  image_id: number
  image_title: string
  owner_id: number | null
  decided_by: number | null
  outcome: ReportOutcome
  reason: string
  /** For the reporters. */
  sentence: string
  /** For the contributor; empty where there is none. */
  owner_sentence: Generated<string>
  report_count: number
  /** What the image was before, for an undo. */
  was_withheld: boolean
  /** The decision about another image of the same bytes that took this one down too; it is undone with that one. */
  caused_by: number | null
  /** Whether it blocked the contributor, who was not blocked before or by such a decision. */
  has_blocked: Generated<boolean>
  undone_at: Date | null
  owner_mailed_at: Date | null
  /** SHA-256 of the secret in the address where the contributor objects; null until they are mailed it. */
  objection_hash: Buffer | null
}

/** Who states that an image was taken down by mistake. */
export interface CounterNotice {
  name: string
  address: string
  phone: string
  signature: string
}

/** What a contributor sent about a decision that took an image down, or that an admin ended it without that. */
export interface ObjectionTable {
  id: Generated<number>
  at: DatabaseTimestamp
  decision_id: number
  /** Null where nothing was sent. */
  kind: ObjectionKind | null
  message: string
  /** JSON; null unless it is a counter-notice. */
  notice: ColumnType<CounterNotice | null, string | null, null>
  /** When the picture returns after a counter-notice. */
  returns_at: Date | null
  outcome: ObjectionOutcome | null
  decided_at: Date | null
  decided_by: number | null
  /** For both sides. */
  sentence: Generated<string>
}
