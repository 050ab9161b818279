import { once } from 'node:events'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#kit/api-error'
import type { ByteRange, OpenFile } from '#kit/storage/large-reads'
import type { SignedAnswer, Store } from '#kit/storage/store'
import { isNotModified } from './conditions.ts'
import { anyOrigin } from './methods.ts'
import { fileContentSecurityPolicy } from './security-headers.ts'

/** Who sends the bytes of a file: this process, the reverse proxy in front of it, or the bucket. */
export const fileSenders = ['node', 'proxy', 'bucket'] as const
type FileSender = (typeof fileSenders)[number]

/** Where the proxy has the store's files (`deploy/nginx`); a location that it serves to no one else. */
const proxyFolder = '/stored-files/'

export interface FileResponse {
  key: string
  contentType: string
  /** Derived from the content: equal tags mean equal bytes. */
  etag: string
  /** Whether any visitor may see the file; other sites may then embed it too. */
  isPublic: boolean
  /** Seconds; 'immutable' where the address names the bytes, 'no-store' where no copy may outlive the permission. */
  maxAge: number | 'immutable' | 'no-store'
  /** Seconds for which proxies may store it, where these are others; a browser's `maxAge` begins after them. */
  sharedMaxAge?: number
  /** Thrown when there is no such file; by default a `MissingFile`, which is an internal error. */
  missingError?: Error
  /** Name under which the file is offered as a download. */
  fileName?: string
  /** Name under which a browser saves what it shows. */
  shownName?: string
  /** Takes the place of a name without an ASCII letter, before its extension. */
  fallbackName?: string
  /** Who sends the bytes; by default this process (decision 0062). */
  sentBy?: FileSender
}

/** The store lacks a file that it should have; nothing of it has been sent. */
export class MissingFile extends Error {
  readonly code = 'ENOENT'
}

/**
 * Sends a file of the store by RFC 9110: HEAD, one byte range, If-Match, If-None-Match, If-Range. Answers whether the
 * whole file was sent, to its last byte; where others send it, whether they were told to send the whole file.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, store: Store, file: FileResponse) {
  const etag = `"${file.etag}"`
  reply.headers({ etag, ...headersOf(file) })
  if (isNotModified(request.headers, etag)) {
    reply.code(304).send()
    return false
  }
  const remembered = file.isPublic ? store.memory?.get(file.key) : undefined
  const size = remembered?.length ?? (await sizeOf(store, file))
  const part = requestedRange(request, etag, size)
  const range = part ?? { start: 0, end: size - 1 }
  const isWhole = range.end - range.start + 1 === size
  if (request.method === 'GET' && (await handOver(request, reply, store, file))) return isWhole
  reply.type(file.contentType).header('content-length', range.end - range.start + 1)
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  if (request.method === 'HEAD') {
    reply.send()
    return false
  }
  const bytes = remembered ?? (await loadSmall(store, file, size))
  const isSentToEnd = bytes
    ? await sendFromMemory(reply, part ? bytes.subarray(part.start, part.end + 1) : bytes)
    : await sendFromStore(request, reply, store, file, range)
  return isSentToEnd && isWhole
}

const headersOf = (file: FileResponse) => ({
  'cache-control': cacheControl(file),
  'accept-ranges': 'bytes',
  'content-security-policy': fileContentSecurityPolicy,
  'cross-origin-resource-policy': file.isPublic ? 'cross-origin' : 'same-origin',
  ...(file.isPublic && anyOrigin),
  ...(file.fileName && { 'content-disposition': dispositionHeader('attachment', file.fileName, file.fallbackName) }),
  ...(file.shownName && { 'content-disposition': dispositionHeader('inline', file.shownName) }),
})

/** Takes back what was said of a file that cannot be sent after all: an error or another file takes its place. */
export function removeFileHeaders(reply: FastifyReply) {
  const ofAnyAnswer = ['content-type', 'content-length']
  const ofFiles = ['etag', 'accept-ranges', 'content-range', 'content-disposition']
  for (const name of [...ofAnyAnswer, ...ofFiles]) reply.removeHeader(name)
}

/** Seconds in which a client must have followed the redirect to the bucket. */
const REDIRECT_SECONDS = 300

/** False where this process has to send it (decision 0062); a proxy takes over the headers of this reply. */
async function handOver(request: FastifyRequest, reply: FastifyReply, store: Store, file: FileResponse) {
  if (file.sentBy === 'proxy' && isFromProxy(request)) {
    reply.type(file.contentType).header('x-accel-redirect', proxyFolder + file.key)
    reply.removeHeader('accept-ranges').send() // which the proxy says of itself
    return true
  }
  if (file.sentBy === 'bucket' && store.signedUrl) {
    redirectTo(await store.signedUrl(file.key, answerOf(reply, file)), reply)
    return true
  }
  return false
}

const answerOf = (reply: FastifyReply, { contentType }: FileResponse): SignedAnswer => ({
  seconds: REDIRECT_SECONDS,
  contentType,
  contentDisposition: String(reply.getHeader('content-disposition') ?? 'inline'),
})

/** A stored redirect would outlive its signature, and downloads by it would not be counted. */
function redirectTo(url: string, reply: FastifyReply) {
  for (const name of ['etag', 'accept-ranges', 'content-disposition']) reply.removeHeader(name)
  reply.header('cache-control', 'private, no-store').redirect(url)
}

/** A request that came another way, such as an operator's on the machine itself, has no one to act on the header. */
const isFromProxy = ({ ips = [] }: FastifyRequest) => ips.length > 1

/** Only what visitors may see: it is asked for again, and by many. */
const loadSmall = (store: Store, file: FileResponse, size: number) =>
  throwingMissing(store, file, async () => (file.isPublic ? store.memory?.load(file.key, size) : undefined))

function sendFromMemory(reply: FastifyReply, bytes: Buffer): Promise<boolean> {
  const sent = sentToEnd(reply)
  reply.send(bytes)
  return sent
}

async function sendFromStore(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  file: FileResponse,
  range: ByteRange,
): Promise<boolean> {
  // Waits for the beginning, so that a file that is removed at this moment is an error before any header is sent.
  const opened = await throwingMissing(store, file, async () => store.open?.(file.key))
  if (opened) return copyToClient(request, reply, opened, range)
  const stream = store.read(file.key, range)
  await throwingMissing(store, file, () => once(stream, 'readable'))
  const sent = sentToEnd(reply)
  reply.send(stream)
  return sent
}

/** False when the client has closed the connection before. */
const sentToEnd = ({ raw }: FastifyReply) =>
  new Promise<boolean>((resolve) => {
    raw.once('finish', () => resolve(true))
    raw.once('close', () => resolve(raw.writableFinished))
  })

/** Sends the bytes past Fastify, whose streams do not tell when a chunk is written and its memory free again. */
async function copyToClient(request: FastifyRequest, reply: FastifyReply, opened: OpenFile, range: ByteRange) {
  const { raw } = reply.hijack()
  raw.statusCode = reply.statusCode
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  const disconnected = Promise.withResolvers<never>()
  disconnected.promise.catch(() => {}) // it may come between two writes
  const onClose = () => disconnected.reject(new Disconnected())
  request.socket.once('close', onClose)
  if (request.socket.destroyed) onClose()
  const settled = (start: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      disconnected.promise,
      new Promise<void>((resolve, reject) => start((error) => (error ? reject(new Disconnected()) : resolve()))),
    ])
  try {
    await opened.copy(range, (chunk) => settled((done) => raw.write(chunk, done)))
    await settled((done) => raw.end(done))
    return true
  } catch (error) {
    if (!(error instanceof Disconnected)) request.log.error({ err: error }, 'A file could not be read to its end')
    raw.destroy() // only a broken connection tells that the body is incomplete
    return false
  } finally {
    request.socket.off('close', onClose)
  }
}

class Disconnected extends Error {}

async function sizeOf(store: Store, file: FileResponse): Promise<number> {
  const size = await store.size(file.key)
  if (size === null) throw missingError(file)
  return size
}

async function throwingMissing<T>(store: Store, file: FileResponse, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw (await store.size(file.key)) === null ? missingError(file) : error
  }
}

const missingError = ({ key, missingError }: FileResponse) =>
  missingError ?? new MissingFile(`The file ${key} is missing from the store.`)

function cacheControl({ isPublic, maxAge, sharedMaxAge }: FileResponse): string {
  const age = maxAge === 'no-store' ? maxAge : `max-age=${maxAge === 'immutable' ? '31536000, immutable' : maxAge}`
  const shared = isPublic && sharedMaxAge !== undefined ? `, s-maxage=${sharedMaxAge}` : ''
  return `${isPublic ? 'public' : 'private'}, ${age}${shared}`
}

/** Undefined sends the whole file, also where several ranges are asked for, as RFC 9110 allows, and to HEAD. */
function requestedRange(request: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (request.method !== 'GET' || from === undefined || to === undefined || (!from && !to)) return undefined
  const unchanged = request.headers['if-range']
  if (unchanged && unchanged !== etag) return undefined
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (start > end || start >= size)
    throw fail('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } })
  return { start, end }
}

/** RFC 6266: an ASCII name for old clients, and the exact name for those that read `filename*`. */
export function dispositionHeader(type: 'attachment' | 'inline', name: string, fallbackName = 'file'): string {
  const extension = extname(name)
  const plain = name
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^[-.]+/, '')
  const ascii = plain.length > extension.length ? plain : fallbackName + extension
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${type}; filename="${ascii}"; filename*=UTF-8''${exact}`
}
