import { randomBytes } from 'node:crypto'
import { apiBase } from '@vitrine/contract/endpoint'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Config } from '#config'
import { ApiError, fail } from '#kit/api-error'
import { isInvalidText, isUnavailable } from '#kit/database/pg-errors'
import { securityHeaders } from './security-headers.ts'

/** A Fastify with our time-outs, headers, logs and the one error handler; it serves nothing yet. */
export function createHttpServer(config: Pick<Config, 'LOG_LEVEL' | 'TRUST_PROXY'>, site: string): FastifyInstance {
  const headers = securityHeaders(site)
  const app = fastify({
    trustProxy: config.TRUST_PROXY.length > 0 && config.TRUST_PROXY,
    genReqId: requestIdGenerator(),
    logController: new LogController({ disableRequestLogging: true }), // one line of our own below
    logger: loggerOptions(config.LOG_LEVEL),
    childLoggerFactory: (one) => one, // a logger for each request costs as much as finding its page; we name the request
    bodyLimit: 262_144, // bytes of a JSON body: 500 images named in one call take 10,000; uploads have their own limits
    frameworkErrors: (error, request, reply) => sendError(error, request, reply.headers(headers)),
    forceCloseConnections: 'idle',
    requestTimeout: 15 * 60_000, // a batch of ten large files over a slow line
    connectionTimeout: 120_000, // an idle socket, also one that promised a longer body than it sent
    // Node swaps the two when the request's time-out is the shorter one, so both are said.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 500 },
  })
  // Only JSON is a body here: a cross-origin form can send text/plain without asking first.
  app.removeContentTypeParser('text/plain')
  // Some clients name the type of a body that they do not send, with DELETE above all.
  const json = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : json(request, body as string, done),
  )
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers) // first, so that what a route says of its own answer stands
    done()
  })
  if (config.LOG_LEVEL === 'debug') app.addHook('onResponse', logResponse)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(fail('no_such_call'), request, reply))
  return app
}

/** Random for each process and counted within it: 20 times as fast as asking for random bytes each time. */
function requestIdGenerator() {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => `${prefix}-${(++count).toString(36)}`
}

async function logResponse(request: FastifyRequest, reply: FastifyReply) {
  request.log.debug(
    { ...requestSummary(request), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
    'answered',
  )
}

/** Logs are lines of JSON in UTC with a request id; on a terminal they are made readable. Secrets never get here. */
function loggerOptions(level: string) {
  if (level === 'silent') return false
  const base = { level, timestamp: () => `,"time":"${new Date().toISOString()}"` }
  const pretty = { target: 'pino-pretty', options: { ignore: 'pid,hostname,reqId', singleLine: true } }
  return process.stdout.isTTY ? { ...base, transport: pretty } : base
}

/** The path without its query: what people search for is nobody's business. Nor is a key that opens an account. */
const requestSummary = ({ id, method, url }: FastifyRequest) => ({ request: id, method, path: redactedPath(url) })

export const redactedPath = (url: string) =>
  url.split('?', 1)[0]!.replace(/((?:reset|confirm)-password\/[^/]*\/)[^/]+/, '$1…')

/** Every error in the one shape; what we did not expect is logged whole and answered with fixed words. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asApiError(error)
  if (!known) request.log.error({ ...requestSummary(request), err: error }, 'unexpected error')
  const { status, body, retryAfter } = known ?? fail('internal')
  if (reply.raw.headersSent) return reply.raw.destroy() // half a file went out already: a cut line is the honest answer
  if (status === 503) request.log.warn({ ...requestSummary(request), err: error }, body.message)
  const wait = retryAfter ?? (status === 503 || status === 429 ? 5 : undefined)
  if (wait) reply.header('retry-after', wait)
  return reply.code(status).type('application/json; charset=utf-8').header('cache-control', 'no-store').send(body)
}

function asApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (isUnavailable(error)) return fail('unavailable')
  if (isInvalidText(error)) return fail('invalid', { message: 'This holds characters that cannot be stored.' })
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail('wrong_type')
  if (/^FST_ERR_CTP_/.test(code ?? '')) return fail('not_json')
  if (/^FST_ERR_(BAD_URL|ASYNC_CONSTRAINT)/.test(code ?? '')) return fail('no_such_call')
  if (statusCode === 400) return fail(error instanceof SyntaxError ? 'not_json' : 'invalid')
  return null
}

/** Whether an address belongs to the API, where an error is never a page. */
export const isApiPath = (path: string) => path.startsWith(`${apiBase}/`) || path === apiBase
