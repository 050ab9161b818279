import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fail } from '#kit/api-error'
import { type BackgroundTask, repeatTask } from '#kit/background-task'
import { createLimiter, type LimiterOptions } from '#kit/concurrency'
import { type Logger, reportAvailability } from '#kit/logger'
import { type Metrics, noMetrics } from '#kit/metrics/metrics'
import { describeLimiter } from '#kit/metrics/statistics'
import { requestContext } from '#kit/tracing/request-context'

/** All that is refused with `overloaded`, told by the log as one overload. */
export type LoadShedding = ReturnType<typeof createLoadShedding>

/** Who may do expensive work. What is cached needs no admission, so it goes on under any load. */
export type Admission = Pick<LoadShedding, 'isInside' | 'run' | 'assertCapacity'>

/** Requests of a network that wait, and milliseconds that they do: twice as much would be a second for a visitor. */
const [MAX_WAITING, MAX_WAIT] = [100, 400]
/** The share of the places that one network may take: what asks for much must not keep the others waiting. */
export const NETWORK_SHARE = 0.4
/** Places that only privileged work may take, such as the page of a sign-in. */
const RESERVED = 1
/** Milliseconds between two looks at the event loop; its median delay that counts as late. */
const [LOOK_INTERVAL, MAX_DELAY] = [1_000, 250]
/** Late looks in a row after which no expensive work begins: one long task is not an overload. */
const LATE_LOOKS = 2
/** Seconds after which a refused client may ask again. */
const RETRY_AFTER = 2
/** Milliseconds without a refusal after which the overload counts as over. */
const QUIET = 5_000

/**
 * Load shedding: pages and replies that no cache holds are made as many at a time as database connections serve; the
 * others wait for a moment, each network in a line of its own, and what does not get its turn is refused
 * (requirements: #overload).
 */
export function createLoadShedding(connections: number, log: Logger, metrics: Metrics = noMetrics) {
  const availability = reportAvailability(log, {
    away: 'Overloaded: expensive requests are refused, cached pages are sent',
    back: 'No longer overloaded',
  })
  let [lateLooks, refusedAt] = [0, 0]

  metrics.offer({
    name: 'vitrine_overloaded',
    help: '1 while expensive requests are refused (load shedding), and until five seconds passed without a refusal.',
    read: () => Number(refusedAt > 0 && performance.now() - refusedAt < QUIET),
  })

  const overloaded = () => {
    refusedAt = performance.now()
    const error = fail('overloaded', { retryAfter: RETRY_AFTER, isReported: true })
    availability.down(error)
    return error
  }
  /** For other work of visitors, by its name in metrics; what gets no turn is refused as an overload. */
  const createSheddingLimiter = (name: string, options: LimiterOptions) => {
    const limiter = createLimiter({ ...options, refusal: overloaded })
    describeLimiter(metrics, name, limiter.statistics)
    return limiter
  }
  const limiter = createSheddingLimiter('pages', {
    running: connections + RESERVED,
    reserved: RESERVED,
    runningPerKey: Math.max(1, Math.floor(NETWORK_SHARE * connections)),
    waitingPerKey: MAX_WAITING,
    maxWait: MAX_WAIT,
  })
  /** Throws `overloaded` while the event loop is late. */
  const assertCapacity = () => {
    if (lateLooks >= LATE_LOOKS) throw overloaded()
  }
  const look = (delays: ReturnType<typeof monitorEventLoopDelay>) => {
    lateLooks = delays.percentile(50) / 1e6 > MAX_DELAY ? lateLooks + 1 : 0 // nanoseconds
    delays.reset()
    if (performance.now() - refusedAt > QUIET) availability.up()
  }

  return {
    isInside: limiter.isInside,
    assertCapacity,
    /** Runs the work when there is a place for it; throws `overloaded` when none comes free soon. */
    async run<T>(work: () => Promise<T>, { isPrivileged = false }: { isPrivileged?: boolean } = {}): Promise<T> {
      if (!isPrivileged) assertCapacity()
      const key = isPrivileged ? 'privileged' : requestContext()?.network?.()
      return limiter.run(work, { key, isPrivileged, isShared: isPrivileged || !key })
    },
    createLimiter: createSheddingLimiter,
    /** Looks at the event loop, and notices the end of an overload. */
    watch(): BackgroundTask {
      const delays = monitorEventLoopDelay({ resolution: 50 })
      delays.enable()
      const looking = repeatTask(LOOK_INTERVAL, async () => look(delays))
      return {
        async stop() {
          await looking.stop()
          delays.disable()
        },
      }
    },
  }
}
