import { setTimeout as sleep } from 'node:timers/promises'
import type { CdnConfig } from '@vitrine/contract/calls/back-office/cdn'
import { fieldError } from '#kit/api-error'
import type { Counter } from '#kit/metrics/metrics'

/** Cloudflare Images as documented (https://developers.cloudflare.com/api, Images) and observed in 2026. */
export interface CloudflareClient {
  request<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: FormData | object): Promise<T>
}

export interface Credentials {
  key: string
  email: string
}

/** A failed call; the message is shown to the admin. */
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

export const isCloudflareError = (error: unknown, kind: ErrorKind): error is CloudflareError =>
  error instanceof CloudflareError && error.kind === kind

/** `unreachable`, also a server error, is worth a retry, `rejected` never; `no_account` includes one without Images. */
type ErrorKind = 'unreachable' | 'rate_limited' | 'unauthorized' | 'no_account' | 'exists' | 'missing' | 'rejected'

/** Bytes of one uploaded image. */
export const maxUploadBytes = 10_000_000

/** Milliseconds until a call times out; uploads have their own limit. */
const [timeoutMs, uploadTimeoutMs] = [15_000, 120_000]

/** `base` is the operator's, never from an admin's form; redirects are refused, since they would get the key. */
export function createCloudflareClient(
  base: string,
  credentials: Credentials,
  callsPerSecond: number,
  calls?: Counter<'outcome'>,
): CloudflareClient {
  const waitForSlot = createPacer(callsPerSecond)
  return {
    async request(method, path, body) {
      await waitForSlot()
      const isForm = body instanceof FormData
      const headers = { ...authHeaders(credentials), ...(body && !isForm && { 'content-type': 'application/json' }) }
      try {
        const response = await fetch(`${base}/${path}`, {
          method,
          headers,
          body: isForm ? body : body ? JSON.stringify(body) : null,
          redirect: 'error',
          signal: AbortSignal.timeout(isForm ? uploadTimeoutMs : timeoutMs),
        })
        const result = parseReply(response, await response.text())
        calls?.inc({ outcome: 'ok' })
        return result as never
      } catch (error) {
        const problem = error instanceof CloudflareError ? error : unreachableError(error)
        calls?.inc({ outcome: problem.kind })
        throw problem
      }
    },
  }
}

const unreachableError = (cause: unknown) =>
  new CloudflareError('unreachable', `Cloudflare does not answer (${describeCause(cause)}).`, { cause })

export const accountImagesUrl = (api: string, account_id: string) =>
  `${api}/accounts/${encodeURIComponent(account_id)}/images`

/** An API token is sent alone, a global API key (`cfk_…` or, formerly, hexadecimal) with its e-mail address. */
function authHeaders({ key, email }: Credentials): Record<string, string> {
  const isGlobalKey = /^cfk_|^[0-9a-f]{37,45}$/.test(key)
  return isGlobalKey ? { 'x-auth-email': email, 'x-auth-key': key } : { authorization: `Bearer ${key}` }
}

/** Spaces calls evenly, so that no burst exhausts the rate limit of the whole account. */
function createPacer(perSecond: number): () => Promise<void> {
  let nextSlot = 0
  return async () => {
    const now = performance.now()
    const wait = nextSlot - now
    nextSlot = Math.max(now, nextSlot) + 1000 / perSecond
    if (wait > 0) await sleep(wait)
  }
}

interface Envelope {
  success?: boolean
  result?: unknown
  errors?: { code?: number; message?: string; error_chain?: { code?: number }[] }[]
}

function parseReply(response: Response, text: string): unknown {
  const { success, result, errors = [] } = parseEnvelope(text)
  if (response.ok && success) return result
  const codes = errors.flatMap((one) => [one.code ?? 0, ...(one.error_chain ?? []).map((cause) => cause.code ?? 0)])
  const reason = errors.map(({ code, message }) => `${message} (${code})`).join('; ') || `status ${response.status}`
  const kind = errorKindOf(response.status, codes)
  throw new CloudflareError(kind, errorMessages[kind](reason.slice(0, 300)), {
    codes,
    retryAfter: Number(response.headers.get('retry-after')) || 0,
  })
}

/** The upload host replies `ERROR 5455: …` in plain text, and gateways reply in any form. */
function parseEnvelope(text: string): Envelope {
  try {
    const envelope = JSON.parse(text)
    if (envelope && typeof envelope === 'object') return envelope
  } catch {}
  const [, code, message = ''] = /^ERROR (\d+):? ?(.*)/.exec(text) ?? []
  return code ? { errors: [{ code: Number(code), message }] } : {}
}

/** Classifies by error code first, since one status has many meanings; then by status, for replies from gateways. */
function errorKindOf(status: number, codes: number[]): ErrorKind {
  const has = (...candidates: number[]) => codes.some((code) => candidates.includes(code))
  if (status === 429 || has(971, 10429, 10502)) return 'rate_limited' // 10502: too many wrong keys
  if (has(1000, 6003, 6102, 6103, 6111, 9103, 9106, 9107, 9109, 10000)) return 'unauthorized'
  if (has(5403, 7003)) return 'no_account'
  if (has(5409, 5410)) return 'exists'
  if (has(5404)) return 'missing'
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'missing'
  // A 200 without success and without codes is a server error; so is a timeout (408).
  if (status === 408 || status >= 500 || status < 400) return 'unreachable'
  return 'rejected'
}

const errorMessages: Record<ErrorKind, (reason: string) => string> = {
  unreachable: (reason) => `Cloudflare is in trouble: ${reason}.`,
  rate_limited: () => 'Cloudflare asks us to wait: there were too many calls for this account.',
  unauthorized: (reason) => `Cloudflare does not accept the API key: ${reason}.`,
  no_account: (reason) => `Cloudflare Images does not know this account, or it is not booked there: ${reason}.`,
  exists: (reason) => `It is there already: ${reason}.`,
  missing: (reason) => `It is not there: ${reason}.`,
  rejected: (reason) => `Cloudflare does not take this: ${reason}.`,
}

function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const cause = error.cause
  // An error without a cause was thrown before sending; its message may quote the key.
  return cause instanceof Error
    ? ((cause as NodeJS.ErrnoException).code ?? cause.message)
    : 'the call could not be made'
}

// What an admin has entered.

/** Above the rate limit of the synchronisation, because the admin waits for these few calls. */
const checksPerSecond = 20

/** Throws `invalid` at the wrong field; returns why Cloudflare could not be asked, since it is then saved unchecked. */
export async function checkConfig(api: string, input: Omit<CdnConfig, 'images_domain'>): Promise<string | null> {
  const credentials = { key: input.api_key, email: input.email }
  const client = createCloudflareClient(accountImagesUrl(api, input.account_id), credentials, checksPerSecond)
  try {
    await client.request('GET', 'v1/stats')
    await checkAccountHash(client, input.account_hash)
    return null
  } catch (error) {
    if (!(error instanceof CloudflareError)) throw error
    if (error.kind === 'unreachable' || error.kind === 'rate_limited') return error.message
    throw fieldError('invalid', error.kind === 'unauthorized' ? 'api_key' : 'account_id', error.message)
  }
}

/** Only an uploaded image reveals the hash; for an empty account it is checked with the first upload. */
async function checkAccountHash(client: CloudflareClient, hash: string) {
  const found = await client.request<{ images?: CloudflareImage[] } | null>('GET', 'v2?per_page=1')
  const actual = accountHashOf(found?.images?.[0] ?? null)
  if (actual && actual !== hash) throw fieldError('invalid', 'account_hash', wrongHashMessage(actual))
}

export interface CloudflareImage {
  /** URLs, all below `https://imagedelivery.net/{hash}/{id}/`. */
  variants?: string[]
}

/** The account's hash, taken from a delivery URL of one of its images: the first segment of the path. */
export function accountHashOf(image: CloudflareImage | null): string | undefined {
  const url = image?.variants?.find((variant) => variant.startsWith('https://imagedelivery.net/'))
  return url?.split('/')[3]
}

export const wrongHashMessage = (hash: string) => `This account delivers its images under the hash ${hash}.`
