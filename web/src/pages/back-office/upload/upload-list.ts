import { createUploadSender, type UploadSenderOptions } from './sending/upload-sender.ts'
import { canRetry, createUploadStore, type Ids, isUnsent, refusalOf, type Upload } from './upload.ts'

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
