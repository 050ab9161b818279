import { type Caller, isSignedIn } from '@vitrine/contract/caller'
import { bulkheadOf, type Endpoint } from '@vitrine/contract/endpoint'
import { bulkheads } from '@vitrine/contract/vocabulary/limits'
import type { FastifyReply } from 'fastify'
import { createLimiter } from '#kit/concurrency'
import { disconnectSignal } from '#kit/http/disconnect-signal'
import { type Metrics, noMetrics } from '#kit/metrics/metrics'
import { describeLimiter } from '#kit/metrics/statistics'
import type { Admission } from './load-shedding.ts'

/** Runs a call when its caller's bulkhead has a place for it; throws `LimitExceeded` where too many of theirs wait. */
export type RunInBulkhead = <T>(
  call: { endpoint: Endpoint; caller: Caller | null; reply: FastifyReply },
  task: () => Promise<T>,
) => Promise<T>

/** Milliseconds that a call waits at most: the connection of a longer wait would be closed as idle. */
const MAX_WAIT = 60_000

/**
 * Bulkheads: each signed-in person runs few calls of a kind at a time, and their others wait in a line of their own,
 * before a multipart body is read (requirements: #bulkheads). Changes never take all connections: one stays for sign-in
 * and reads, one more for admins, and a third one for everyone but the person who is calling.
 */
export function createBulkheads(
  connections: number,
  admission: Admission,
  metrics: Metrics = noMetrics,
): RunInBulkhead {
  const places = (number: number) => Math.max(1, number)
  const limits = {
    read: { runningPerKey: bulkheads.read.running },
    change: {
      running: places(connections - 1),
      reserved: connections > 2 ? 1 : 0,
      runningPerKey: places(Math.min(bulkheads.change.running, connections - 3)),
    },
    upload: { runningPerKey: bulkheads.upload.running },
    csv: { runningPerKey: bulkheads.csv.running },
  }
  const limiterOf = (kind: keyof typeof limits) => {
    const limiter = createLimiter({ ...limits[kind], waitingPerKey: bulkheads[kind].waiting, maxWait: MAX_WAIT })
    describeLimiter(metrics, kind, limiter.statistics)
    return limiter
  }
  const limiters = {
    read: limiterOf('read'),
    change: limiterOf('change'),
    upload: limiterOf('upload'),
    csv: limiterOf('csv'),
  }
  return ({ endpoint, caller, reply }, task) => {
    const kind = bulkheadOf(endpoint)
    if (!isSignedIn(caller) || kind === 'none') return task()
    const isPrivileged = caller.role === 'admin'
    if (!isPrivileged && (kind === 'upload' || kind === 'csv')) admission.assertCapacity()
    return limiters[kind].run(task, { key: caller.id, isPrivileged, signal: disconnectSignal(reply) })
  }
}
