import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResponse, ContentEncoding } from './cached-response.ts'

/** How long a shared cache keeps what visitors see; nginx counts whole seconds, so it is gone within five. */
export const sharedCacheSeconds = 4

/** For shared caches: fresh for a few seconds, then stale while they revalidate (RFC 5861). */
export const cdnCacheControl = `max-age=${sharedCacheSeconds}, stale-while-revalidate=30`

/** Sends the page in an encoding that the browser accepts, or 304 where its copy is current. */
export function sendCachedResponse(
  page: CachedResponse,
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers(headers).header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).removeHeader('content-type').send()
  reply.code(page.status)
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const bytes = page.encoded(encoding)
  return bytes instanceof Promise ? bytes.then((encoded) => reply.send(encoded)) : reply.send(bytes)
}

function negotiateEncoding(accepted = ''): ContentEncoding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}
