import { ApiError } from '#kit/api-error'
import { type Metrics, noMetrics } from '#kit/metrics/metrics'
import { findConfinement } from './pool/confinement.ts'
import { FairQueue, type Owner } from './pool/fair-queue.ts'
import { JobCost } from './pool/job-cost.ts'
import { describePool } from './pool/pool-metrics.ts'
import { type ImagingWorker, JobNotStarted, SandboxedProcess } from './pool/sandboxed-process.ts'
import type { ImageFacts, JobResult, MeasureJob, WorkerJob, WriteJob } from './worker-protocol.ts'

export interface Requester {
  owner: Owner
  /** Drops the job when it aborts, also while it runs: it then rejects with the signal's reason. */
  signal?: AbortSignal
}

export type ImagingPool = ReturnType<typeof startImagingPool>

/** Milliseconds for which the work of others may delay an owner's first job. */
const MAX_DELAY_MS = 5_000

/** The work of others would delay this one for too long. The same job may be submitted again later. */
export class PoolBusy extends ApiError {
  constructor(delayMs: number) {
    super('busy', { retryAfter: Math.ceil(delayMs / 1000) })
  }
}

interface QueuedJob {
  owner: Owner
  cost: number
  job: WorkerJob
  /** When it was submitted, as milliseconds of `performance.now()`. */
  since: number
  attempts: number
  worker?: ImagingWorker
  resolve(result: JobResult): void
  reject(reason: unknown): void
}

interface PoolOptions {
  workers: number
  log?: (line: string) => void
  metrics?: Metrics
  idleMs?: number
  startWorker?: () => ImagingWorker
}

/**
 * Decodes images in worker processes, so that an image that crashes its process costs only its own job. At most
 * `workers` run at a time, started when one is busy, then reused, and ended after a minute without a job; the jobs of
 * all owners are taken in turn (decision 0030).
 */
export function startImagingPool({
  workers,
  log = () => {},
  metrics = noMetrics,
  idleMs,
  startWorker = () => new SandboxedProcess(findConfinement(), log),
}: PoolOptions) {
  const idle = new IdleWorkers(idleMs)
  const busy = new Set<ImagingWorker>()
  const queue = new FairQueue<QueuedJob>(workers)
  const jobCost = new JobCost()
  let isStopped = false
  const report = describePool(metrics, { idle, busy, queue })

  function assertAdmitted(owner: Owner, cost: number) {
    const delay = queue.delayFor(owner, cost)
    if (delay > MAX_DELAY_MS) throw report.refused(new PoolBusy(delay))
  }

  async function enqueue(job: WorkerJob, { owner, signal }: Requester): Promise<JobResult> {
    signal?.throwIfAborted()
    if (isStopped) throw stoppingError()
    const cost = jobCost.estimate(job)
    assertAdmitted(owner, cost)
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>()
    const queued: QueuedJob = { owner, cost, job, since: performance.now(), attempts: 0, resolve, reject }
    const drop = () => (queue.remove(queued) ? reject(signal!.reason) : queued.worker?.cancel(signal!.reason))
    signal?.addEventListener('abort', drop)
    queue.add(queued)
    dispatch()
    return promise.finally(() => signal?.removeEventListener('abort', drop))
  }

  function dispatch() {
    for (let queued = queue.start(); queued; queued = queue.start()) void run(queued)
  }

  async function run(queued: QueuedJob) {
    let worker: ImagingWorker
    try {
      worker = idleOrNewWorker()
    } catch (reason) {
      queue.finish(queued)
      return queued.reject(reason)
    }
    queued.worker = worker
    busy.add(worker)
    report.started(queued.job, performance.now() - queued.since)
    startSpare()
    const [outcome] = await Promise.allSettled([worker.run(queued.job)])
    busy.delete(worker)
    queue.finish(queued)
    if (worker.isReusable && !isStopped) idle.add(worker)
    else void worker.kill()
    if (outcome.status === 'fulfilled') {
      jobCost.learn(queued.job, worker.lastJobMs)
      report.succeeded(queued.job, worker.lastJobMs)
      queued.resolve(outcome.value)
    } else handleFailure(queued, outcome.reason)
    dispatch()
  }

  /** While all others are busy one more is started, if there may be one: a process takes 0.4 s until it can work. */
  function startSpare() {
    if (idle.length || busy.size >= workers) return
    try {
      idle.add(startWorker())
    } catch {} // the job that needs it will report this
  }

  /** Skips idle processes that were killed from outside; throws when there is no memory for another process. */
  function idleOrNewWorker(): ImagingWorker {
    const worker = idle.take() ?? startWorker()
    return worker.isReusable ? worker : idleOrNewWorker()
  }

  function handleFailure(queued: QueuedJob, reason: Error) {
    const shouldRetry = reason instanceof JobNotStarted && queued.attempts++ === 0 && !isStopped
    if (shouldRetry) return queue.add(queued)
    report.failed(queued.job)
    queued.reject(isStopped ? stoppingError() : reason)
  }

  return {
    /** Starts a worker where none is idle: a job is expected soon. */
    warmUp: startSpare,
    /** Decodes an image that PngValidator accepted. Throws RefusedFile for its faults, PoolBusy. */
    async measure(job: MeasureJob, requester: Requester): Promise<ImageFacts> {
      return (await enqueue({ measure: job }, requester))!
    },
    /** Writes the file of a job. Throws RefusedFile when a file cannot be decoded or takes too much, PoolBusy. */
    write: async (job: WriteJob, requester: Requester) => void (await enqueue(job, requester)),
    /** Throws PoolBusy when even a small job of this owner would have to wait too long now. */
    assertNotBusy: (owner: Owner) => assertAdmitted(owner, 0),
    async stop(): Promise<void> {
      isStopped = true
      for (const queued of queue.removeAll()) queued.reject(stoppingError())
      await Promise.all([...idle.takeAll(), ...busy].map((worker) => worker.kill()))
    },
  }
}

const stoppingError = (): Error => new Error('The server is stopping, so this image was not processed.')

/** Milliseconds without a job after which a worker leaves: it keeps up to 190 MiB of its largest image. */
const IDLE_MS = 60_000

class IdleWorkers {
  readonly #idleMs: number
  readonly #leaving = new Map<ImagingWorker, NodeJS.Timeout>()

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs
  }

  get length(): number {
    return this.#leaving.size
  }

  add(worker: ImagingWorker): void {
    const leave = () => {
      this.#leaving.delete(worker)
      void worker.kill()
    }
    this.#leaving.set(worker, setTimeout(leave, this.#idleMs).unref())
  }

  /** The one that worked last, so that those that are not needed leave. */
  take(): ImagingWorker | undefined {
    const worker = [...this.#leaving.keys()].at(-1)
    if (!worker) return undefined
    clearTimeout(this.#leaving.get(worker))
    this.#leaving.delete(worker)
    return worker
  }

  takeAll(): ImagingWorker[] {
    const workers: ImagingWorker[] = []
    for (let worker = this.take(); worker; worker = this.take()) workers.push(worker)
    return workers
  }
}
