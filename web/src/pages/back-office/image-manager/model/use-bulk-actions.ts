import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { messages } from '../messages.ts'
import type { ImageListPage } from './image-list-query.ts'
import type { Selection } from './selection.ts'
import { type Outcome, type StatusChoice, useImageMutations } from './use-image-mutations.ts'

interface BulkContext {
  selection: Selection
  /** Key of the visible page. */
  queryKey: QueryKey
  /** Closes the panel, whose image may be selected (requirements: #bulk-status, #bulk-delete). */
  closePanel: () => void
}

/** Actions on all selected images; `busyMessage` is empty while none is running. */
export function useBulkActions(user: SignedInUser, { selection, queryKey, closePanel }: BulkContext) {
  const cache = useQueryClient()
  const mutations = useImageMutations(user)
  const [busyMessage, setBusyMessage] = useState('')

  const run = async (message: string, mutate: () => Promise<Outcome>) => {
    closePanel()
    setBusyMessage(message)
    const outcome = await mutate()
    if (outcome === 'done') selection.clear()
    // After a conflict the admin must look again, so only images of the visible page stay selected.
    if (outcome === 'conflict') selection.keepOnly(cache.getQueryData<ImageListPage>(queryKey)?.images ?? [])
    setBusyMessage('')
  }

  return {
    busyMessage,
    remove: () => void run(messages.deleting, () => mutations.deleteMany(selection.images)),
    save: (choice: StatusChoice) => void run(messages.savingAll, () => mutations.setStatus(selection.images, choice)),
  }
}
