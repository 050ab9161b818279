import { type Call, type Endpoint, pathOf, type Reply } from '@vitrine/contract/endpoint'
import type { ErrorBody } from '@vitrine/contract/errors'

/** Carries one request to the API: over the network in the browser, in process while the server renders. */
export type Send = (request: Request) => Promise<Answer>

export interface Request {
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

export interface Answer {
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
export function caller(send: Send, signal?: AbortSignal) {
  return async <E extends Endpoint>(endpoint: E, ...[said]: unknown extends Call<E> ? [] : [Call<E>]) => {
    const ask: Said = said ?? {}
    const answer = await send({
      method: endpoint.method,
      path: pathOf(endpoint, ask.params) + questions(ask.query),
      json: ask.body,
      form: ask.form as FormData | undefined,
      signal,
    })
    if (answer.status < 200 || answer.status > 299) throw new CallError(answer)
    return answer.json as Reply<E>
  }
}

interface Said {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  form?: unknown
}

/** What is empty is left out, the rest is sent as text (requirements: #query-parameters). */
function questions(query: Record<string, unknown> = {}): string {
  const asked = Object.entries(query).filter(([, value]) => value !== '' && value !== null && value !== undefined)
  return asked.length ? `?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}` : ''
}

const noAnswer = 'The library did not answer. Please check your connection and try again.'

/** An answer that is not what was asked for, in the contract's error shape. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** The server's own sentence; undefined when it had none. */
  readonly said: string | undefined
  readonly fields: NonNullable<ErrorBody['fields']>

  constructor({ status, json }: Answer) {
    const said = (json ?? {}) as Partial<ErrorBody>
    super(said.message ?? said.error ?? noAnswer)
    this.said = said.message ?? said.error
    this.status = status
    this.code = said.code ?? 'unavailable'
    this.fields = said.fields ?? []
  }

  /** Travels from the server to the browser inside the page. */
  toJSON() {
    return { status: this.status, code: this.code, message: this.message, fields: this.fields }
  }
}
