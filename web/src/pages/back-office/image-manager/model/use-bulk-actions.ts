import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { allLists } from '@vitrine/contract/calls/back-office-lists'
import type { Reply } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState } from 'react'
import { messages } from '../messages.ts'
import type { Selection } from './selection.ts'
import { type Outcome, type StatusChoice, useImageMutations } from './use-image-mutations.ts'

type ListPage = Reply<typeof allLists.total>

interface BulkContext {
  selection: Selection
  /** Of the page in sight. */
  key: QueryKey
  /** Closes the panel, whose image may be among them (requirements: #bulk-status, #bulk-delete). */
  close: () => void
}

/** What is done to all that is selected. `busy` says what is under way. */
export function useBulkActions(user: SignedInUser, { selection, key, close }: BulkContext) {
  const cache = useQueryClient()
  const changes = useImageMutations(user)
  const [busy, say] = useState('')

  const doing = async (what: string, change: () => Promise<Outcome>) => {
    close()
    say(what)
    const outcome = await change()
    if (outcome === 'done') selection.none()
    // Whoever is told to look again has this page to look at; what else was selected he would not see.
    if (outcome === 'conflict') selection.keepOnly(cache.getQueryData<ListPage>(key)?.images ?? [])
    say('')
  }

  return {
    busy,
    remove: () => void doing(messages.deleting, () => changes.deleteMany(selection.images)),
    save: (choice: StatusChoice) => void doing(messages.savingAll, () => changes.setStatus(selection.images, choice)),
  }
}
