import { ApiError } from '#kit/api-error'
import { type Metrics, noMetrics } from '#kit/metrics/metrics'
import { findConfinement } from './pool/confinement.ts'
import { FairQueue, type Owner } from './pool/fair-queue.ts'
import { JobCost } from './pool/job-cost.ts'
import { describePool } from './pool/pool-metrics.ts'
import { type ImagingWorker, JobNotStarted, SandboxedProcess } from './pool/sandboxed-process.ts'
import type {
  AvatarJob,
  CoverJob,
  DecodeJob,
  DerivativeJob,
  ImageFacts,
  JobResult,
  MeasureJob,
  MendJob,
  WorkerJob,
} from './worker-protocol.ts'

export interface Requester {
  owner: Owner
  /** Drops the job when it aborts, also while it runs: it then rejects with the signal's reason. */
  signal?: AbortSignal
}

export interface ImagingPool {
  /** Decodes an image that PngValidator accepted. Throws RefusedFile for its faults, PoolBusy. */
  measure(job: MeasureJob, requester: Requester): Promise<ImageFacts>
  /** Writes a derivative of an image that was measured before. Throws PoolBusy. */
  writeDerivative(job: DerivativeJob, requester: Requester): Promise<void>
  /** Writes a mended copy, empty where there is none. Throws RefusedFile when it takes too much, PoolBusy. */
  mend(job: MendJob, requester: Requester): Promise<void>
  /** Writes a square avatar. Throws RefusedFile when the file cannot be decoded, PoolBusy. */
  writeAvatar(job: AvatarJob, requester: Requester): Promise<void>
  /** Writes the picture that shared links show. Throws PoolBusy. */
  writeCover(job: CoverJob, requester: Requester): Promise<void>
  /** Decodes stored pictures and writes their dimensions. Throws RefusedFile when they take too much, PoolBusy. */
  decode(job: DecodeJob, requester: Requester): Promise<void>
  /** Throws PoolBusy when even a small job of this owner would have to wait too long now. */
  assertNotBusy(owner: Owner): void
  /** Kills all worker processes; running and queued jobs fail. */
  stop(): Promise<void>
}

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
  /** The process that runs it. */
  worker?: ImagingWorker
  resolve(result: JobResult): void
  reject(reason: unknown): void
}

interface PoolOptions {
  workers: number
  log?: (line: string) => void
  metrics?: Metrics
  /** Milliseconds after which a worker without a job leaves. */
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
}: PoolOptions): ImagingPool {
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
    const outcome = await worker.run(queued.job).then(
      (result) => ({ result }),
      (reason: Error) => ({ reason }),
    )
    busy.delete(worker)
    queue.finish(queued)
    if (worker.isReusable && !isStopped) idle.add(worker)
    else void worker.kill()
    if ('result' in outcome) {
      jobCost.learn(queued.job, worker.lastJobMs)
      report.succeeded(queued.job, worker.lastJobMs)
      queued.resolve(outcome.result)
    } else handleFailure(queued, outcome.reason)
    dispatch()
  }

  /** While all others are busy one more is started, if there may be one: a process takes 0.4 s until it can work. */
  function startSpare() {
    if (idle.length || busy.size >= workers) return
    try {
      idle.add(startWorker())
    } catch {
      // The job that needs it will report this.
    }
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

  async function stop() {
    isStopped = true
    for (const queued of queue.removeAll()) queued.reject(stoppingError())
    await Promise.all([...idle.takeAll(), ...busy].map((worker) => worker.kill()))
  }

  return { ...jobMethods(enqueue), assertNotBusy: (owner) => assertAdmitted(owner, 0), stop }
}

const jobMethods = (
  enqueue: (job: WorkerJob, requester: Requester) => Promise<JobResult>,
): Omit<ImagingPool, 'assertNotBusy' | 'stop'> => ({
  measure: async (job, requester) => (await enqueue({ measure: job }, requester))!,
  writeDerivative: async (job, requester) => void (await enqueue({ derivative: job }, requester)),
  mend: async (job, requester) => void (await enqueue({ mend: job }, requester)),
  writeAvatar: async (job, requester) => void (await enqueue({ avatar: job }, requester)),
  writeCover: async (job, requester) => void (await enqueue({ cover: job }, requester)),
  decode: async (job, requester) => void (await enqueue({ decode: job }, requester)),
})

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
