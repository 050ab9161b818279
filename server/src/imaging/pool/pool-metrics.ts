import type { Metrics } from '#kit/metrics/metrics'
import type { WorkerJob } from '../worker-protocol.ts'

/** Upper bounds in seconds, up to the timeout of a derivative. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Offers what the pool does, whose workers are idle or busy, and returns where it reports its jobs. */
export function describePool(
  metrics: Metrics,
  { idle, busy, queue }: { idle: { length: number }; busy: { size: number }; queue: { waiting: number } },
) {
  metrics.offer(
    {
      name: 'vitrine_image_jobs_running',
      help: 'Jobs that image workers are doing now.',
      read: () => busy.size,
    },
    {
      name: 'vitrine_image_jobs_waiting',
      help: 'Jobs that wait for an image worker.',
      read: () => queue.waiting,
    },
    {
      name: 'vitrine_image_workers',
      help: 'Processes that decode images, idle ones included.',
      read: () => busy.size + idle.length,
    },
  )
  const duration = metrics.histogram(
    'vitrine_image_job_duration_seconds',
    'Seconds of image workers for a job, by kind (measure: an upload; derivative: a download in another form).',
    ['kind'],
    buckets,
  )
  const wait = metrics.histogram(
    'vitrine_image_job_wait_seconds',
    'Seconds that a job waited for an image worker.',
    ['kind'],
    buckets,
  )
  const ended = metrics.counter('vitrine_image_jobs_total', 'Jobs of image workers that ended.', ['kind', 'outcome'])
  const refused = metrics.counter(
    'vitrine_image_jobs_refused_total',
    'Jobs that were refused because the work of others would have delayed them for too long.',
    [],
  )
  return {
    started: (job: WorkerJob, waitedMs: number) => wait.observe({ kind: kindOf(job) }, waitedMs / 1000),
    succeeded(job: WorkerJob, ms: number) {
      ended.inc({ kind: kindOf(job), outcome: 'ok' })
      duration.observe({ kind: kindOf(job) }, ms / 1000)
    },
    failed: (job: WorkerJob) => ended.inc({ kind: kindOf(job), outcome: 'failed' }),
    refused(error: Error) {
      refused.inc({})
      return error
    },
  }
}

const kindOf = (job: WorkerJob) => Object.keys(job)[0]!
