import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useState, useSyncExternalStore } from 'react'
import type { Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toast } from '#ui/toasts/toast.ts'
import { createFileInspector } from './inspection/file-inspector.ts'
import { messages } from './messages.ts'
import { createLibraryFinder } from './model/find-in-library.ts'
import { createUploadList, type UploadList } from './model/upload-list.ts'
import { sendBatch } from './sending/send-batch.ts'

/** One list for each person who signs in here: what is on it is nobody else's, and is sent in nobody else's name. */
const listsByUsername = new Map<string, UploadList>()

/** A person's list of uploads, and what is on it now. */
export function useUploads(user: SignedInUser) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [list] = useState(() => uploadListOf(user, send, cache))
  return { list, shown: useSyncExternalStore(list.listen, list.read, list.read) }
}

function uploadListOf(user: SignedInUser, send: Transport, cache: QueryClient): UploadList {
  const { username } = user
  const known = listsByUsername.get(username)
  if (known) return known
  const list = createUploadList({
    inspect: createFileInspector(),
    findInLibrary: createLibraryFinder(user, send),
    send: (batch, isFirst, by) => sendBatch(batch, isFirst, { ...by, send, username, onSignedOut: () => list.stop() }),
    onEnd(arrived) {
      void cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      if (!list.isWatched()) toast('success', messages.done(arrived))
    },
  })
  listsByUsername.set(username, list)
  addEventListener('online', list.tryNow)
  addEventListener('beforeunload', (event) => hasUnsent(list) && event.preventDefault())
  return list
}

/** What is on its way or was chosen and not sent would be lost with the page. */
const hasUnsent = (list: UploadList) => list.read().all.some(({ state }) => state === 'loading' || state === 'ready')
