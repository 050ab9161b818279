import { apiBase, type Endpoint, type EndpointGroup, isPublicRead } from '@vitrine/contract/endpoint'
import type { FastifyInstance, FastifyRequest, HTTPMethods, RouteGenericInterface } from 'fastify'
import { fail } from '#kit/api-error'

export const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const satisfies HTTPMethods[]
type AllowedMethod = Exclude<(typeof allMethods)[number], 'OPTIONS'>

/** Lets pages of other sites read a public answer, without credentials (Fetch standard, 3.2) (requirements: #cors). */
export const anyOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'content-disposition, content-range, etag, retry-after',
}

const anyOriginPreflight = {
  ...anyOrigin,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'content-type, if-none-match, range',
  'access-control-max-age': '86400',
}

/**
 * Registers the methods that an address does not take, so that no route with a slot answers them: `Allow`, OPTIONS, and
 * else 405 (RFC 9110, 15.5.6 and 9.3.7; requirements: #allowed-methods), unless `assertExists` throws.
 */
export function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  allowed: readonly AllowedMethod[],
  isForAnyOrigin = false,
  assertExists = (_request: FastifyRequest) => {},
) {
  const headers = { allow: [...allowed, 'OPTIONS'].join(', '), ...(isForAnyOrigin && anyOriginPreflight) }
  app.route({
    method: allMethods.filter((method) => !(allowed as readonly string[]).includes(method)),
    url,
    exposeHeadRoute: false,
    // Before the body is read: it may be of a type that no call takes.
    onRequest: async (request, reply) => {
      assertExists(request)
      reply.headers(headers)
      if (request.method !== 'OPTIONS') throw fail('method_not_allowed')
      return reply.code(204).send()
    },
    handler: (_request, reply) => reply,
  })
}

/** Rejects undeclared methods of every path of the contract; a path may have several calls. */
export function rejectUndeclaredMethods(app: FastifyInstance, api: Record<string, EndpointGroup>) {
  const endpoints = Object.values(api).flatMap((group) => Object.values(group))
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path))
    rejectOtherMethods(app, apiBase + path, ofPath.flatMap(allowedMethods), ofPath.some(isPublicRead))
}

/** Fastify answers HEAD wherever it answers GET. */
const allowedMethods = ({ method }: Endpoint): AllowedMethod[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])

export const readMethods = ['GET', 'HEAD'] as const satisfies AllowedMethod[]

/** HEAD is its own route (requirements: #head): the one that Fastify derives from GET answers a Content-Length of 0. */
export function fileRoute<R extends RouteGenericInterface>(
  app: FastifyInstance,
  url: string,
  send: Parameters<typeof app.route<R>>[0]['handler'],
  isForAnyOrigin = true,
) {
  app.route<R>({ method: [...readMethods], url, exposeHeadRoute: false, handler: send })
  rejectOtherMethods(app, url, readMethods, isForAnyOrigin)
}
