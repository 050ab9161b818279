import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { Reply } from '@vitrine/contract/endpoint'
import type { allLists } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { useState } from 'react'
import { type Choice, type Outcome, useChanges } from './changes.ts'
import type { Selection } from './selection.ts'
import { words } from './words.ts'

type Page = Reply<typeof allLists.total>

interface Ground {
  selection: Selection
  /** Of the page in sight. */
  key: QueryKey
  /** Closes the panel, whose image may be among them (requirements: #bulk-status, #bulk-delete). */
  close: () => void
}

/** What is done to all that is selected. `busy` says what is under way. */
export function useBulk(user: SignedInUser, { selection, key, close }: Ground) {
  const cache = useQueryClient()
  const changes = useChanges(user)
  const [busy, say] = useState('')

  const doing = async (what: string, change: () => Promise<Outcome>) => {
    close()
    say(what)
    const outcome = await change()
    if (outcome === 'done') selection.none()
    // Whoever is told to look again has this page to look at; what else was selected he would not see.
    if (outcome === 'conflict') selection.keepOnly(cache.getQueryData<Page>(key)?.images ?? [])
    say('')
  }

  return {
    busy,
    remove: () => void doing(words.deleting, () => changes.deleteMany(selection.images)),
    save: (choice: Choice) => void doing(words.savingAll, () => changes.setStatus(selection.images, choice)),
  }
}
