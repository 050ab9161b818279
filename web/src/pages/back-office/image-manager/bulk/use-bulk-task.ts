import type { ManagedImage, StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import type { SelectedImage, Selection } from '../model/selection.ts'
import { type BulkChange, emptyChange } from './bulk-change.ts'
import type { useBulkActions } from './use-bulk-actions.ts'

/** What the bulk panel changes, and the fields that it begins with. */
export interface BulkTask {
  images: SelectedImage[]
  initial: Partial<BulkChange>
}

interface TaskContext {
  list: StatusFilter
  selection: Selection
  bulk: ReturnType<typeof useBulkActions>
  closePanel: () => void
}

/** Actions about the selection, or about the image with the focus where nothing is selected; admins alone decide. */
export function useBulkTask(user: SignedInUser, { list, selection, bulk, closePanel }: TaskContext) {
  const [task, setTask] = useState<BulkTask | null>(null)
  const targets = (image?: ManagedImage) => (selection.images.length || !image ? selection.images : [image])
  const open = (initial: Partial<BulkChange>, image?: ManagedImage) => {
    closePanel()
    setTask({ images: targets(image), initial })
  }
  const mayBecome = (status: StatusFilter) => user.role === 'admin' && list !== status
  return {
    task,
    open,
    close: () => setTask(null),
    save(change: BulkChange) {
      setTask(null)
      bulk.change(task!.images, change)
    },
    approve: mayBecome('approved')
      ? (image?: ManagedImage) => bulk.change(targets(image), { ...emptyChange, status: 'approved' })
      : undefined,
    reject: mayBecome('rejected') ? (image?: ManagedImage) => open({ status: 'rejected' }, image) : undefined,
  }
}
