import { type CallInput, type Endpoint, endpointPath, type Reply } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'

/** Sends one API request: over the network in the browser, in process while the server renders. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>

export interface ApiRequest {
  method: string
  /** Path and query. */
  path: string
  json?: unknown
  form?: FormData
  signal?: AbortSignal
  /** An access token, sent as Bearer. */
  token?: string
  keepalive?: boolean
}

export interface ApiResponse {
  /** 0 without a response. */
  status: number
  json: unknown
  /** A response that is a file and not JSON; in the browser only. */
  file?: Blob
}

/** Calls an endpoint, `apiClient(send)(gallery.one, { params: { slug } })`; an ApiError's message can be shown. */
export function apiClient(send: Transport, signal?: AbortSignal) {
  return async <E extends Endpoint>(endpoint: E, ...[input]: unknown extends CallInput<E> ? [] : [CallInput<E>]) => {
    const parts: RequestParts = input ?? {}
    const response = await send({
      method: endpoint.method,
      path: endpointPath(endpoint, parts.params) + apiQueryString(parts.query),
      json: parts.body,
      form: parts.form as FormData | undefined,
      signal,
    })
    if (response.status < 200 || response.status > 299) throw new ApiError(response)
    return response.json as Reply<E>
  }
}

/**
 * An endpoint of the contract without its schemas, for visitors' pages: importing the schemas would bring Zod into the
 * app chunk (8 of 96 kB, brotli) to check what the server checks anyway. The compiler accepts no method and path but
 * the contract's; all else of the endpoint exists as a type only, except its messages, which do not exist at all.
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

/** Omits empty values and sends the rest as text (requirements: #query-parameters). */
function apiQueryString(query: Record<string, unknown> = {}): string {
  const params = Object.entries(query).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return params.length ? `?${new URLSearchParams(params.map(([name, value]) => [name, String(value)]))}` : ''
}

const noResponseMessage = 'The library did not answer. Please check your connection and try again.'
/** Of a response that is not the API's, such as the page of a proxy. */
const foreignResponseMessage = 'The library cannot be reached at the moment. Please try again shortly.'

/** An unsuccessful response, in the contract's error shape. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly serverMessage: string | undefined
  readonly fields: NonNullable<ErrorBody['fields']>

  constructor({ status, json }: ApiResponse) {
    const body = (json ?? {}) as Partial<ErrorBody>
    super(body.message ?? body.error ?? (status ? foreignResponseMessage : noResponseMessage))
    this.serverMessage = body.message ?? body.error
    this.status = status
    this.code = body.code ?? 'unavailable'
    this.fields = body.fields ?? []
  }

  /** Part of the page's embedded data, from the server's rendering to the browser. */
  toJSON() {
    return { status: this.status, code: this.code, message: this.message, fields: this.fields }
  }
}
