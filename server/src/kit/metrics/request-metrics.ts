import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from './metrics.ts'

/** Measures the requests of the network; a page's own calls of the API are part of its request. */
export function measureRequests(app: FastifyInstance, metrics: Metrics) {
  const duration = metrics.histogram(
    'vitrine_http_request_duration_seconds',
    'Seconds from the head of a request to the end of its response, by route, method and class of status ' +
      '("aborted": the client left before the end).',
    ['route', 'method', 'status'],
  )
  let inFlight = 0
  metrics.offer({
    name: 'vitrine_http_requests_in_flight',
    help: 'Requests that are being answered now.',
    read: () => inFlight,
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (!(request.raw.socket instanceof Socket)) return done()
    inFlight++
    // Fastify's own hook is not called for a response that the client did not wait for.
    reply.raw.on('close', () => {
      inFlight--
      const route = request.pageRoute || request.routeOptions.url || 'none'
      const status = reply.raw.writableFinished ? `${Math.trunc(reply.raw.statusCode / 100)}xx` : 'aborted'
      duration.observe({ route, method: request.method, status }, reply.elapsedTime / 1000)
    })
    done()
  })
}
