import { fillPath, type PathValues } from '@vitrine/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import { isNotModified } from '#kit/http/conditions'
import type { CachedResponse, ContentEncoding, ResponseCache } from './response-cache.ts'

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
  if (page.status === 200 && isNotModified(request.headers, page.etag))
    return reply.code(304).removeHeader('content-type').send()
  reply.code(page.status)
  const encoding = request.server.negotiateEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  const bytes = page.encoded(encoding)
  return bytes instanceof Promise ? bytes.then((encoded) => reply.send(encoded)) : reply.send(bytes)
}

/** Serves a text that is made once for all visitors until something changes; `render` throws where there is none. */
export function serveCachedText(
  app: FastifyInstance,
  { path, cache, headers }: { path: string; cache: ResponseCache; headers: Record<string, string> },
  render: (params: Record<string, string>) => Promise<string>,
) {
  app.get<{ Params: Record<string, string> }>(path, async (request, reply) => {
    const { params } = request
    const text = await cache.get(fillPath(path, params as PathValues), async () => ({
      status: 200,
      text: await render(params),
    }))
    return sendCachedResponse(text, { ...headers, vary: 'accept-encoding' }, request, reply)
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    negotiateEncoding(accepted: string | undefined): ContentEncoding
  }
}

const encodings = ['br', 'gzip', 'identity'] satisfies ContentEncoding[]

/** The preferred encoding (RFC 9110, 12.5.3) is remembered: reading it takes half as long as sending a cached page. */
export function createEncodingNegotiator() {
  const negotiated = new LRUCache<string, ContentEncoding>({ max: 100 })
  return (accepted = ''): ContentEncoding => {
    const known = negotiated.get(accepted)
    if (known) return known
    const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted } })
    const [encoding = 'identity'] = negotiator.encodings(encodings, { preferred: encodings }) as ContentEncoding[]
    negotiated.set(accepted, encoding)
    return encoding
  }
}
