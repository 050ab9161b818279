import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'

export type StatusChange =
  | { status: 'approved' | 'pending' }
  | { status: 'rejected'; reason: RejectionReason; note: string }

export type DecidedImage = Pick<ManagedImage, 'id' | 'title' | 'version'>

export const pending: StatusChange = { status: 'pending' }

/** An image whose stored status follows the reviewer's. */
export interface DecisionEntry {
  image: Pick<ManagedImage, 'id' | 'title'>
  /** The image's version on the server; undefined where only its status is known. */
  version: number | undefined
  stored: StatusChange
  wanted: StatusChange
  /** What was sent and not answered, so that it may be stored. */
  attempted: StatusChange | undefined
  /** Whether `wanted` is no longer held back. */
  isDue: boolean
  isSending: boolean
}

export const isSaved = ({ stored, wanted, attempted }: DecisionEntry) => stored === wanted && !attempted

/** The entry of an image; one that was fetched again has its current version and status. */
export function entryOf(known: DecisionEntry | undefined, image: DecidedImage): DecisionEntry {
  const isCurrent = known && (known.isSending || known.version === undefined || known.version >= image.version)
  if (isCurrent) return known
  const { version } = image
  return { image, version, stored: pending, wanted: pending, attempted: undefined, isDue: false, isSending: false }
}
