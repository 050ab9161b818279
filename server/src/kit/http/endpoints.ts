import {
  apiBase,
  type Endpoint,
  type EndpointGroup,
  type HandlerInput,
  type Reply,
  type Schema,
} from '@vitrine/contract/endpoint'
import type { Role } from '@vitrine/contract/vocabulary/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#kit/api-error'
import type { PageCache } from '#kit/pages/page-cache'
import { cdnCacheControl, sendCachedPage } from '#kit/pages/send-cached-page'

/** Who asks. Features know more of him; the door needs no more than this. */
export interface Caller {
  id: number
  username: string
  role: Role
  is_block: boolean
  /** By which he was let in. */
  session: string
}

type EndpointInput<E extends Endpoint> = HandlerInput<E> & {
  caller: E['access'] extends 'anyone' ? Caller | null : Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler of a file sends it itself. */
type Handler<E extends Endpoint> = (
  ask: EndpointInput<E>,
) => Promise<E['reply'] extends 'file' ? unknown : Reply<E> | PreserializedJson>
export type EndpointHandlers<G extends EndpointGroup> = { [Name in keyof G]: Handler<G[Name]> }
/** `within` is the part of the app that has what these handlers need, such as a reader of multipart bodies. */
export type EndpointServer = <G extends EndpointGroup>(
  group: G,
  handlers: EndpointHandlers<G>,
  within?: FastifyInstance,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/**
 * JSON that was checked against the contract when it was stored, so it is sent as it lies there: parsing and
 * re-serialising a page of 100 images costs 0.6 of its 1.0 ms.
 */
export class PreserializedJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/**
 * Serves the tables of the contract. For each call, in this order: may he (before the body is read), is what he sent
 * right, the handler, and the reply filtered by the contract, so a column that is not listed there cannot leave.
 * A missing or an extra handler does not compile.
 */
export function createEndpointServer(
  app: FastifyInstance,
  whoIs: (request: FastifyRequest) => Promise<Caller | null>,
  shared: PageCache,
): EndpointServer {
  app.decorateRequest('caller', null)
  return (group, handlers, within = app) => {
    for (const [name, endpoint] of Object.entries(group)) {
      within.route({
        method: endpoint.reply === 'file' ? ['GET', 'HEAD'] : endpoint.method,
        url: apiBase + endpoint.path,
        onRequest: async (request) => {
          request.caller = await whoIs(request)
          assertAccess(endpoint, request.caller)
        },
        handler: async (request, reply) => {
          const ask = { ...parseRequest(endpoint, request), caller: request.caller, request, reply }
          const handle = handlers[name] as unknown as (ask: unknown) => Promise<unknown>
          if (endpoint.isCacheable && !request.headers.authorization)
            return sendCacheable(endpoint, ask, () => handle(ask), shared)
          const answer = await handle(ask)
          // Other processes hear of it a moment later; this one answers what it has just been told.
          if (endpoint.method !== 'GET') shared.clear()
          if (endpoint.reply === 'file') return reply
          reply.code(endpoint.status ?? 200).header('cache-control', cacheControlOf(endpoint))
          if (answer instanceof PreserializedJson)
            return reply.type('application/json; charset=utf-8').send(answer.text)
          return z.parse(endpoint.reply, answer)
        },
      })
    }
  }
}

type CacheableInput = { params: unknown; query?: unknown; request: FastifyRequest; reply: FastifyReply }

/**
 * What is the same for all visitors is made and packed once, and may be kept on the way. Whoever is signed in may have
 * changed it just now, and reads it anew.
 */
async function sendCacheable(
  endpoint: Endpoint,
  ask: CacheableInput,
  handle: () => Promise<unknown>,
  shared: PageCache,
) {
  const { params, query, request, reply } = ask
  const page = await shared.get(JSON.stringify([endpoint.path, params, query]), async () => {
    const answer = await handle()
    return { status: 200, text: answer instanceof PreserializedJson ? answer.text : JSON.stringify(z.parse(endpoint.reply as Schema, answer)) } // biome-ignore format: one thought
  })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, ${cdnCacheControl}`,
    vary: 'accept-encoding, authorization',
  }
  return sendCachedPage(page, headers, request, reply)
}

function assertAccess(endpoint: Endpoint, caller: Caller | null) {
  if (endpoint.access === 'anyone') return
  if (!caller) throw fail('not_signed_in')
  if (caller.is_block) throw fail('blocked')
  if (endpoint.access === 'admin' && caller.role !== 'admin') throw fail('not_allowed')
}

/** Private answers are kept by nobody; public ones are asked for again, since a picture may have been rejected meanwhile. */
const cacheControlOf = (endpoint: Endpoint) => (endpoint.access === 'anyone' ? 'no-cache' : 'no-store')

function parseRequest(endpoint: Endpoint, request: FastifyRequest) {
  return {
    params: endpoint.params ? parseInput(endpoint.params, request.params) : request.params,
    ...(endpoint.query && { query: parseInput(endpoint.query, withoutEmptyValues(request.query as object)) }),
    ...(endpoint.body && { body: parseInput(endpoint.body, request.body ?? {}) }),
  }
}

/** Forms without JavaScript send every field; an empty one means nothing (requirements: #query-parameters). */
const withoutEmptyValues = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** Nobody reads more, and a list of 300,000 wrong things would be answered with as many sentences. */
const MAX_ISSUES = 20

/** What a schema makes of a value; throws `invalid` with a message for each field. */
export function parseInput<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const read = z.safeParse(schema, value)
  if (read.success) return read.data
  const first = new Map<string, string>()
  for (const issue of read.error.issues.slice(0, MAX_ISSUES)) {
    const at = issue.path.join('.')
    if (!first.has(at)) first.set(at, issue.message)
  }
  const fields = [...first].map(([at, message]) => ({ at, message }))
  throw fail('invalid', { fields, message: fields.length === 1 ? fields[0]!.message : undefined })
}
