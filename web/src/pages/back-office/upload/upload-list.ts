import type { Licence } from '@vitrine/contract/vocabulary/licences'
import { useState, useSyncExternalStore } from 'react'
import type { Transport } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { useRefresh, useUser } from '#api/back-office.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from './messages.ts'
import { sendBatch } from './sending/send-batch.ts'
import { createUploadSender, type UploadSenderOptions } from './sending/upload-sender.ts'
import { canRetry, createUploadStore, type Ids, isUnsent, refusalOf, type Upload } from './upload.ts'
import { usualMetadata } from './usual-metadata.ts'

export type UploadList = ReturnType<typeof createUploadList>

let nextId = 1

/** The files that a person has chosen, and the state of each; it outlives the page, which may be left and reopened. */
export function createUploadList(options: Omit<UploadSenderOptions, 'store'>) {
  const store = createUploadStore()
  const sender = createUploadSender({ store, ...options })
  const uploads = () => store.getSnapshot().uploads
  const isSending = () => uploads().some(({ state }) => state === 'loading')

  /** Sends these files at once; returns how many of them were on the list already. */
  function add(files: File[]): number {
    // What has arrived is an image like others, and its file may be sent again.
    if (!isSending()) store.set({ uploads: uploads().filter(({ state }) => state !== 'success') })
    const known = new Set(uploads().map(({ file }) => fileIdentity(file)))
    const added = files
      .filter((file) => !known.has(fileIdentity(file)))
      .map((file): Upload => {
        const reason = refusalOf(file)
        return { id: nextId++, file, ...(reason ? { state: 'error', reason, canRetry: false } : { state: 'ready' }) }
      })
    store.set({ uploads: [...uploads(), ...added] })
    sender.start(added.filter(isUnsent))
    return files.length - added.length
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    hasListeners: store.hasListeners,
    /** Whether files would be lost with the tab. */
    hasUnsent: () => isSending() || uploads().some(isUnsent),
    add,
    /** Sends these again, or all that are still to be sent. */
    retry: (ids?: Ids) =>
      sender.start(uploads().filter((one) => (ids ? ids.has(one.id) && canRetry(one) : isUnsent(one)))),
    /** Takes from the list what is not being sent. */
    dismiss: (ids: Ids) =>
      store.set({ uploads: uploads().filter(({ id, state }) => state === 'loading' || !ids.has(id)) }),
    stop: sender.stop,
    retryNow: sender.retryNow,
  }
}

/** Recognises a file that is dropped twice; the same bytes under another name are found by their hash. */
const fileIdentity = ({ name, size, lastModified }: File) => [name, size, lastModified].join('/')

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
