import type { Role } from '@vitrine/contract/endpoint'
import { backOffice } from '@vitrine/contract/library'
import type { ManagedImage } from '@vitrine/contract/lists'
import * as z from 'zod/mini'
import type { Fields } from './drafts.ts'
import { words } from './words.ts'

export type Problems = Partial<Record<string, string>>

/** What is sent of an image: all that the panel shows, and of the status what this person may say. */
export function editOf(image: ManagedImage, { reason, note, status, ...texts }: Fields, role: Role) {
  const edit = { ...texts, version: image.version }
  if (role !== 'admin') return edit
  return { ...edit, status, ...(isRejection(image, { status, reason, note }) && { reason: reason || undefined, note }) }
}

/** What keeps it from being sent, by field, in the contract's words. */
export function problemsOf(image: ManagedImage, fields: Fields, role: Role): Problems {
  const read = z.safeParse(backOffice.update.body, editOf(image, fields, role))
  const found = (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])
  const unexplained = role === 'admin' && isRejection(image, fields) && !fields.reason
  return Object.fromEntries([...found.reverse(), ...(unexplained ? [['reason', words.reasonNeeded]] : [])])
}

/** To say the same reason again would be another decision, and the contributor would be told of it again. */
function isRejection({ status, rejection }: ManagedImage, now: Pick<Fields, 'status' | 'reason' | 'note'>): boolean {
  if (now.status !== 'rejected') return false
  return status !== 'rejected' || now.reason !== (rejection?.reason ?? '') || now.note !== (rejection?.note ?? '')
}
