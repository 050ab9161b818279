import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readMethods, rejectOtherMethods } from './http/methods.ts'

/** Where a load balancer asks whether to send requests here (requirements: #draining). */
export const healthPath = '/healthz'

/** Milliseconds for which the requests that run when the listener closes may go on; then their connections are cut. */
const REQUEST_TIMEOUT_MS = 30_000
/** Milliseconds between two looks for connections that have become idle since the listener closed. */
const IDLE_CHECK_MS = 100

/**
 * Answers 200 at `healthPath`, and 503 from the moment at which the returned function is called. An outage of the
 * database is no reason for a 503: another process would answer no better.
 *
 * That function drains the server: for `drainSeconds`, in which a load balancer notices, requests are answered as
 * before, each with `Connection: close`; then the listener closes and the requests that run are finished. Only after
 * that may the app be closed, because a closing Fastify renders no page (its `inject` refuses).
 */
export function serveHealth(app: FastifyInstance, { drainSeconds }: { drainSeconds: number }): () => Promise<void> {
  let isDraining = false
  app.get(healthPath, (_request, reply) => {
    reply.header('cache-control', 'no-store').code(isDraining ? 503 : 200)
    return reply.send({ status: isDraining ? 'stopping' : 'ready' })
  })
  rejectOtherMethods(app, healthPath, readMethods)
  return async () => {
    const { server } = app
    isDraining = true
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false
    })
    await sleep(drainSeconds * 1000)
    const closed = once(server, 'close')
    server.close()
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const timeout = setTimeout(() => server.closeAllConnections(), REQUEST_TIMEOUT_MS)
    await closed
    clearInterval(idle)
    clearTimeout(timeout)
  }
}
