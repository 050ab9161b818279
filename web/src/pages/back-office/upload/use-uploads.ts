import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { Licence } from '@vitrine/contract/vocabulary/licences'
import { useState, useSyncExternalStore } from 'react'
import type { Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { toast } from '#ui/toasts/toast.ts'
import { createFileInspector } from './inspection/file-inspector.ts'
import { messages } from './messages.ts'
import { createLibraryFinder } from './model/find-in-library.ts'
import { createUploadList, type UploadList } from './model/upload-list.ts'
import { quotaQuery } from './quota-use.tsx'
import { sendBatch } from './sending/send-batch.ts'
import { keepStored } from './storage/keep-stored.ts'
import { usualMetadata } from './storage/usual-metadata.ts'

/** One list per username, so that files are never shown to or sent in the session of another person. */
const listsByUsername = new Map<string, UploadList>()

/** The person's upload list and its current state. */
export function useUploads(user: SignedInUser) {
  const { send, site } = useAppContext()
  const cache = useQueryClient()
  const [list] = useState(() => uploadListOf(user, send, cache, site.licences))
  return { list, state: useSyncExternalStore(list.subscribe, list.getSnapshot, list.getSnapshot) }
}

function uploadListOf(
  user: SignedInUser,
  send: Transport,
  cache: QueryClient,
  offered: readonly Licence[],
): UploadList {
  const { username } = user
  const existing = listsByUsername.get(username)
  if (existing) return existing
  const list = createUploadList({
    inspect: createFileInspector(),
    findInLibrary: createLibraryFinder(user, send),
    send: (batch, isFirst, options) =>
      sendBatch(batch, isFirst, { ...options, send, username, onSignedOut: () => list.stop() }),
    onEnd(arrived) {
      void cache.invalidateQueries({ queryKey: backOfficeKey(user) })
      if (!list.hasListeners()) toast('success', messages.done(arrived))
    },
    onHalt(reason) {
      void cache.invalidateQueries({ queryKey: quotaQuery(send, user).queryKey })
      if (!list.hasListeners()) toast('error', reason)
    },
  })
  listsByUsername.set(username, list)
  const { licence, ...rest } = usualMetadata.read()
  const isOffered = offered.some((one) => one === licence)
  list.setUsual(isOffered ? { ...rest, licence: licence! } : rest)
  const isStored = keepStored(username, list)
  addEventListener('online', list.retryNow)
  addEventListener('beforeunload', (event) => (isSending(list) || !isStored()) && event.preventDefault())
  return list
}

const isSending = (list: UploadList) => list.getSnapshot().uploads.some(({ state }) => state === 'loading')
