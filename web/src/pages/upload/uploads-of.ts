import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/users'
import { useState, useSyncExternalStore } from 'react'
import type { Transport } from '../../call.ts'
import { backOfficeKey } from '../../parts/lengths.ts'
import { toast } from '../../parts/toasts.ts'
import { useAppContext } from '../../surroundings.ts'
import { havingOf } from './having.ts'
import { looking } from './looking.ts'
import { sendBatch } from './send-batch.ts'
import { type UploadList, uploadList } from './upload-list.ts'
import { words } from './words.ts'

/** One list for each person who signs in here: what is on it is nobody else's, and is sent in nobody else's name. */
const lists = new Map<string, UploadList>()

/** A person's list of uploads, and what is on it now. */
export function useUploads(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [list] = useState(() => listOf(user, send, cache))
  return { list, shown: useSyncExternalStore(list.listen, list.read, list.read) }
}

function listOf(user: SignedInUser, send: Transport, cache: QueryClient): UploadList {
  const { username } = user
  const known = lists.get(username)
  if (known) return known
  const list = uploadList({
    look: looking(),
    having: havingOf(user, send),
    send: (batch, isFirst, by) => sendBatch(batch, isFirst, { ...by, send, username, onSignedOut: () => list.stop() }),
    onEnd(arrived) {
      void cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      if (!list.isWatched()) toast('success', words.done(arrived))
    },
  })
  lists.set(username, list)
  addEventListener('online', list.tryNow)
  addEventListener('beforeunload', (event) => isUnsaved(list) && event.preventDefault())
  return list
}

/** What is on its way or was chosen and not sent would be lost with the page. */
const isUnsaved = (list: UploadList) => list.read().all.some(({ state }) => state === 'loading' || state === 'ready')
