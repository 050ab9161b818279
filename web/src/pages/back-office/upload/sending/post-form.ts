import type { ApiResponse } from '#api/api-client.ts'

export interface PostRequest {
  path: string
  form: FormData
  /** An access token, sent as Bearer. */
  token: string
  signal: AbortSignal
  /** How much of the body has left this machine; `total` is a little more than the files. */
  onSent: (sent: number, total: number) => void
}

/** `retryAfter` in seconds; 0 where nothing was said. */
export type PostResponse = ApiResponse & { retryAfter: number }

/** Without a byte moving or an answer for so long, the line is dead: a laptop that slept does not notice by itself. */
const idleTimeoutMs = 120_000

/** Sends a form. `fetch` would not tell how much of it has gone out. Never throws: status 0 when nobody answered. */
export function postForm({ path, form, token, signal, onSent }: PostRequest): Promise<PostResponse> {
  const { promise, resolve } = Promise.withResolvers<PostResponse>()
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  let silent = setTimeout(abort, idleTimeoutMs)

  request.upload.onprogress = ({ loaded, total }) => {
    clearTimeout(silent)
    silent = setTimeout(abort, idleTimeoutMs)
    onSent(loaded, total)
  }
  request.onloadend = () => {
    clearTimeout(silent)
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
