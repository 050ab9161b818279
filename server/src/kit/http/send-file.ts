import { once } from 'node:events'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#kit/api-error'
import type { Store } from '#kit/storage/store'
import { fileContentSecurityPolicy } from './security-headers.ts'

interface FileResponse {
  key: string
  contentType: string
  /** Derived from the content: equal tags mean equal bytes. */
  etag: string
  /** Whether any visitor may see the file; other sites may then embed it too. */
  isPublic: boolean
  /**
   * Seconds for which browsers and proxies may store it; 'immutable' where the address names the bytes, 'no-store'
   * where a copy must not outlive the permission to see it.
   */
  maxAge: number | 'immutable' | 'no-store'
  /** Thrown when there is no such file; by default a `MissingFile`, which is an internal error. */
  missingError?: Error
  /** Name under which the file is offered as a download. */
  fileName?: string
  /** Takes the place of a name without an ASCII letter, before its extension. */
  fallbackName?: string
}

/** The store lacks a file that it should have; nothing of it has been sent. */
export class MissingFile extends Error {}

/** Inclusive, in bytes. */
interface ByteRange {
  start: number
  end: number
}

/**
 * Sends a file of the store by RFC 9110: HEAD, one byte range, If-None-Match, If-Range. Answers whether the whole file
 * was sent, to its last byte.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  file: FileResponse,
): Promise<boolean> {
  const etag = `"${file.etag}"`
  reply.headers({
    etag,
    'cache-control': cacheControl(file),
    'accept-ranges': 'bytes',
    'content-security-policy': fileContentSecurityPolicy,
    'cross-origin-resource-policy': file.isPublic ? 'cross-origin' : 'same-origin',
    ...(file.fileName && { 'content-disposition': attachmentHeader(file.fileName, file.fallbackName) }),
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).send()
    return false
  }
  const size = await store.size(file.key)
  if (size === null) throw missingError(file)
  const range = requestedRange(request, etag, size)
  reply.type(file.contentType).header('content-length', range ? range.end - range.start + 1 : size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  if (request.method === 'HEAD') {
    reply.send()
    return false
  }
  reply.send(await readFile(store, file, range))
  const isSentToEnd = await finished(reply.raw).then(
    () => true,
    () => false, // the client has closed the connection
  )
  return isSentToEnd && (!range || range.end - range.start + 1 === size)
}

/** Waits for the first bytes, so that a file that is removed at this moment is an error before any header is sent. */
async function readFile(store: Store, file: FileResponse, range: ByteRange | undefined): Promise<Readable> {
  const stream = store.read(file.key, range)
  try {
    await once(stream, 'readable')
    return stream
  } catch (error) {
    throw (await store.size(file.key)) === null ? missingError(file) : error
  }
}

const missingError = ({ key, missingError }: FileResponse) =>
  missingError ?? new MissingFile(`The file ${key} is missing from the store.`)

function cacheControl({ isPublic, maxAge }: FileResponse): string {
  const age = maxAge === 'no-store' ? maxAge : `max-age=${maxAge === 'immutable' ? '31536000, immutable' : maxAge}`
  return `${isPublic ? 'public' : 'private'}, ${age}`
}

const matchesEtag = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)

/** Undefined sends the whole file, also where several ranges are requested at once, as RFC 9110 allows. */
function requestedRange(request: FastifyRequest, etag: string, size: number): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (!from && !to)) return undefined
  const unchanged = request.headers['if-range']
  if (unchanged && unchanged !== etag) return undefined
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (start > end || start >= size) throw fail('range_not_satisfiable')
  return { start, end }
}

/** RFC 6266: an ASCII name for old clients, and the exact name for those that read `filename*`. */
export function attachmentHeader(name: string, fallbackName = 'download'): string {
  const extension = extname(name)
  const plain = name
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^[-.]+/, '')
  const ascii = plain.length > extension.length ? plain : fallbackName + extension
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`
}
