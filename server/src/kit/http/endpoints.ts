import { type Caller, isSignedIn } from '@vitrine/contract/caller'
import {
  type Answer,
  apiBase,
  type Endpoint,
  type EndpointGroup,
  type HandlerInput,
  isPublicRead,
  type Schema,
} from '@vitrine/contract/endpoint'
import { emailNotConfirmedMessage } from '@vitrine/contract/errors'
import { withOrigin } from '@vitrine/contract/media-files'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { fail } from '#kit/api-error'
import type { RunInBulkhead } from '#kit/load/bulkheads'
import type { ResponseCache } from '#kit/pages/response-cache'
import { cdnCacheControl, sendCachedResponse } from '#kit/pages/send-cached-response'
import { anyOrigin, readMethods } from './methods.ts'
import { parseRequest } from './parse-input.ts'

type EndpointInput<E extends Endpoint> = HandlerInput<E> & {
  caller: E['access'] extends 'anyone' ? Caller | null : Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** The handler of a `file` endpoint sends the file itself. */
type Handler<E extends Endpoint> = (
  input: EndpointInput<E>,
) => Promise<E['reply'] extends 'file' ? unknown : HandlerAnswer<E> | PreserializedJson>

/** Without a message of its own the reply has `messages.done`; one that is nothing else needs no answer. */
type HandlerAnswer<E extends Endpoint> = E extends { messages: { done: string } }
  ? keyof Answer<E> extends 'message'
    ? unknown
    : Omit<Answer<E>, 'message'> & Visibility & { message?: string }
  : Answer<E> & Visibility

/** False where a call that `changes` something changed nothing that visitors see: the cached replies stay. */
type Visibility = { isVisible?: boolean }

export type EndpointHandlers<G extends EndpointGroup> = { [Name in keyof G]: Handler<G[Name]> }
/** `within` is the plugin context that has what these handlers need, such as the multipart parser. */
export type EndpointServer = <G extends EndpointGroup>(
  group: G,
  handlers: EndpointHandlers<G>,
  within?: FastifyInstance,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    /** Null without a valid access token of a live session. */
    caller: Caller | null
  }
}

/** Validated when it was stored, and sent verbatim: parsing and serialising a list of 100 items costs 0.6 of 1.0 ms. */
export class PreserializedJson implements Visibility {
  readonly text: string
  readonly isVisible: boolean

  constructor(text: string, isVisible = true) {
    this.text = text
    this.isVisible = isVisible
  }
}

/** Must answer without a database query where the token's signature is not valid. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | null>

/** Access is checked before a request's body is read; a column that the contract does not list cannot leave. */
export function createEndpointServer(
  app: FastifyInstance,
  authenticate: Authenticate,
  { replyCache, clearCaches, origin }: ReplyDeps,
  runInBulkhead: RunInBulkhead,
): EndpointServer {
  const toText: ToText = (schema, answer) => withOrigin(serialize(schema, answer), origin)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers.authorization === undefined) return done()
    authenticate(request).then((caller) => {
      request.caller = caller
      done()
    }, done)
  })
  return (group, handlers, within = app) => {
    for (const [name, endpoint] of Object.entries(group)) {
      const handle = handlers[name] as unknown as UntypedHandler
      within.route({
        method: endpoint.reply === 'file' ? [...readMethods] : endpoint.method,
        url: apiBase + endpoint.path,
        onRequest: async (request, reply) => {
          if (isPublicRead(endpoint)) reply.headers(anyOrigin)
          request.caller = callerOf(endpoint, request.caller)
          assertAccess(endpoint, request.caller)
        },
        handler: async (request, reply) => {
          const { caller } = request
          const input = { ...parseRequest(endpoint, request), caller, request, reply }
          if (endpoint.isCacheable && !isSignedIn(caller))
            return sendCacheable(endpoint, input, handle, { replyCache, toText })
          const send = () => sendReply(endpoint, input, handle, { clearCaches, toText })
          return runInBulkhead({ endpoint, caller, reply }, send)
        },
      })
    }
  }
}

interface ReplyDeps {
  replyCache: ResponseCache
  clearCaches: () => void
  /** Of the site, where it is known: addresses of files begin with it. */
  origin: string
}

type ToText = (schema: Schema, answer: unknown) => string

type UntypedHandler = (input: UntypedInput) => Promise<Visibility | undefined>
interface UntypedInput {
  params: unknown
  query?: unknown
  caller: Caller | null
  request: FastifyRequest
  reply: FastifyReply
}

async function sendReply(
  endpoint: Endpoint,
  input: UntypedInput,
  handle: UntypedHandler,
  { clearCaches, toText }: Pick<ReplyDeps, 'clearCaches'> & { toText: ToText },
) {
  const { reply } = input
  const answer = await handle(input)
  // A notification clears the caches of the other processes a moment later; this one must not answer what is outdated.
  if (endpoint.changes && answer?.isVisible !== false) clearCaches()
  if (endpoint.reply === 'file') return reply
  reply.code(endpoint.status ?? 200).headers(cacheHeaders(endpoint, input.caller))
  return reply.type('application/json; charset=utf-8').send(toText(endpoint.reply, withMessage(endpoint, answer)))
}

const withMessage = ({ messages }: Endpoint, answer: Visibility | undefined) =>
  messages?.done === undefined || answer instanceof PreserializedJson ? answer : { message: messages.done, ...answer }

/** Once for all visitors and shared caches; signed-in people bypass it, who may have changed the data a moment ago. */
async function sendCacheable(
  endpoint: Endpoint,
  input: UntypedInput,
  handle: UntypedHandler,
  { replyCache, toText }: Pick<ReplyDeps, 'replyCache'> & { toText: ToText },
) {
  const { params, query, request, reply } = input
  const cached = await replyCache.get(JSON.stringify([endpoint.path, params, query]), async () => {
    const answer = await handle({ ...input, caller: null })
    return { status: 200, text: toText(endpoint.reply as Schema, answer) }
  })
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    // A shared cache must not store one copy for each meaningless Authorization header.
    'cache-control': request.headers.authorization === undefined ? `public, ${cdnCacheControl}` : 'no-cache',
    vary: 'accept-encoding, authorization',
  }
  return sendCachedResponse(cached, headers, request, reply)
}

const serialize = (schema: Schema, answer: unknown) =>
  answer instanceof PreserializedJson ? answer.text : JSON.stringify(z.parse(schema, answer))

/** A key counts for the calls that allow one only; where anyone may call, its owner is a visitor. */
function callerOf({ access, allowsApiKey }: Endpoint, caller: Caller | null): Caller | null {
  if (!caller || caller.session !== null || allowsApiKey) return caller
  if (access === 'anyone') return null
  throw fail('not_by_api_key')
}

function assertAccess(endpoint: Endpoint, caller: Caller | null) {
  if (endpoint.access === 'anyone') return
  if (!caller) throw fail('not_signed_in')
  if (caller.is_block) throw fail('blocked')
  if (caller.is_key_expired) throw fail('api_key_expired')
  if (endpoint.access === 'confirmed' && caller.must_confirm_email)
    throw fail('email_not_confirmed', { message: emailNotConfirmedMessage(caller.email) })
  if (endpoint.access === 'confirmed' && caller.terms_version < rightsStatement.version) throw fail('terms_changed')
  if (endpoint.access === 'admin' && caller.role !== 'admin') throw fail('not_allowed')
}

/**
 * No cache stores what is said to one person, such as the tokens of a sign-in; what anyone reads is revalidated, since
 * it may have become private meanwhile (requirements: #private-answers).
 */
function cacheHeaders(endpoint: Endpoint, caller: Caller | null): Record<string, string> {
  const isPublic = isPublicRead(endpoint) && caller === null
  const vary = endpoint.access === 'anyone' && { vary: 'authorization' }
  return { 'cache-control': isPublic ? 'no-cache' : 'no-store', ...vary }
}
