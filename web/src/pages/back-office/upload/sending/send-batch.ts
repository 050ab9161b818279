import { profiles } from '@vitrine/contract/calls/profile'
import { uploads } from '@vitrine/contract/calls/uploads'
import { endpointPath, type Reply } from '@vitrine/contract/endpoint'
import { ApiError, type ApiResponse, type Transport } from '#api/api-client.ts'
import { validSession } from '#api/fetch-transport.ts'
import { isRetryable } from '#api/query-client.ts'
import { messages } from '../messages.ts'
import { metadataToSend, type Upload, type UploadedImage } from '../model/upload.ts'
import { postForm } from './post-form.ts'
import type { AttemptResult, Outcome } from './send-with-retry.ts'

interface SendOptions {
  send: Transport
  /** Whose images these are to be. */
  username: string
  signal: AbortSignal
  /** The share of each file that has left this machine. */
  onSent: (shares: number[]) => void
  /** He is not signed in any more. */
  onSignedOut: () => void
}

/** Sends one batch, once, and says of each of its files how it went. */
export async function sendBatch(
  batch: Upload[],
  isFirst: boolean,
  means: SendOptions,
): Promise<AttemptResult<UploadedImage>> {
  const { send, username, signal, onSent, onSignedOut } = means
  // Before all those bytes go again: something small finds out whether anybody answers, and renews the session if need be.
  const probe = isFirst ? null : await send({ method: 'GET', path: endpointPath(profiles.mine), signal })
  if (probe && isRetryable(probe)) return failBatch(batch, probe)
  const signed = await validSession()
  if (signed?.user.username !== username) {
    onSignedOut()
    return failBatch(batch, { status: 401, json: null })
  }
  const posted = await postForm({
    path: endpointPath(uploads.upload),
    form: uploadForm(batch),
    token: signed.tokens.access_token,
    signal,
    onSent: (sent, total) => onSent(fileShares(batch, sent, total)),
  })
  if (posted.status !== uploads.upload.status) return failBatch(batch, posted, posted.retryAfter)
  const reply = posted.json as Reply<typeof uploads.upload>
  return { outcomes: batch.map((_, index) => outcomeOf(reply, index)), retryAfter: 0, isUnreachable: false }
}

/** The i-th of each part belongs to the i-th file. The words come first, so the files' bytes are the end of the body. */
function uploadForm(batch: Upload[]): FormData {
  const form = new FormData()
  for (const upload of batch)
    for (const [name, value] of Object.entries(metadataToSend(upload))) form.append(name, value)
  for (const { file } of batch) form.append('images', file)
  return form
}

/** The files follow one another in the body; what the body has besides them is small and comes mostly before them. */
function fileShares(batch: Upload[], sent: number, total: number): number[] {
  const bytes = batch.reduce((sum, { file }) => sum + file.size, 0)
  let left = Math.max(0, sent - (total - bytes))
  return batch.map(({ file: { size } }) => {
    const own = Math.min(left, size)
    left -= own
    return size ? own / size : 1
  })
}

function outcomeOf({ images, errors }: Reply<typeof uploads.upload>, index: number): Outcome<UploadedImage> {
  const image = images.find((one) => one.index === index)
  if (image) return { state: 'success', image }
  const error = errors.find((one) => one.index === index)
  const isOurs = serverFaultCodes.has(error?.code ?? '')
  return { state: 'error', reason: error?.message ?? messages.noReason, canRetry: isOurs, isTransient: isOurs }
}

/** What a file is answered when the fault is the server's. */
const serverFaultCodes = new Set(['busy', 'unavailable', 'internal'])

/** A refused batch names its files by their place: 'images.3'. Without that, it was the batch that failed. */
function failBatch(batch: Upload[], answer: ApiResponse, retryAfter = 0): AttemptResult<UploadedImage> {
  const error = new ApiError(answer)
  const isPassing = isRetryable(error) || transientStatuses.has(error.status) || error.code === 'broken_multipart'
  const outcomes = batch.map((_, index): Outcome<UploadedImage> => {
    const own = error.fields.find(({ at }) => Number(/\d+$/.exec(at)?.[0]) === index)
    const reason =
      own?.message ?? error.serverMessage ?? (answer.status ? messages.batchFailed(answer.status) : error.message)
    return { state: 'error', reason, canRetry: !own, isTransient: isPassing && !own }
  })
  return { outcomes, retryAfter, isUnreachable: answer.status === 0 }
}

/** A token that the server does not take any more is renewed by the next attempt; a body that came too slowly comes again. */
const transientStatuses = new Set([401, 408])
