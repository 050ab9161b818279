import { type CallInput, type Endpoint, endpointPath, type Reply } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'

/** Carries one request to the API: over the network in the browser, in process while the server renders. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>

export interface ApiRequest {
  method: string
  /** Path and query. */
  path: string
  json?: unknown
  form?: FormData
  /** Ends the request when nobody waits for its answer any more. */
  signal?: AbortSignal
  /** An access token, sent as Bearer. */
  token?: string
}

export interface ApiResponse {
  /** 0 when nobody answered. */
  status: number
  json: unknown
  /** An answer that is a file and no JSON; in the browser alone. */
  file?: Blob
}

/**
 * The one way to call an endpoint: `caller(send)(gallery.one, { params: { slug } })`. Answers the contract's reply;
 * throws a CallError, whose message can be shown.
 */
export function apiClient(send: Transport, signal?: AbortSignal) {
  return async <E extends Endpoint>(endpoint: E, ...[said]: unknown extends CallInput<E> ? [] : [CallInput<E>]) => {
    const ask: RequestParts = said ?? {}
    const answer = await send({
      method: endpoint.method,
      path: endpointPath(endpoint, ask.params) + apiQueryString(ask.query),
      json: ask.body,
      form: ask.form as FormData | undefined,
      signal,
    })
    if (answer.status < 200 || answer.status > 299) throw new ApiError(answer)
    return answer.json as Reply<E>
  }
}

/**
 * An endpoint of the contract without its schemas, for pages of visitors: importing the schemas would bring Zod into the
 * first chunk (8 of 96 kB, brotli), to check what the server checks anyway. Method and path other than the contract's
 * do not compile; the rest of the endpoint exists as a type alone, and its messages not even so.
 */
export function publicEndpoint<E extends Endpoint>(method: E['method'], path: E['path']) {
  return { method, path } as unknown as Omit<E, 'messages'>
}

interface RequestParts {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  form?: unknown
}

/** What is empty is left out, the rest is sent as text (requirements: #query-parameters). */
function apiQueryString(query: Record<string, unknown> = {}): string {
  const asked = Object.entries(query).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return asked.length ? `?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}` : ''
}

const noResponseMessage = 'The library did not answer. Please check your connection and try again.'

/** An answer that is not what was asked for, in the contract's error shape. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The server's own sentence; undefined when it had none. */
  readonly serverMessage: string | undefined
  readonly fields: NonNullable<ErrorBody['fields']>

  constructor({ status, json }: ApiResponse) {
    const said = (json ?? {}) as Partial<ErrorBody>
    super(said.message ?? said.error ?? noResponseMessage)
    this.serverMessage = said.message ?? said.error
    this.status = status
    this.code = said.code ?? 'unavailable'
    this.fields = said.fields ?? []
  }

  /** Travels from the server to the browser inside the page. */
  toJSON() {
    return { status: this.status, code: this.code, message: this.message, fields: this.fields }
  }
}
