import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readMethods, rejectOtherMethods } from './http/methods.ts'

/** Where a load balancer asks whether to send requests here (requirements: #draining). */
export const healthPath = '/healthz'

/** Milliseconds for which the requests that run when the listener closes may go on; then their connections are cut. */
const REQUEST_TIMEOUT_MS = 30_000

/**
 * Answers 200 at `healthPath`, and 503 once the app is closing. Requests are still answered then, each with
 * `Connection: close`, and for `drainSeconds` new connections are accepted too: a load balancer has to notice first.
 * An outage of the database is no reason for a 503: another process would answer no better.
 */
export function serveHealth(app: FastifyInstance, { drainSeconds }: { drainSeconds: number }) {
  let isDraining = false
  app.get(healthPath, (_request, reply) => {
    reply.header('cache-control', 'no-store').code(isDraining ? 503 : 200)
    return reply.send({ status: isDraining ? 'stopping' : 'ready' })
  })
  rejectOtherMethods(app, healthPath, readMethods)
  app.addHook('preClose', async () => {
    isDraining = true
    await sleep(drainSeconds * 1000)
    setTimeout(() => app.server.closeAllConnections(), REQUEST_TIMEOUT_MS).unref()
  })
}
