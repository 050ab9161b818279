import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { siteNetworkOf } from '#kit/http/client-network'
import { type RequestContext, requestContext } from '#kit/tracing/request-context'

/** By which a proxy names a request, and we tell what our log calls it (requirements: #request-ids). */
export const requestIdHeader = 'x-request-id'

/** Of what a proxy sends: a UUID, hexadecimal digits and the like, and nothing that could break a line of a log. */
const acceptable = /^[\w.-]{8,64}$/

/**
 * A random prefix per process and a counter: 20 times as fast as random bytes for each request. A page's own calls of
 * the API are part of its request.
 */
export function requestIdGenerator() {
  const prefix = randomBytes(4).toString('hex')
  let count = 0
  return () => requestContext()?.id ?? `${prefix}-${(++count).toString(36)}`
}

/** The id that a trusted proxy gave the request: one that forwards for another address, as TRUST_PROXY allows. */
export function forwardedRequestId(request: FastifyRequest): string | undefined {
  const id = request.headers[requestIdHeader]
  if (typeof id !== 'string') return undefined
  return request.ips && request.ips.length > 1 && acceptable.test(id) ? id : undefined
}

export const contextOf = (request: FastifyRequest): RequestContext => ({
  id: request.id,
  network: () => (request.hasSharedAddress ? undefined : siteNetworkOf(request.ip)),
  origin: () => `${request.method} ${request.pageRoute || request.routeOptions.url || 'no route'}`,
})
