import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { apiBase } from '@vitrine/contract/endpoint'
import type { ErrorCode } from '@vitrine/contract/errors'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { ApiError, fail } from '#kit/api-error'
import { LimitExceeded } from '#kit/concurrency'
import { isConnectionLost, isInvalidText, isLockFailure, isUnavailable } from '#kit/database/pg-errors'
import { createEncodingNegotiator } from '#kit/pages/send-cached-response'
import { createMinuteLimit } from '#kit/security/minute-limit'
import { isDiskAway, isDiskFull } from '#kit/storage/disk-space'
import { type RequestContext, requestContext, runInRequest } from '#kit/tracing/request-context'
import { isBehindUnknownProxy, isLoopback, siteNetworkOf } from './client-network.ts'
import { isDisconnect } from './disconnect-signal.ts'
import { allMethods } from './methods.ts'
import {
  answerUnsupported,
  codeOfStatus,
  isWellFormed,
  limitBodyTime,
  originForm,
  parserErrorHandler,
} from './protocol-errors.ts'
import { redactLinkTokens } from './redact-link-tokens.ts'
import { securityHeaders } from './security-headers.ts'
import { removeFileHeaders } from './send-file.ts'

interface HttpServerOptions {
  logLevel: string
  /** Addresses and networks of the proxies in front of the server. */
  trustProxy: string[]
  siteUrl: string
  /** What an address without a route is answered. */
  unknownAddress?: ErrorCode
  /** For a body that is not multipart. */
  bodyTimeoutMs?: number
}

/** The path of a call that lacks its last slash, which clients leave out; names of files have none. */
const callWithoutSlash = /^(\/api\/v1(?:\/[^/?.]+)+)(?=\?|$)/

/** A Fastify with our timeouts, headers, logs and the one error handler, without a route. */
export function createHttpServer({
  logLevel,
  trustProxy,
  siteUrl,
  unknownAddress = 'no_such_call',
  bodyTimeoutMs = 20_000,
}: HttpServerOptions): FastifyInstance {
  const headers = securityHeaders(siteUrl)
  const sendError = errorHandler()
  const app = fastify({
    trustProxy: trustProxy.length > 0 && trustProxy,
    genReqId: requestIdGenerator(),
    logController: new LogController({ disableRequestLogging: true }), // `logResponse` writes one line per request
    logger: loggerOptions(logLevel),
    childLoggerFactory: (logger) => logger, // a child logger per request costs as much as finding its page
    bodyLimit: 262_144, // bytes of a JSON body; the largest of the contract, bulk calls, have about 10,000
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    forceCloseConnections: 'idle',
    requestTimeout: 15 * 60_000, // ms for a multipart body of several large files over a slow connection
    connectionTimeout: 120_000, // ms for an idle socket, also one that announced a longer body than it sent
    // Both are given: Node swaps them when the request timeout is the shorter one.
    http: {
      headersTimeout: 20_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false, // `isWellFormed` requires it, and answers in our shape
    },
    clientErrorHandler: parserErrorHandler(headers),
    rewriteUrl: (request) => decodable(originForm(request)).replace(callWithoutSlash, '$1/'),
    routerOptions: { maxParamLength: 500 },
  })
  app.decorate('negotiateEncoding', createEncodingNegotiator())
  const isShared = isBehindUnknownProxy(siteUrl, trustProxy)
  app.decorateRequest('hasSharedAddress', {
    getter() {
      return isShared || isLoopback(this.ip)
    },
  })
  // Only JSON is parsed: a cross-origin form can send text/plain without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  // Some clients name a content type without sending a body, with DELETE above all.
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.headers['content-encoding']) done(fail('wrong_type', { message: 'A body is not compressed here.' }))
    else if (body === '') done(null, undefined)
    else json(request, body as string, done)
  })
  answerUnsupported(app.server, headers)
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    reply.headers(headers) // first, so that routes can overwrite them
    request.id = forwardedRequestId(request) ?? request.id
    reply.header(requestIdHeader, request.id)
    if (!isWellFormed(raw)) return done(fail('bad_request'))
    limitBodyTime(raw, bodyTimeoutMs, headers)
    runInRequest(contextOf(request), done)
  })
  // A body arrives in events of the socket, which know no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (requestContext()) done()
    else runInRequest(contextOf(request), done)
  })
  if (logLevel === 'debug') app.addHook('onResponse', logResponse)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    const isKnown = (allMethods as readonly string[]).includes(request.method)
    return sendError(fail(isKnown ? unknownAddress : 'unknown_method'), request, reply)
  })
  return app
}

/** A path that is not UTF-8 in percent encoding names nothing that exists, and is shown as it was typed. */
function decodable(address: string): string {
  try {
    if (address.includes('%')) decodeURI(address.split('?', 1)[0]!)
    return address
  } catch {
    return address.replaceAll('%', '%25')
  }
}

/** JSON in UTC without secrets; on a terminal it is formatted where development's packages are installed. */
function loggerOptions(level: string) {
  if (level === 'silent') return false
  const base = {
    level,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    // PostgreSQL repeats the values of a row there, such as an e-mail address.
    redact: { paths: ['err.detail', 'err.where'], remove: true },
    mixin: () => (requestContext() ? { request: requestContext()!.id } : {}),
  }
  const pretty = { target: 'pino-pretty', options: { ignore: 'pid,hostname,reqId', singleLine: true } }
  return process.stdout.isTTY && isInstalled(pretty.target) ? { ...base, transport: pretty } : base
}

function isInstalled(name: string): boolean {
  try {
    return Boolean(createRequire(import.meta.url).resolve(name))
  } catch {
    return false
  }
}

/** Without the query: the log does not tell what people search for. */
const summarize = ({ id, method, url }: Pick<FastifyRequest, 'id' | 'method' | 'url'>) => ({
  request: id,
  method,
  path: redactLinkTokens(url.split('?', 1)[0]!),
})

async function logResponse(request: FastifyRequest, reply: FastifyReply) {
  const ms = Math.round(reply.elapsedTime)
  request.log.debug({ ...summarize(request), status: reply.statusCode, ms }, 'answered')
}

/** Sends every error in the one shape; an unexpected one is logged whole and answered with a fixed sentence. */
function errorHandler() {
  const logRefusal = refusalLogger()
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = asApiError(error, request)
    if (!known && !isDisconnect(error)) request.log.error({ ...summarize(request), err: error }, 'unexpected error')
    const answer = known ?? fail('internal')
    const { status, body } = answer
    if (reply.raw.headersSent) return reply.raw.destroy() // only a broken connection tells that the body is incomplete
    if (isWorthLogging(error, known)) request.log.warn({ ...summarize(request), err: error }, body.message)
    logRefusal(request, status, body.code)
    removeFileHeaders(reply)
    return reply.code(status).type('application/json; charset=utf-8').headers(headersOf(answer, request)).send(body)
  }
}

function headersOf({ status, headers, retryAfter }: ApiError, request: FastifyRequest) {
  const wait = retryAfter ?? (status === 503 || status === 429 ? 5 : undefined)
  // RFC 6750, 3.
  const challenge = request.headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"'
  return {
    ...headers,
    'cache-control': 'no-store',
    ...(wait && { 'retry-after': wait }),
    ...(status === 401 && { 'www-authenticate': challenge }),
  }
}

/** Lines in a minute for one person, and for all visitors together, so that no one fills the disk. */
const REFUSALS_PER_MINUTE = 60

/** Logs refused requests (OWASP ASVS 16.3.2, 16.3.3) without visitors' addresses, as the privacy page says. */
function refusalLogger() {
  const limit = createMinuteLimit(REFUSALS_PER_MINUTE)
  return (request: FastifyRequest, status: number, code: string) => {
    const isBadToken = status === 401 && request.headers.authorization !== undefined
    if (!isBadToken && status !== 403 && status !== 429) return
    const user = request.caller?.id
    if (limit.tryConsume(String(user))) request.log.info({ ...summarize(request), status, code, user }, 'refused')
  }
}

/** An outage or an overload has a line of its own, and none for each request that it refuses. */
const isWorthLogging = (error: unknown, known: ApiError | null) =>
  (known?.status === 503 && !known.isReported) || isDiskFull(error)

function asApiError(error: unknown, { method }: FastifyRequest): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof LimitExceeded) return fail('too_many')
  if (isLockFailure(error)) return fail(method === 'GET' ? 'unavailable' : 'in_use')
  if (isUnavailable(error)) return fail('unavailable', { isReported: isConnectionLost(error) })
  if (isDiskFull(error)) return fail('disk_full')
  if (isDiskAway(error)) return fail('unavailable')
  if (isInvalidText(error)) return fail('invalid', { message: 'This holds characters that cannot be stored.' })
  const code = codeOfFrameworkError(error as FastifyError)
  return code ? fail(code) : null
}

/** Errors of Fastify and its plugins that are the sender's: each 4xx keeps its status. */
function codeOfFrameworkError(error: FastifyError): ErrorCode | undefined {
  const { code = '', statusCode = 500 } = error
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'too_large'
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'wrong_type'
  if (/^FST_ERR_CTP_/.test(code)) return 'not_json'
  if (/^FST_ERR_(BAD_URL|ASYNC_CONSTRAINT)/.test(code)) return 'no_such_call'
  if (statusCode === 400 && error instanceof SyntaxError) return 'not_json'
  return statusCode >= 400 && statusCode < 500 ? (codeOfStatus[statusCode] ?? 'bad_request') : undefined
}

/** Whether an address belongs to the API, where an error is never a page. */
export const isApiPath = (path: string) => path.startsWith(`${apiBase}/`) || path === apiBase

/** By which a proxy names a request, and we tell what our log calls it (requirements: #request-ids). */
const requestIdHeader = 'x-request-id'

/** Of what a proxy sends: a UUID, hexadecimal digits and the like, and nothing that could break a line of a log. */
const acceptable = /^[\w.-]{8,64}$/

/** A counter is 20 times as fast as random bytes; a page's own calls of the API are part of its request. */
function requestIdGenerator() {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => requestContext()?.id ?? `${prefix}-${(++count).toString(36)}`
}

/** The id that a trusted proxy gave the request: one that forwards for another address, as TRUST_PROXY allows. */
function forwardedRequestId(request: FastifyRequest): string | undefined {
  const id = request.headers[requestIdHeader]
  if (typeof id !== 'string') return undefined
  return request.ips && request.ips.length > 1 && acceptable.test(id) ? id : undefined
}

const contextOf = (request: FastifyRequest): RequestContext => ({
  id: request.id,
  network: () => (request.hasSharedAddress ? undefined : siteNetworkOf(request.ip)),
  origin: () => `${request.method} ${request.pageRoute || request.routeOptions.url || 'no route'}`,
})
