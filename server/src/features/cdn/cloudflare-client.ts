import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Cloudflare Images as its documentation and its practice have it in 2026: https://developers.cloudflare.com/api, Images.
 * Answers come in an envelope with `success`, which may be false at status 200; a gateway answers in plain text.
 */
export interface CloudflareClient {
  request<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: FormData | object): Promise<T>
}

export interface Credentials {
  /** An API token goes alone (`Authorization`); a global API key goes with its e-mail address (`X-Auth-Key`). */
  scheme: AuthScheme
  key: string
  email: string
}

export type AuthScheme = 'token' | 'key'

/** What follows from a failure; the sentence is for the admin. */
export class CloudflareError extends Error {
  readonly kind: ErrorKind
  readonly codes: number[]
  /** Seconds. */
  readonly retryAfter: number

  constructor(kind: ErrorKind, message: string, more: { codes?: number[]; retryAfter?: number; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.codes = more.codes ?? []
    this.retryAfter = more.retryAfter ?? 0
  }
}

/**
 * `unreachable`: no answer, or trouble of the service's own: later. `busy`: too many calls. `refused`: the key. `no_account`:
 * the account, or Images is not booked there. `exists`, `missing`: the picture. `unfit`: this call will never succeed.
 */
type ErrorKind = 'unreachable' | 'busy' | 'refused' | 'no_account' | 'exists' | 'missing' | 'unfit'

/** Bytes of one picture. */
export const maxUploadBytes = 10_000_000

/** Milliseconds until a call is answered, and until one is that carries a picture. */
const [timeoutMs, uploadTimeoutMs] = [15_000, 120_000]

/**
 * `base` is the address of the account's images: of a host that the operator's settings name, and no admin's form.
 * Redirects are not followed, since they would carry the key elsewhere.
 */
export function createCloudflareClient(
  base: string,
  credentials: Credentials,
  callsPerSecond: number,
): CloudflareClient {
  const turn = createPacer(callsPerSecond)
  return {
    async request(method, path, body) {
      await turn()
      const isForm = body instanceof FormData
      const headers = { ...authHeaders(credentials), ...(body && !isForm && { 'content-type': 'application/json' }) }
      try {
        const answer = await fetch(`${base}/${path}`, {
          method,
          headers,
          body: isForm ? body : body ? JSON.stringify(body) : null,
          redirect: 'error',
          signal: AbortSignal.timeout(isForm ? uploadTimeoutMs : timeoutMs),
        })
        return parseReply(answer, await answer.text())
      } catch (error) {
        if (error instanceof CloudflareError) throw error
        throw new CloudflareError('unreachable', `Cloudflare does not answer (${describeCause(error)}).`, {
          cause: error,
        })
      }
    },
  }
}

/** Where an account's images are asked for. */
export const accountImagesUrl = (api: string, account_id: string) =>
  `${api}/accounts/${encodeURIComponent(account_id)}/images`

function authHeaders({ scheme, key, email }: Credentials): Record<string, string> {
  if (scheme === 'token') return { authorization: `Bearer ${key}` }
  return { 'x-auth-email': email, 'x-auth-key': key }
}

/** A global API key is `cfk_…`, or was 37 to 45 digits and small letters up to f; tokens have capitals and other prefixes. */
export const guessScheme = (key: string): AuthScheme => (/^cfk_|^[0-9a-f]{37,45}$/.test(key) ? 'key' : 'token')

/** One call after the other, so far apart that no burst of ours has the whole account shut out. */
function createPacer(perSecond: number): () => Promise<void> {
  let free = 0
  return async () => {
    const now = performance.now()
    const wait = free - now
    free = Math.max(now, free) + 1000 / perSecond
    if (wait > 0) await sleep(wait)
  }
}

interface Envelope {
  success?: boolean
  result?: unknown
  errors?: { code?: number; message?: string; error_chain?: { code?: number }[] }[]
}

function parseReply<T>(answer: Response, text: string): T {
  const { success, result, errors = [] } = parseEnvelope(text)
  if (answer.ok && success) return result as T
  const codes = errors.flatMap((one) => [one.code ?? 0, ...(one.error_chain ?? []).map((cause) => cause.code ?? 0)])
  const said = errors.map(({ code, message }) => `${message} (${code})`).join('; ') || `status ${answer.status}`
  const kind = errorKindOf(answer.status, codes)
  throw new CloudflareError(kind, errorMessages[kind](said.slice(0, 300)), {
    codes,
    retryAfter: Number(answer.headers.get('retry-after')) || 0,
  })
}

/** The upload host answers `ERROR 5455: …` as plain text, and gateways answer whatever they like. */
function parseEnvelope(text: string): Envelope {
  try {
    const said = JSON.parse(text)
    if (said && typeof said === 'object') return said
  } catch {}
  const [, code, message = ''] = /^ERROR (\d+):? ?(.*)/.exec(text) ?? []
  return code ? { errors: [{ code: Number(code), message }] } : {}
}

/** Codes first, since the same status means many things; then the status, for answers that are none of the API's. */
function errorKindOf(status: number, codes: number[]): ErrorKind {
  const has = (...some: number[]) => codes.some((code) => some.includes(code))
  if (status === 429 || has(971, 10429, 10502)) return 'busy' // the last: too many wrong keys
  if (has(1000, 6003, 6102, 6103, 6111, 9103, 9106, 9107, 9109, 10000)) return 'refused'
  if (has(5403, 7003)) return 'no_account'
  if (has(5409, 5410)) return 'exists'
  if (has(5404)) return 'missing'
  if (status === 401 || status === 403) return 'refused'
  if (status === 404) return 'missing'
  // A 200 that is no success and says nothing is trouble of theirs; so is a time-out.
  if (status === 408 || status >= 500 || status < 400) return 'unreachable'
  return 'unfit'
}

const errorMessages: Record<ErrorKind, (said: string) => string> = {
  unreachable: (said) => `Cloudflare is in trouble: ${said}.`,
  busy: () => 'Cloudflare asks us to wait: there were too many calls for this account.',
  refused: (said) => `Cloudflare does not accept the API key: ${said}.`,
  no_account: (said) => `Cloudflare Images does not know this account, or it is not booked there: ${said}.`,
  exists: (said) => `It is there already: ${said}.`,
  missing: (said) => `It is not there: ${said}.`,
  unfit: (said) => `Cloudflare does not take this: ${said}.`,
}

function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const cause = error.cause
  // What has no cause was never sent; its message may quote the key.
  return cause instanceof Error
    ? ((cause as NodeJS.ErrnoException).code ?? cause.message)
    : 'the call could not be made'
}
