import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type ImageFieldName, imageFieldNames } from '@vitrine/contract/image-fields'
import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'

const keywordFields = { add: 'add_keywords', remove: 'remove_keywords', replace: 'keywords' } as const
export type KeywordMode = keyof typeof keywordFields
export const keywordModes = Object.keys(keywordFields) as KeywordMode[]

/** The same change of many images; what is left out stays as it is. */
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

const changedFields = (change: BulkChange) => imageFieldNames.filter((name) => change[name] !== undefined)

/** A form's fields that are empty stay as they are. */
export function withoutEmpty(change: BulkChange): BulkChange {
  const empty = changedFields(change).filter((name) => {
    const value = change[name]!
    return (typeof value === 'string' ? value.trim() : value).length === 0
  })
  return { ...change, ...Object.fromEntries(empty.map((name) => [name, undefined])) }
}

export const isEmptyChange = (change: BulkChange) => !change.status && changedFields(change).length === 0

/** Whether it is a decision and nothing else, which takes effect at once (requirements: #decision-undo). */
export const isDecision = (change: BulkChange) => change.status !== '' && changedFields(change).length === 0

/** The part of a bulk call's body that is the change. */
export function changeRequest(change: BulkChange) {
  const { keywordMode, status, reason, note } = change
  const fields = changedFields(change).map((name) =>
    name === 'keywords' ? [keywordFields[keywordMode], change.keywords!.map((one) => one.name)] : [name, change[name]],
  )
  return {
    ...(Object.fromEntries(fields) as Partial<Pick<BulkChange, 'title' | 'licence' | 'ai_made'>>),
    ...(status && { status }),
    ...(status === 'approved' && { without_faults: true }),
    ...(status === 'rejected' && { reason: reason || undefined, note: note.trim() || undefined }),
  }
}
