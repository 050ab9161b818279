import type { Upload, UsualMetadata } from './upload.ts'

/** The state that the page shows. */
export interface UploadListState {
  uploads: Upload[]
  /** The next retry, while the server is busy or unreachable. */
  nextRetry: NextRetry | null
  /** Why no further file is taken for now, such as a quota; null since the last start. */
  haltReason: string | null
  /** What an earlier tab left unsent of its list, until the person has decided about it. */
  leftOver: { unsent: number; total: number } | null
  /** Whether this browser could not store the list, so that closing the tab loses it. */
  isUnstored: boolean
  usual: UsualMetadata
}

export interface NextRetry {
  /** Time in milliseconds since the epoch. */
  at: number
  isUnreachable: boolean
}

export type UploadStore = ReturnType<typeof createUploadStore>

/** Batching interval: inspecting and sending hundreds of files would otherwise render hundreds of times a second. */
const notifyDelayMs = 60

/** Holds the state and notifies its listeners, for `useSyncExternalStore`. */
export function createUploadStore() {
  let state: UploadListState = {
    uploads: [],
    nextRetry: null,
    haltReason: null,
    leftOver: null,
    isUnstored: false,
    usual: {},
  }
  const listeners = new Set<() => void>()
  const watchers = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function notify() {
    clearTimeout(timer)
    timer = undefined
    for (const listener of [...listeners, ...watchers]) listener()
  }

  return {
    getSnapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Is called like a listener without being a page that shows the list. */
    watch: (watcher: () => void) => void watchers.add(watcher),
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
