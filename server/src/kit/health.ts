import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readMethods, rejectOtherMethods } from './http/methods.ts'

/** Whether to send requests here, by its status alone (requirements: #draining). */
export const healthPath = '/healthz'
/** The same with reasons, also those for which no other process would answer better (requirements: #health). */
export const readyPath = '/health/ready'
/** Whether the process answers at all; a supervisor restarts one that does not. */
export const livePath = '/health/live'

/** Null where a part works, otherwise a sentence, which is public: it repeats no name or message of another program. */
export interface HealthCheck {
  look(): Promise<string | null>
  /** The sentence where a look fails, or takes too long. */
  failure: string
  /** Milliseconds for which a result is good, 1,000 by default: asking some parts costs money. */
  maxAgeMs?: number
}

/** Milliseconds for which the requests that run when the listener closes may go on; then their connections are cut. */
const REQUEST_TIMEOUT_MS = 30_000
/** Milliseconds for which waiting connections are accepted before the listener closes, however many keep coming. */
const ACCEPT_TIMEOUT_MS = 1_000
/** Milliseconds between two looks for connections that have become idle since the listener closed. */
const IDLE_CHECK_MS = 100
/** Milliseconds for which a result is good, and that a look may take. */
const [MAX_AGE_MS, LOOK_TIMEOUT_MS] = [1_000, 900]

interface HealthOptions {
  drainSeconds: number
  checks: HealthCheck[]
}

/**
 * Answers 200 at the paths above, and 503 at two of them once the returned function drains the server: for
 * `drainSeconds`, in which a load balancer notices, requests are answered with `Connection: close`; then the listener
 * closes and those that run are finished. What is wrong besides is listed with 200: another process would answer no
 * better, and cached pages need no database (decision 0061). A closing Fastify renders no page, so the app is closed
 * after that.
 */
export function serveHealth(app: FastifyInstance, { drainSeconds, checks }: HealthOptions): () => Promise<void> {
  let isDraining = false
  const looks = checks.map(cachedLook)
  const serve = (path: string, statusNow: () => Promise<Health>) => {
    app.get(path, async (_request, reply) => {
      const health = await statusNow()
      return reply
        .header('cache-control', 'no-store')
        .code(health.status === 'stopping' ? 503 : 200)
        .send(health)
    })
    rejectOtherMethods(app, path, readMethods)
  }
  serve(livePath, async () => ({ status: 'alive' }))
  serve(healthPath, async () => ({ status: isDraining ? 'stopping' : 'ready' }))
  serve(readyPath, async () => {
    if (isDraining) return { status: 'stopping', reasons: ['This process is stopping.'] }
    const results = await Promise.all(looks.map((look) => look()))
    const reasons = results.filter((reason) => reason !== null)
    return { status: reasons.length ? 'degraded' : 'ready', reasons }
  })
  return async () => {
    const { server } = app
    isDraining = true
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false
    })
    await sleep(drainSeconds * 1000)
    await acceptQueued(server)
    const closed = once(server, 'close')
    server.close()
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const timeout = setTimeout(() => server.closeAllConnections(), REQUEST_TIMEOUT_MS)
    await closed
    clearInterval(idle)
    clearTimeout(timeout)
  }
}

/** Empties the listener's queue, which the kernel resets when it closes: a proxy cannot repeat a begun upload. */
async function acceptQueued(server: Server): Promise<void> {
  const deadline = performance.now() + ACCEPT_TIMEOUT_MS
  let isQueued = true
  const accepted = () => {
    isQueued = true
  }
  server.on('connection', accepted)
  while (isQueued && performance.now() < deadline) {
    isQueued = false
    await setImmediate()
  }
  server.off('connection', accepted)
}

interface Health {
  status: 'alive' | 'ready' | 'degraded' | 'stopping'
  reasons?: string[]
}

/** Probes share a result, and a look that hangs is not joined by others. What it finds late replaces the timeout's. */
function cachedLook({ look, failure, maxAgeMs = MAX_AGE_MS }: HealthCheck): () => Promise<string | null> {
  let [result, expires] = [Promise.resolve<string | null>(null), Number.NEGATIVE_INFINITY]
  let running: Promise<string | null> | undefined
  return () => {
    if (performance.now() < expires) return result
    expires = performance.now() + maxAgeMs
    running ??= look()
      .catch(() => failure)
      .then((found) => {
        running = undefined
        result = Promise.resolve(found)
        return found
      })
    const timeout = sleep(LOOK_TIMEOUT_MS, failure, { ref: false })
    result = Promise.race([running, timeout])
    return result
  }
}
