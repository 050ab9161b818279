import type { Licence } from '@vitrine/contract/vocabulary/licences'
import { useState, useSyncExternalStore } from 'react'
import type { Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useRefresh, useUser } from '#api/back-office.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { sendBatch } from './sending/send-batch.ts'
import { createUploadList, type UploadList } from './upload-list.ts'
import { usualMetadata } from './usual-metadata.ts'

/** One list per username, so that files are never shown to or sent in the session of another person. */
const listsByUsername = new Map<string, UploadList>()

export function useUploads() {
  const { username } = useUser()
  const { send, site } = useAppContext()
  const refresh = useRefresh()
  const [list] = useState(() => uploadListOf(username, send, () => void refresh(), site.licences))
  return { list, state: useSyncExternalStore(list.subscribe, list.getSnapshot, list.getSnapshot) }
}

function uploadListOf(username: string, send: Transport, refresh: () => void, offered: readonly Licence[]): UploadList {
  const existing = listsByUsername.get(username)
  if (existing) return existing
  const list = createUploadList({
    send: (batch, isFirst, options) =>
      sendBatch(batch, isFirst, { ...options, send, username, onSignedOut: () => list.stop() }),
    onArrived: refresh,
    onEnd(arrived) {
      if (!list.hasListeners()) toast('success', messages.arrived(arrived))
    },
    onHalt(reason) {
      refresh()
      if (!list.hasListeners()) toast('error', reason)
    },
  })
  listsByUsername.set(username, list)
  const { licence, ...rest } = usualMetadata.read()
  if (licence && !offered.includes(licence)) usualMetadata.store(rest)
  addEventListener('online', list.retryNow)
  addEventListener('beforeunload', (event) => list.hasUnsent() && event.preventDefault())
  return list
}
