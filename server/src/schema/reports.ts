import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
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
  /** The id of the first row of a decision, which has one for each image of the same bytes. */
  act: number
  at: DatabaseTimestamp
  image_id: number
  image_title: string
  owner_id: number | null
  decided_by: number | null
  verb: ReportVerb
  /** Null of a decision about what was taken down. */
  reason: string | null
  /** For the contributor; empty where there is none. */
  note: Generated<string>
  /** For the reporters. */
  sentence: Generated<string>
  /** When the contributor was mailed. */
  mailed_at: Date | null
}

/** Who states that an image was taken down by mistake. */
export interface CounterNoticeTable {
  decision_id: number
  at: DatabaseTimestamp
  name: string
  address: string
  phone: string
  signature: string
  message: string
  /** When the picture returns. */
  returns_at: Date
  /** The decision that answers it, and when an account that was closed withdrew it; it is open without either. */
  answer_id: number | null
  withdrawn_at: Date | null
}
