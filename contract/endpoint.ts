import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

/**
 * A call of the API is data: who may make it, what it takes, what it answers and the words that go with it. The server
 * serves these tables, the browser calls them, the API page prints them; nothing about a call is said anywhere else.
 */
export function endpoint<const M extends Method, const P extends string, const T extends EndpointOptions>(
  method: M,
  path: P,
  options: T,
) {
  return { method, path, ...options }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Schema = z.core.$ZodType

/** Who may call. The server checks it before anything else; whose image it is, is the handler's question. */
export type Access = 'anyone' | 'signed-in' | 'admin'

export interface EndpointOptions {
  access: Access
  /** One sentence for the API page. */
  summary: string
  params?: Schema
  query?: Schema
  /** A JSON body. */
  body?: Schema
  /** The parts of a multipart body; the handler reads the stream itself. */
  form?: Schema
  /** 'file' when the answer is bytes, sent by the handler. */
  reply: Schema | 'file'
  /** Status of a good answer; 200 unless said. */
  status?: 200 | 201
  /** The same for everybody who asks the same, until what visitors see changes. */
  isCacheable?: true
  /** What visitors see that a successful call changes: their cached replies are cleared. Unset, they stay. */
  changes?: 'gallery'
  /** What its own work can fail with; the errors of what it takes and of who may call go without saying. */
  errors?: readonly ErrorCode[]
  /** The words of the toasts (requirements: #messages). */
  messages?: { done?: string; failed?: string }
}

export type Endpoint = EndpointOptions & { method: Method; path: string }
export type EndpointGroup = Record<string, Endpoint>

/** The `:slots` of a path. Every path ends with a slash, so the pattern can rely on it. */
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

/** What a caller sends: types before parsing, so what has a default may be left out. */
export type CallInput<E extends Endpoint> = WithPathParams<E['path']> &
  SchemaPart<E, 'query', 'in'> &
  SchemaPart<E, 'body', 'in'> &
  (E extends { form: Schema } ? { form: unknown } : unknown)

/** What a handler is asked: types after parsing. */
export type HandlerInput<E extends Endpoint> = (E extends { params: Schema }
  ? SchemaPart<E, 'params', 'out'>
  : { params: Record<PathParams<E['path']>, string> }) &
  SchemaPart<E, 'query', 'out'> &
  SchemaPart<E, 'body', 'out'>

export type Reply<E extends Endpoint> = E['reply'] extends Schema ? z.output<E['reply']> : undefined

/** The address of a call below the API's base, its slots filled in. */
export function endpointPath(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return apiBase + fillPath(endpoint.path, params)
}

/** The base of every call (requirements: #api-base). */
export const apiBase = '/api/v1'

/** Puts values into the `:slots` of a path; each stays one segment, whatever it holds. */
export function fillPath(path: string, values: Record<string, string | number>): string {
  const [first = '', ...rest] = splitPath(path)
  let filled = first
  for (let i = 0; i < rest.length; i += 2) filled += encodeURIComponent(String(values[rest[i]!])) + rest[i + 1]
  return filled
}

/** What stands between the slots, and their names in turn. A page of 100 cards fills 200 paths, so each is cut once. */
function splitPath(path: string): string[] {
  const known = splitPaths.get(path)
  if (known) return known
  const cut = path.split(/:(\w+)/)
  splitPaths.set(path, cut)
  return cut
}

const splitPaths = new Map<string, string[]>()
