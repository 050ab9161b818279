import type { ImageStatus } from '@vitrine/contract/schemas/image'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import type { AiStatement } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'
import { type BulkEdit, emptyBulkEdit, isEmptyEdit } from '#ui/back-office/bulk-edit/bulk-edit.ts'

/** The same change of many images; what is left empty stays as it is. */
export interface BulkChange extends BulkEdit {
  status: ImageStatus | ''
  /** Of a rejection. */
  reason: RejectionReason | ''
  note: string
}

export const emptyChange: BulkChange = { ...emptyBulkEdit, status: '', reason: '', note: '' }

export const isEmptyChange = ({ status, reason: _reason, note: _note, ...edit }: BulkChange) =>
  !status && isEmptyEdit(edit)

/** Whether it is a decision and nothing else, which takes effect at once (requirements: #decision-undo). */
export const isDecision = ({ status, reason: _reason, note: _note, ...edit }: BulkChange) =>
  status !== '' && isEmptyEdit(edit)

const keywordFields = { add: 'add_keywords', remove: 'remove_keywords', replace: 'keywords' } as const

/** The part of a bulk call's body that is the change. */
export function changeRequest(change: BulkChange) {
  const { title, description, category, licence, credit, ai_made, keywords, keywordMode, status, reason, note } = change
  return {
    ...(title.trim() && { title }),
    ...(description.trim() && { description }),
    ...(category && { category }),
    ...(licence && { licence: licence as Licence }),
    ...(credit.trim() && { credit }),
    ...(ai_made && { ai_made: ai_made as AiStatement }),
    ...(keywords.length && { [keywordFields[keywordMode]]: keywords }),
    ...(status && { status }),
    ...(status === 'approved' && { without_faults: true }),
    ...(status === 'rejected' && { reason: reason || undefined, note: note.trim() || undefined }),
  }
}
