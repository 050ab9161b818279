import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'
import type { Bulkhead } from './vocabulary/limits.ts'

/** An endpoint as data: the server serves it, the browser calls it, and the OpenAPI document lists it. */
export function endpoint<const M extends Method, const P extends string, const T extends EndpointOptions>(
  method: M,
  path: P,
  options: T,
) {
  return { method, path, ...options }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Schema = z.core.$ZodType

/**
 * The server checks access before anything else; the ownership of an image is checked by the handler. `confirmed` is
 * `signed-in` with a confirmed e-mail address, where that is asked for (requirements: #email-confirmation).
 */
export type Access = 'anyone' | 'signed-in' | 'confirmed' | 'admin'

export interface EndpointOptions {
  access: Access
  /** A personal API key may call it too; where it may not, a key is refused (requirements: #api-keys). */
  allowsApiKey?: true
  /** One sentence for the OpenAPI document. */
  summary: string
  params?: Schema
  query?: Schema
  /** A JSON body. */
  body?: Schema
  /** The parts of a multipart body; the handler reads the stream itself. */
  form?: Schema
  /** 'file' where the handler sends bytes itself. */
  reply: Schema | 'file'
  /** MIME types of a file that is sent by ranges and with an ETag. */
  fileTypes?: readonly string[]
  /** MIME type of a file that is made while it is sent, so it has no ranges and no ETag. */
  streamedType?: string
  /** Of a successful reply; 200 by default. */
  status?: 200 | 201
  /** The reply depends on nothing but params and query, until `changes` of another call clears it. */
  isCacheable?: true
  /** Its path ends with a secret: no cache stores the reply, and no log names it. */
  isSecret?: true
  /** What visitors see that a successful call changes, clearing cached replies (requirements: #declared-changes). */
  changes?: 'gallery'
  /** Which of the caller's bulkheads it counts against; by default `read` for GET, `change` for the other methods. */
  bulkhead?: Bulkhead | 'none'
  /** Errors of the endpoint's own work; those of its access and input follow from them. */
  errors?: readonly ErrorCode[]
  /** Texts of the toasts (requirements: #messages). */
  messages?: { done?: string; failed?: string }
}

export const bulkheadOf = ({ bulkhead, method }: Endpoint) => bulkhead ?? (method === 'GET' ? 'read' : 'change')

export type Endpoint = EndpointOptions & { method: Method; path: string }

/** Whether its reply to a visitor is the same for everyone, so that pages of other sites may read it. */
export const isPublicRead = ({ access, method, isSecret }: Endpoint) =>
  access === 'anyone' && method === 'GET' && !isSecret
export type EndpointGroup = Record<string, Endpoint>

/** Names of the `:slots` of a path. The pattern relies on the slash at the end of every path. */
export type PathParams<P extends string> = P extends `${string}:${infer Slot}/${infer Rest}`
  ? Slot | PathParams<Rest>
  : never

type SchemaPart<E, Part extends string, How extends 'in' | 'out'> =
  E extends Record<Part, infer S extends Schema>
    ? { [K in Part]: How extends 'in' ? z.input<S> : z.output<S> }
    : unknown

type WithPathParams<P extends string> = [PathParams<P>] extends [never]
  ? unknown
  : { params: Record<PathParams<P>, string | number> }

/** Input of the caller, before parsing: fields with a default are optional. */
export type CallInput<E extends Endpoint> = WithPathParams<E['path']> &
  SchemaPart<E, 'query', 'in'> &
  SchemaPart<E, 'body', 'in'> &
  (E extends { form: Schema } ? { form: unknown } : unknown)

/** Input of the handler, after parsing. */
export type HandlerInput<E extends Endpoint> = (E extends { params: Schema }
  ? SchemaPart<E, 'params', 'out'>
  : { params: Record<PathParams<E['path']>, string> }) &
  SchemaPart<E, 'query', 'out'> &
  SchemaPart<E, 'body', 'out'>

export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/** What the handler answers, of which the schema makes the reply. */
export type Answer<E extends Endpoint> = E['reply'] extends Schema ? z.input<E['reply']> : undefined

/** The path of an endpoint with the API's base, its slots filled in. */
export const endpointPath = (endpoint: Endpoint, params: PathValues = {}): string =>
  apiBase + fillPath(endpoint.path, params)

/** The base of every endpoint (requirements: #api-base). */
export const apiBase = '/api/v1'

/** The address of the API's OpenAPI document (requirements: #openapi). */
export const openApiPath = `${apiBase}/openapi.json`

/** Puts values into the `:slots` of a path; each value stays one segment, as it is percent-encoded. */
export const fillPath = (path: string, values: PathValues) => pathTemplate(path)(values)

export type PathValues = Record<string, string | number>

/** Splits a path once, for those that are filled often: a page of 100 cards fills 200. */
export function pathTemplate(path: string): (values: PathValues) => string {
  const [first = '', ...rest] = path.split(/:(\w+)/)
  return (values) => {
    let filled = first
    for (let i = 0; i < rest.length; i += 2) filled += encodeURIComponent(String(values[rest[i]!])) + rest[i + 1]
    return filled
  }
}
