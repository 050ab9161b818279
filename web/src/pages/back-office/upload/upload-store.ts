import { createStore } from '#pages/back-office/image-manager/external-store.ts'
import type { Upload } from './upload.ts'

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

/** Holds the state and notifies its listeners, for `useSyncExternalStore`. */
export function createUploadStore() {
  const store = createStore<UploadListState>({ uploads: [], nextRetry: null, haltReason: null, startedAt: 0 })
  return { ...store, set: (change: Partial<UploadListState>) => store.set({ ...store.getSnapshot(), ...change }) }
}
