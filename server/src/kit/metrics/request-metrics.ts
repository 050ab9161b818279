import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Histogram } from './histogram.ts'
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
  const seriesOf = rememberSeries(duration)
  app.addHook('onRequest', (request, reply, done) => {
    if (!(request.raw.socket instanceof Socket)) return done()
    inFlight++
    // Fastify's own hook is not called for a response that the client did not wait for.
    reply.raw.on('close', () => {
      inFlight--
      const route = request.pageRoute || request.routeOptions.url || 'none'
      const statusClass = reply.raw.writableFinished ? Math.trunc(reply.raw.statusCode / 100) : ABORTED
      seriesOf(route, request.method, statusClass).observe(reply.elapsedTime / 1000)
    })
    done()
  })
}

const ABORTED = 0

/** Finds a series without making labels for it. */
function rememberSeries(duration: Histogram<'route' | 'method' | 'status'>) {
  const byRoute = new Map<string, Map<string, Observer[]>>()
  return (route: string, method: string, statusClass: number): Observer => {
    const known = byRoute.get(route)?.get(method)?.[statusClass]
    if (known) return known
    const series = duration.series({ route, method, status: statusClass === ABORTED ? 'aborted' : `${statusClass}xx` })
    const byMethod = byRoute.get(route) ?? new Map<string, Observer[]>()
    const byStatus = byMethod.get(method) ?? []
    byStatus[statusClass] = series
    byRoute.set(route, byMethod.set(method, byStatus))
    return series
  }
}

type Observer = ReturnType<Histogram<string>['series']>
