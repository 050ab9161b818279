import type { ErrorCode } from '@vitrine/contract/errors'
import type { RefusalCode } from '@vitrine/contract/vocabulary/refusals'
import { ApiError, fail } from '#kit/api-error'
import { isUnavailable } from '#kit/database/pg-errors'
import { isDiskFull } from '#kit/storage/disk-space'
import { RefusedFile } from '../refused-file.ts'
import type { ImageFacts } from '../worker-protocol.ts'

/** What a process answers to a job that it took from the queue. */
export type StoredOutcome = Finished | Failure

export interface Finished {
  /** Null unless an image was measured. */
  facts: ImageFacts | null
  /** Lengths of the files, which lie one after the other in the store. */
  lengths: number[]
  /** The attempt that made them. */
  attempt: number
  /** Milliseconds of a worker. */
  ms: number
}

type Failure =
  | { refused: RefusalCode; message: string }
  | { error: ErrorCode; retryAfter?: number | undefined }
  | { failed: string }

/** An error as it can be stored. */
export function failureOf(error: unknown): Failure {
  if (error instanceof RefusedFile) return { refused: error.code, message: error.message }
  if (error instanceof ApiError) return { error: error.code, retryAfter: error.retryAfter }
  if (isDiskFull(error)) return { error: 'disk_full' }
  if (isUnavailable(error) || isTimeout(error)) return { error: 'unavailable' }
  return { failed: String(error instanceof Error ? error.message : error) }
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** The error that `failureOf` was given, as far as its kind matters. */
export function toError(failure: Failure): Error {
  if ('refused' in failure) return new RefusedFile(failure.refused, failure.message)
  if ('error' in failure) return fail(failure.error, { retryAfter: failure.retryAfter, isReported: true })
  return new Error(failure.failed)
}
