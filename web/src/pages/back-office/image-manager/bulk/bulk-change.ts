import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, imageFieldNames } from '@vitrine/contract/image-fields'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'

export const keywordModes = ['add', 'remove', 'replace'] as const
type KeywordMode = (typeof keywordModes)[number]

/** The same change of many images; what is left out or empty stays as it is. */
export interface BulkChange extends Partial<Pick<ManagedImage, ImageFieldName>> {
  keywordMode: KeywordMode
  status: ImageStatus | ''
  /** Of a rejection. */
  reason: RejectionReason | ''
  note: string
  /** Whether it decides about edits of words, so that it has nothing else. */
  isOfEdits?: boolean
}

export const emptyChange: BulkChange = { keywordMode: 'add', status: '', reason: '', note: '' }

const filledFields = (change: BulkChange) =>
  imageFieldNames.filter((name) => {
    const value = change[name]
    return typeof value === 'string' ? value.trim() !== '' : Boolean(value?.length)
  })

export const isEmptyChange = (change: BulkChange) => !change.status && filledFields(change).length === 0

/** Whether it is a decision and nothing else, which takes effect at once (requirements: #decision-undo). */
export const isDecision = (change: BulkChange) => change.status !== '' && filledFields(change).length === 0

const keywordFields = { add: 'add_keywords', remove: 'remove_keywords', replace: 'keywords' } as const

/** The part of a bulk call's body that is the change. */
export function changeRequest(change: BulkChange) {
  const { keywordMode, status, reason, note } = change
  const fields = filledFields(change).map((name) =>
    name === 'keywords' ? [keywordFields[keywordMode], change.keywords!.map((one) => one.name)] : [name, change[name]],
  )
  return {
    ...(Object.fromEntries(fields) as Partial<Pick<BulkChange, 'title' | 'licence' | 'ai_made'>>),
    ...(status && { status }),
    ...(status === 'approved' && { without_faults: true }),
    ...(status === 'rejected' && { reason: reason || undefined, note: note.trim() || undefined }),
  }
}
