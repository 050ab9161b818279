import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import type { ImageFields } from './drafts.ts'

export type FieldErrors = Partial<Record<string, string>>

/** The request body of an edit; only an admin's contains the status, which is about the image, not its waiting edit. */
export function editRequest(image: ManagedImage, { reason, note, status, ...texts }: ImageFields, role: Role) {
  const edit = { ...texts, version: image.version }
  if (role !== 'admin') return edit
  return {
    ...edit,
    status,
    decides: 'image' as const,
    ...(isNewRejection(image, { status, reason, note }) && { reason: reason || undefined, note }),
  }
}

/** Validation errors by field, with the contract's messages. */
export function validateFields(image: ManagedImage, fields: ImageFields, role: Role): FieldErrors {
  const parsed = z.safeParse(backOffice.update.body, editRequest(image, fields, role))
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])
  const isUnexplained = role === 'admin' && isNewRejection(image, fields) && !fields.reason
  return Object.fromEntries([...problems.reverse(), ...(isUnexplained ? [['reason', messages.reasonNeeded]] : [])])
}

/** Whether reason or note changed: repeating the same ones would record another decision and mail the contributor. */
function isNewRejection(
  { status, rejection }: ManagedImage,
  fields: Pick<ImageFields, 'status' | 'reason' | 'note'>,
): boolean {
  if (fields.status !== 'rejected') return false
  return status !== 'rejected' || fields.reason !== (rejection?.reason ?? '') || fields.note !== (rejection?.note ?? '')
}
