import { profiles } from '@vitrine/contract/calls/accounts/profile'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { endpointPath, type Reply } from '@vitrine/contract/endpoint'
import { quotaErrors } from '@vitrine/contract/vocabulary/quota'
import { ApiError, type ApiResponse, type Transport } from '#api/api-client.ts'
import { jsonOf } from '#api/fetch-once.ts'
import { isRetryable } from '#api/query-client.ts'
import { queryString } from '#api/query-string.ts'
import { validSession } from '#api/session-refresh.ts'
import { messages } from '../messages.ts'
import type { Upload, UploadedImage } from '../upload.ts'
import { usualMetadata } from '../usual-metadata.ts'
import type { AttemptResult, Outcome } from './send-with-retry.ts'

interface SendOptions {
  send: Transport
  /** The account that the files were chosen for. */
  username: string
  signal: AbortSignal
  /** The sent share of each file, 0 to 1. */
  onSent: (shares: number[]) => void
  /** Called when this account is not signed in any more. */
  onSignedOut: () => void
}

/** Sends one batch once; returns an outcome for each file. */
export async function sendBatch(
  batch: Upload[],
  isFirst: boolean,
  options: SendOptions,
): Promise<AttemptResult<UploadedImage>> {
  const { send, username, signal, onSent, onSignedOut } = options
  // Before a retry a small request tests the connection and renews the session.
  const probe = isFirst ? null : await send({ method: 'GET', path: endpointPath(profiles.mine), signal })
  if (probe && isRetryable(probe)) return failBatch(batch, probe)
  const session = await validSession()
  if (session?.user.username !== username) {
    onSignedOut()
    return failBatch(batch, { status: 401, json: null })
  }
  const response = await postForm({
    path: endpointPath(uploads.upload) + queryString({ draft: 'true' }),
    form: uploadForm(batch),
    token: session.tokens.access_token,
    signal,
    onSent: (sent, total) => onSent(fileShares(batch, sent, total)),
  })
  if (response.status !== uploads.upload.status) return failBatch(batch, response, response.retryAfter)
  const reply = response.json as Reply<typeof uploads.upload>
  return { outcomes: batch.map((_, index) => outcomeOf(reply, index)), retryAfter: 0, isUnreachable: false }
}

/** Drafts with what is usual of all; the rest is read from each file, which ends the body. */
function uploadForm(batch: Upload[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(usualMetadata.read())) for (const _ of batch) form.append(name, value)
  for (const { file } of batch) form.append('images', file)
  return form
}

/** Derives each file's sent share from the body's: the files are its end, one after another. */
function fileShares(batch: Upload[], sent: number, total: number): number[] {
  const bytes = batch.reduce((sum, { file }) => sum + file.size, 0)
  let left = Math.max(0, sent - (total - bytes))
  return batch.map(({ file: { size } }) => {
    const sentBytes = Math.min(left, size)
    left -= sentBytes
    return size ? sentBytes / size : 1
  })
}

function outcomeOf({ images, errors }: Reply<typeof uploads.upload>, index: number): Outcome<UploadedImage> {
  const image = images.find((one) => one.index === index)
  if (image) return { state: 'success', image }
  const error = errors.find((one) => one.index === index)
  if (error && isQuotaError(error.code)) return { state: 'halted', reason: error.message }
  const isServerFault = serverFaultCodes.has(error?.code ?? '')
  return {
    state: 'error',
    reason: error?.message ?? 'This file was not taken.',
    canRetry: isServerFault,
    isTransient: isServerFault,
    isServerError: error?.code === 'internal',
  }
}

const isQuotaError = (code: string) => (quotaErrors as readonly string[]).includes(code)

/** Error codes of a file that are the server's fault. */
const serverFaultCodes = new Set(['busy', 'unavailable', 'internal'])

/** Fails a batch: errors of single files name their index ('images.3'), any other error is the batch's. */
function failBatch(batch: Upload[], response: ApiResponse, retryAfter = 0): AttemptResult<UploadedImage> {
  const error = new ApiError(response)
  // 403 is the person's and not the files': their account is blocked, or something else of theirs forbids uploads.
  if (isQuotaError(error.code) || error.status === 403) {
    const outcomes = batch.map((): Outcome<UploadedImage> => ({ state: 'halted', reason: error.message }))
    return { outcomes, retryAfter, isUnreachable: false }
  }
  const isTransient = isRetryable(error) || transientStatuses.has(error.status) || error.code === 'broken_multipart'
  const outcomes = batch.map((_, index): Outcome<UploadedImage> => {
    const fileError = error.fields.find(({ at }) => Number(/\d+$/.exec(at)?.[0]) === index)
    const reason =
      fileError?.message ??
      error.serverMessage ??
      (response.status ? messages.batchFailed(response.status) : error.message)
    return {
      state: 'error',
      reason,
      canRetry: !fileError,
      isTransient: isTransient && !fileError,
      isServerError: response.status === 500,
    }
  })
  return { outcomes, retryAfter, isUnreachable: response.status === 0 }
}

/** 401: the next attempt renews the token; 408: the body was sent too slowly. */
const transientStatuses = new Set([401, 408])

interface PostRequest {
  path: string
  form: FormData
  /** An access token, sent as Bearer. */
  token: string
  signal: AbortSignal
  /** Progress in bytes of the body; `total` is a little more than the files. */
  onSent: (sent: number, total: number) => void
}

/** `retryAfter` in seconds; 0 without a Retry-After header. */
type PostResponse = ApiResponse & { retryAfter: number }

/** Browsers tell progress every 50 ms or so, each time of two requests, and the whole list is rendered again. */
const progressMs = 150

/** Idle timeout: without progress for so long the connection is dead, as after a laptop's sleep. */
const idleTimeoutMs = 120_000

/** Posts a form; XMLHttpRequest, since `fetch` reports no upload progress. Never rejects; status 0: no response. */
function postForm({ path, form, token, signal, onSent }: PostRequest): Promise<PostResponse> {
  const { promise, resolve } = Promise.withResolvers<PostResponse>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let idleTimer = setTimeout(abort, idleTimeoutMs)
  let toldAt = 0

  request.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(abort, idleTimeoutMs)
    if (performance.now() - toldAt < progressMs) return
    toldAt = performance.now()
    onSent(loaded, total)
  }
  request.onloadend = () => {
    clearTimeout(idleTimer)
    signal.removeEventListener('abort', abort)
    const retryAfter = Number(request.getResponseHeader('retry-after')) || 0
    resolve({ status: request.status, json: jsonOf(request.responseText), retryAfter })
  }
  signal.addEventListener('abort', abort)
  request.open('POST', path)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.send(form)
  if (signal.aborted) abort()
  return promise
}
