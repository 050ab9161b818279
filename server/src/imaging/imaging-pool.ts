import type { AvatarJob } from './avatar.ts'
import type { DerivativeJob } from './derivative.ts'
import type { MeasureJob, WorkerJob } from './imaging-worker.ts'
import type { Swatch, Tone } from './measure.ts'
import { hasResourceLimits, JobNotStarted, type JobResult, WorkerProcess } from './worker-process.ts'

/** What only decoding can tell of a picture. */
export interface ImageFacts {
  width: number
  height: number
  /** Shares, 0 to 1, of all pixels: those that are fully transparent, and those that are partly so. */
  clear_share: number
  soft_share: number
  /** Of what is visible, largest share first; at most five. */
  colours: Swatch[]
  tone: Tone
  /** As contract/looks.ts makes it, in 16 hexadecimal digits; null where nothing is to be seen. */
  look: string | null
  /** The variants written into the job's folder, each named by `variantFile`. */
  variants: number[]
}

export interface ImagingPool {
  /** Decodes a picture that PngWalker accepted. Throws Refusal for the picture's faults and Busy when it must wait too long. */
  measure(job: MeasureJob): Promise<ImageFacts>
  /** Writes a copy of a picture that was measured before. Throws Busy when it must wait too long. */
  writeDerivative(job: DerivativeJob): Promise<void>
  /** Writes a small square picture of a person. Throws Refusal when it is none, and Busy when it must wait too long. */
  writeAvatar(job: AvatarJob): Promise<void>
  /** Whether any of these would throw Busy now. */
  isFull(): boolean
  /** Ends all processes at once; what is under way or waiting fails. */
  stop(): Promise<void>
}

/** Too many pictures are waiting already. Not this picture's fault: it may come again later. */
export class PoolBusy extends Error {
  readonly code = 'busy'
}

interface QueuedJob {
  job: WorkerJob
  tries: number
  resolve(answer: JobResult): void
  reject(reason: Error): void
}

/**
 * Pictures are decoded in processes of their own, so that one which ends its process costs nothing but itself. At most
 * `workers` run at a time, started when first needed and kept warm; at most `waiting` jobs wait for them.
 */
export function startImagingPool({ workers, maxWaiting: waiting, log: say = () => {} }: PoolOptions): ImagingPool {
  const idle: WorkerProcess[] = []
  const busy = new Set<WorkerProcess>()
  const queue: QueuedJob[] = []
  let stopped = false
  if (!hasResourceLimits)
    say('Pictures are decoded without limits of memory: this system has no prlimit (Linux, util-linux).')

  const full = () => busy.size >= workers && queue.length >= waiting

  function queued(job: WorkerJob): Promise<JobResult> {
    if (stopped) return Promise.reject(stoppingError())
    if (full())
      return Promise.reject(new PoolBusy(`${waiting} pictures are waiting already. Send this one again later.`))
    return new Promise((resolve, reject) => {
      queue.push({ job, tries: 0, resolve, reject })
      dispatch()
    })
  }

  function dispatch() {
    while (queue.length > 0 && busy.size < workers) void work(queue.shift()!)
  }

  async function work(turn: QueuedJob) {
    let worker: WorkerProcess
    try {
      worker = rested()
    } catch (reason) {
      // The system has no memory left for another process.
      return turn.reject(reason as Error)
    }
    busy.add(worker)
    await worker.run(turn.job).then(turn.resolve, (reason) => failed(turn, reason))
    busy.delete(worker)
    if (worker.isReusable && !stopped) idle.push(worker)
    else void worker.kill()
    dispatch()
  }

  /** An idle process may have been killed from outside while it rested. */
  function rested(): WorkerProcess {
    const worker = idle.pop()
    if (!worker) return new WorkerProcess(say)
    return worker.isReusable ? worker : rested()
  }

  function failed(turn: QueuedJob, reason: Error) {
    const again = reason instanceof JobNotStarted && turn.tries++ === 0 && !stopped
    if (again) queue.unshift(turn)
    else turn.reject(stopped ? stoppingError() : reason)
  }

  async function stop() {
    stopped = true
    for (const turn of queue.splice(0)) turn.reject(stoppingError())
    await Promise.all([...idle.splice(0), ...busy].map((worker) => worker.kill()))
  }

  return {
    measure: async (job) => (await queued({ measure: job }))!,
    writeDerivative: async (job) => void (await queued({ copy: job })),
    writeAvatar: async (job) => void (await queued({ avatar: job })),
    isFull: full,
    stop,
  }
}

interface PoolOptions {
  workers: number
  maxWaiting: number
  log?: (line: string) => void
}

function stoppingError(): Error {
  return new Error('The server is stopping, so this picture was not worked on.')
}
