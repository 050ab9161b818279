import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedPage, ContentEncoding } from './cached-page.ts'

/** For caches between us and visitors: a few seconds, then the old answer once more while they ask for the new one. */
export const cdnCacheControl = 'max-age=5, stale-while-revalidate=30'

/** Sends what is kept, in the form that the browser takes, or says that it has it already. */
export function sendCachedPage(
  page: CachedPage,
  headers: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers(headers).header('etag', page.etag)
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).removeHeader('content-type').send()
  reply.code(page.status)
  const form = negotiateEncoding(request.headers['accept-encoding'])
  if (form !== 'identity') reply.header('content-encoding', form)
  const bytes = page.encoded(form)
  return bytes instanceof Promise ? bytes.then((made) => reply.send(made)) : reply.send(bytes)
}

function negotiateEncoding(taken = ''): ContentEncoding {
  if (/\bbr\b/.test(taken)) return 'br'
  return /\bgzip\b/.test(taken) ? 'gzip' : 'identity'
}
