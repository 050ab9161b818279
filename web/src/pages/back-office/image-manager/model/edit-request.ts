import { backOffice } from '@vitrine/contract/calls/back-office'
import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import * as z from 'zod/mini'
import { messages } from '../messages.ts'
import type { ImageFields } from './drafts.ts'

export type FieldErrors = Partial<Record<string, string>>

/** What is sent of an image: all that the panel shows, and of the status what this person may say. */
export function editRequest(image: ManagedImage, { reason, note, status, ...texts }: ImageFields, role: Role) {
  const edit = { ...texts, version: image.version }
  if (role !== 'admin') return edit
  return {
    ...edit,
    status,
    ...(isNewRejection(image, { status, reason, note }) && { reason: reason || undefined, note }),
  }
}

/** What keeps it from being sent, by field, in the contract's words. */
export function validateFields(image: ManagedImage, fields: ImageFields, role: Role): FieldErrors {
  const read = z.safeParse(backOffice.update.body, editRequest(image, fields, role))
  const found = (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])
  const unexplained = role === 'admin' && isNewRejection(image, fields) && !fields.reason
  return Object.fromEntries([...found.reverse(), ...(unexplained ? [['reason', messages.reasonNeeded]] : [])])
}

/** To say the same reason again would be another decision, and the contributor would be told of it again. */
function isNewRejection(
  { status, rejection }: ManagedImage,
  now: Pick<ImageFields, 'status' | 'reason' | 'note'>,
): boolean {
  if (now.status !== 'rejected') return false
  return status !== 'rejected' || now.reason !== (rejection?.reason ?? '') || now.note !== (rejection?.note ?? '')
}
