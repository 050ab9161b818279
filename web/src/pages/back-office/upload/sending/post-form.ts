import type { ApiResponse } from '#api/api-client.ts'

export interface PostRequest {
  path: string
  form: FormData
  /** An access token, sent as Bearer. */
  token: string
  signal: AbortSignal
  /** Progress in bytes of the body; `total` is a little more than the files. */
  onSent: (sent: number, total: number) => void
}

/** `retryAfter` in seconds; 0 without a Retry-After header. */
export type PostResponse = ApiResponse & { retryAfter: number }

/** Idle timeout: without progress for so long the connection is dead, as after a laptop's sleep. */
const idleTimeoutMs = 120_000

/** Posts a form; XMLHttpRequest, since `fetch` reports no upload progress. Never rejects; status 0: no response. */
export function postForm({ path, form, token, signal, onSent }: PostRequest): Promise<PostResponse> {
  const { promise, resolve } = Promise.withResolvers<PostResponse>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let idleTimer = setTimeout(abort, idleTimeoutMs)

  request.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(abort, idleTimeoutMs)
    onSent(loaded, total)
  }
  request.onloadend = () => {
    clearTimeout(idleTimer)
    signal.removeEventListener('abort', abort)
    const retryAfter = Number(request.getResponseHeader('retry-after')) || 0
    resolve({ status: request.status, json: parseJson(request.responseText), retryAfter })
  }
  signal.addEventListener('abort', abort)
  request.open('POST', path)
  request.setRequestHeader('accept', 'application/json')
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.send(form)
  if (signal.aborted) abort()
  return promise
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
