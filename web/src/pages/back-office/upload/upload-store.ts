import type { Upload } from './upload.ts'

/** The state that the page shows. */
export interface UploadListState {
  uploads: Upload[]
  /** The next retry, while the server is busy or unreachable. */
  nextRetry: NextRetry | null
  /** Why no further file is taken for now, such as a quota; null since the last start. */
  haltReason: string | null
  /** When the first of the files that are being sent began, in milliseconds since the epoch. */
  startedAt: number
}

export interface NextRetry {
  /** Time in milliseconds since the epoch. */
  at: number
  isUnreachable: boolean
}

export type UploadStore = ReturnType<typeof createUploadStore>

/** Batching interval: sending hundreds of files would otherwise render hundreds of times a second. */
const notifyDelayMs = 60

/** Holds the state and notifies its listeners, for `useSyncExternalStore`. */
export function createUploadStore() {
  let state: UploadListState = { uploads: [], nextRetry: null, haltReason: null, startedAt: 0 }
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function notify() {
    clearTimeout(timer)
    timer = undefined
    for (const listener of listeners) listener()
  }

  return {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
    /** Changes the state and notifies at once. */
    set(change: Partial<UploadListState>) {
      state = { ...state, ...change }
      notify()
    },
    /** Changes the uploads at once and notifies a little later. */
    setSoon(uploads: Upload[]) {
      state = { ...state, uploads }
      timer ??= setTimeout(notify, notifyDelayMs)
    },
  }
}
