import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#kit/api-error'
import type { Store } from '#kit/storage/store'
import { fileContentSecurityPolicy } from './security-headers.ts'

interface FileResponse {
  key: string
  contentType: string
  /** Derived from the content: the same mark means the same bytes. */
  etag: string
  /** Whether everybody may see it: then other sites may show it too. */
  isPublic: boolean
  /** Seconds for which browsers and proxies may keep it without asking; for good where the address names the bytes. */
  maxAge: number | 'for good'
  /** Thrown when there is no such file; unless said, that is a fault of ours. */
  missingError?: Error
  /** Offered as a download under this name when given. */
  fileName?: string
}

/**
 * Sends a file of the store by RFC 9110: HEAD, one byte range, If-None-Match, If-Range. Says what was sent, so that a
 * download is counted once however many pieces it is fetched in.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  file: FileResponse,
): Promise<'from the start' | 'nothing new'> {
  const etag = `"${file.etag}"`
  reply.headers({
    etag,
    'cache-control': `${file.isPublic ? 'public' : 'private'}, max-age=${file.maxAge === 'for good' ? '31536000, immutable' : file.maxAge}`,
    'accept-ranges': 'bytes',
    'content-security-policy': fileContentSecurityPolicy,
    'cross-origin-resource-policy': file.isPublic ? 'cross-origin' : 'same-origin',
    ...(file.fileName && { 'content-disposition': attachmentHeader(file.fileName) }),
  })
  if (matchesEtag(request.headers['if-none-match'], etag)) return notSent(reply.code(304).send())

  const size = await store.size(file.key)
  if (size === null) throw file.missingError ?? new Error(`The file ${file.key} is missing from the store.`)
  const range = requestedRange(request, etag, size)
  reply.type(file.contentType).header('content-length', range ? range.end - range.start + 1 : size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  if (request.method === 'HEAD') return notSent(reply.send())

  await reply.send(store.read(file.key, range))
  return range && range.start > 0 ? 'nothing new' : 'from the start'
}

const notSent = (_sent: FastifyReply) => 'nothing new' as const

const matchesEtag = (header: string | undefined, etag: string) =>
  header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)

/** The one range that is asked for; null sends all. Several ranges at once are answered with all, as the RFC allows. */
function requestedRange(
  request: FastifyRequest,
  etag: string,
  size: number,
): { start: number; end: number } | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (!from && !to)) return undefined
  const unchanged = request.headers['if-range']
  if (unchanged && unchanged !== etag) return undefined
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  if (start > end || start >= size) throw fail('range_not_satisfiable')
  return { start, end }
}

/** RFC 6266: a plain name for every program, the true one for those that read it. */
function attachmentHeader(name: string): string {
  const plain = name
    .replaceAll(/[^\x20-\x7e]|["\\%]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^[-.]+/, '')
  const ascii = plain.length > '.png'.length ? plain : `image${name.slice(name.lastIndexOf('.'))}`
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`
}
