import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '@vitrine/contract/errors'
import { type ApiError, fail } from '#kit/api-error'

type Headers = Record<string, string>

/** An answer in our shape to what Node's parser refuses, which is no request yet and has no reply. */
export function parserErrorHandler(headers: Headers) {
  return ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (code !== 'ECONNRESET') endSocket(socket, fail(parserErrors[code] ?? 'bad_request'), headers)
    else socket.destroy()
  }
}

const parserErrors: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'slow_request',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
}

/** The codes of errors that Fastify and its plugins name by status alone. */
export const codeOfStatus: Record<number, ErrorCode> = {
  403: 'no_such_call', // a path that leads out of the folder of static files
  404: 'no_such_call',
  408: 'slow_request',
  412: 'precondition_failed',
  413: 'too_large',
  414: 'address_too_long',
  415: 'wrong_type',
  416: 'range_not_satisfiable',
}

/** Answers to what Node would answer in its own words. */
export function answerUnsupported(server: Server, headers: Headers) {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    endSocket(socket as Socket, fail('method_not_allowed'), { ...headers, allow: '' }),
  )
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, content, contentHeaders } = errorContent(fail('expectation_failed'))
    response.writeHead(status, { ...headers, ...contentHeaders }).end(content)
  })
}

/** Writes the error to a connection that cannot go on, unless it has begun to answer, and closes it. */
function endSocket(socket: Socket & { _httpMessage?: ServerResponse | null }, error: ApiError, headers: Headers) {
  if (!socket.writable || socket._httpMessage?.headersSent) return socket.destroy()
  const { status, content, contentHeaders } = errorContent(error)
  const lines = Object.entries({ ...headers, ...contentHeaders }).map(([name, value]) => `${name}: ${value}`)
  socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', content].join('\r\n'))
  socket.destroySoon()
}

function errorContent({ status, body }: ApiError) {
  const content = JSON.stringify(body)
  const contentHeaders = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(content)),
    'cache-control': 'no-store',
    date: new Date().toUTCString(),
    connection: 'close',
  }
  return { status, content, contentHeaders }
}

/**
 * Whether the request has one host and a version that we speak. An HTTP/1.1 request has exactly one (RFC 9112, 3.2);
 * two could mean different sites to us and to a proxy. Nothing is derived from its value.
 */
export function isWellFormed({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return httpVersion === '1.1' ? hosts === 1 : httpVersion === '1.0' && hosts <= 1
}

/** The path and query of `GET http://host/path`, a form that every server must take (RFC 9112, 3.2.2). */
export function originForm({ url = '/' }: { url?: string | undefined }): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}

/** Ends slow bodies, but not multipart ones: `requestTimeout` leaves files 15 minutes on a slow connection. */
export function limitBodyTime(request: IncomingMessage, milliseconds: number, headers: Headers) {
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type = '' } = request.headers
  if ((length === undefined && encoding === undefined) || /^multipart\//i.test(type)) return
  const timer = setTimeout(() => {
    // An injected request has no `complete`, and no socket that could be ended.
    if (request.complete === false) endSocket(request.socket, fail('slow_request'), headers)
  }, milliseconds)
  request.once('close', () => clearTimeout(timer))
}
