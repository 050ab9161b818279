import type { uploads } from '@vitrine/contract/calls/back-office/uploads'
import type { Reply } from '@vitrine/contract/endpoint'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { refusalMessage } from '@vitrine/contract/vocabulary/refusals'
import { createStore } from '../image-manager/external-store.ts'

export type UploadedImage = Reply<typeof uploads.upload>['images'][number]

/** A chosen file on its way to being a draft: loading, then success or error (requirements: #upload-states). */
export type Upload = {
  id: number
  file: File
} & UploadState

export type UploadState =
  /** Was stopped, or no further file was taken. */
  | { state: 'ready' }
  /** `sent`: the share of its bytes that was sent, 0 to 1. */
  | { state: 'loading'; sent: number }
  | { state: 'success'; image: UploadedImage }
  /** `canRetry`: the file itself was not refused. */
  | { state: 'error'; reason: string; canRetry: boolean }

export type Ids = ReadonlySet<number>

export const idsOf = (uploads: Upload[]): Ids => new Set(uploads.map(({ id }) => id))

export const canRetry = (upload: Upload) => upload.state === 'error' && upload.canRetry

export const isUnsent = (upload: Upload) => upload.state === 'ready' || canRetry(upload)

export const withState = (uploads: Upload[], ids: Ids, state: UploadState): Upload[] =>
  uploads.map((upload) => (ids.has(upload.id) ? { ...upload, ...state } : upload))

/** Sets the sent share of each file of a batch, as far as it is still being sent. */
export function withProgress(uploads: Upload[], batch: Upload[], shares: number[]): Upload[] {
  const shareById = new Map(batch.map(({ id }, index) => [id, shares[index]!]))
  return uploads.map((upload) => {
    const sent = shareById.get(upload.id)
    return upload.state === 'loading' && sent !== undefined ? { ...upload, sent } : upload
  })
}

/** The sent share of the bytes of all files that were or are being sent. */
export function sentShare(uploads: Upload[]): number {
  const started = uploads.filter(({ state }) => state === 'success' || state === 'loading')
  const bytes = (shareOf: (upload: Upload) => number) =>
    started.reduce((sum, upload) => sum + shareOf(upload) * upload.file.size, 0)
  const all = bytes(() => 1) || 1
  return bytes((upload) => (upload.state === 'loading' ? upload.sent : 1)) / all
}

/** By the bytes sent, and by the answers as they come: measuring takes longer. Null before it has gone on for 3 s. */
export function secondsLeft(uploads: Upload[], secondsSoFar: number): number | null {
  const answered = uploads.filter(({ state }) => state !== 'loading').length / uploads.length
  const share = Math.min(sentShare(uploads), answered || 1)
  if (secondsSoFar < 3 || share === 0 || share === 1) return null
  return Math.ceil((secondsSoFar * (1 - share)) / share)
}

/** The server's refusal of a file that need not be sent to be refused; null where it is sent. */
export function refusalOf({ size }: File): string | null {
  if (size === 0) return refusalMessage('empty_file', {})
  const { fileBytes } = fileLimits
  return size > fileBytes ? refusalMessage('file_too_large', { limit: fileBytes / 1e6 }) : null
}

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
