import { hasResourceLimits, JobNotStarted, SandboxedProcess } from './sandboxed-process.ts'
import type { AvatarJob, DerivativeJob, ImageFacts, JobResult, MeasureJob, WorkerJob } from './worker-protocol.ts'

export interface ImagingPool {
  /** Decodes an image that PngValidator accepted. Throws RefusedFile for its faults, PoolBusy when full. */
  measure(job: MeasureJob): Promise<ImageFacts>
  /** Writes a derivative of an image that was measured before. Throws PoolBusy when full. */
  writeDerivative(job: DerivativeJob): Promise<void>
  /** Writes a square avatar. Throws RefusedFile when the file cannot be decoded, PoolBusy when full. */
  writeAvatar(job: AvatarJob): Promise<void>
  /** Whether any of these would throw PoolBusy now. */
  isFull(): boolean
  /** Kills all worker processes; running and queued jobs fail. */
  stop(): Promise<void>
}

/** The queue is full. The image is not at fault: the same job may be submitted again later. */
export class PoolBusy extends Error {
  readonly code = 'busy'
}

interface QueuedJob {
  job: WorkerJob
  attempts: number
  resolve(result: JobResult): void
  reject(reason: Error): void
}

interface PoolOptions {
  workers: number
  maxWaiting: number
  log?: (line: string) => void
}

/**
 * Decodes images in worker processes, so that an image that crashes its process costs only its own job. At most
 * `workers` run at a time, started on first use and then reused; at most `maxWaiting` jobs queue for them.
 */
export function startImagingPool({ workers, maxWaiting, log = () => {} }: PoolOptions): ImagingPool {
  const idle: SandboxedProcess[] = []
  const busy = new Set<SandboxedProcess>()
  const queue: QueuedJob[] = []
  let isStopped = false
  if (!hasResourceLimits) log('Images are decoded without memory limits: this system has no prlimit (util-linux).')

  const isFull = () => busy.size >= workers && queue.length >= maxWaiting

  function enqueue(job: WorkerJob): Promise<JobResult> {
    if (isStopped) return Promise.reject(stoppingError())
    if (isFull())
      return Promise.reject(new PoolBusy(`${maxWaiting} images are queued already. Submit this one again later.`))
    return new Promise((resolve, reject) => {
      queue.push({ job, attempts: 0, resolve, reject })
      dispatch()
    })
  }

  function dispatch() {
    while (queue.length > 0 && busy.size < workers) void run(queue.shift()!)
  }

  async function run(queued: QueuedJob) {
    let worker: SandboxedProcess
    try {
      worker = idleOrNewWorker()
    } catch (reason) {
      // spawn() throws when the system has no memory left for another process.
      return queued.reject(reason as Error)
    }
    busy.add(worker)
    await worker.run(queued.job).then(queued.resolve, (reason) => handleFailure(queued, reason))
    busy.delete(worker)
    if (worker.isReusable && !isStopped) idle.push(worker)
    else void worker.kill()
    dispatch()
  }

  /** Skips idle processes that were killed from outside in the meantime. */
  function idleOrNewWorker(): SandboxedProcess {
    const worker = idle.pop()
    if (!worker) return new SandboxedProcess(log)
    return worker.isReusable ? worker : idleOrNewWorker()
  }

  function handleFailure(queued: QueuedJob, reason: Error) {
    const shouldRetry = reason instanceof JobNotStarted && queued.attempts++ === 0 && !isStopped
    if (shouldRetry) queue.unshift(queued)
    else queued.reject(isStopped ? stoppingError() : reason)
  }

  async function stop() {
    isStopped = true
    for (const queued of queue.splice(0)) queued.reject(stoppingError())
    await Promise.all([...idle.splice(0), ...busy].map((worker) => worker.kill()))
  }

  return {
    measure: async (job) => (await enqueue({ measure: job }))!,
    writeDerivative: async (job) => void (await enqueue({ derivative: job })),
    writeAvatar: async (job) => void (await enqueue({ avatar: job })),
    isFull,
    stop,
  }
}

function stoppingError(): Error {
  return new Error('The server is stopping, so this image was not processed.')
}
