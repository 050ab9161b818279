import { toast } from '#ui/toasts/toast.ts'
import type { UploadList } from '../model/upload-list.ts'
import { messages } from './messages.ts'

/** Removes uploads from the list, says how many, and offers to undo it. */
export function leaveOut(list: UploadList, ids: ReadonlySet<number>): void {
  const { removedCount, undo } = list.remove(ids)
  if (removedCount > 0) toast('success', messages.leftOut(removedCount), { label: messages.undo, onClick: undo })
}
