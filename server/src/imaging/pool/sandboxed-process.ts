import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { formatSupport } from '../formats.ts'
import { refusedFile } from '../refused-file.ts'
import type { JobOutcome, JobResult, WorkerJob, WorkerMessage, Written } from '../worker-protocol.ts'
import type { Confinement } from './confinement.ts'
import { openInput, outputPaths, receiveOutputs } from './job-files.ts'

/** Milliseconds of CPU time for measuring; an interlaced image of 50 megapixels takes some two seconds. */
const MEASURE_TIMEOUT_MS = 10_000
/** The same for a derivative or a mended copy; WebP takes some seven seconds for 8 megapixels of noise. */
const DERIVATIVE_TIMEOUT_MS = 30_000
/** How many times as long a job may take by the clock: on a busy machine it waits for a processor, or it hangs. */
const CLOCK_FACTOR = 6
/** Milliseconds between two looks at a job that is close to its limit. */
const LOOK_INTERVAL_MS = 100
/** Milliseconds until a job starts, which includes spawning the process (0.4 s on an idle machine). */
const START_TIMEOUT_MS = 30_000
/** CPU seconds after which a process is replaced between two jobs. */
const RECYCLE_AFTER_CPU_SECONDS = 300
/** The process died before it started the job, so the image cannot be the reason: another process may try. */
export class JobNotStarted extends Error {}

interface RunningJob {
  job: WorkerJob
  /** Milliseconds of CPU time. */
  limit: number
  /** Milliseconds of `performance.now()`; null until the process has begun it. */
  startedAt: number | null
  /** Why it was cancelled. */
  cancelReason?: unknown
  timer: NodeJS.Timeout
  resolve(result: JobResult): void
  reject(reason: Error): void
}

/** What a pool needs of its workers. */
export type ImagingWorker = Pick<SandboxedProcess, 'run' | 'isReusable' | 'lastJobMs' | 'cancel' | 'kill'>

/** One worker process, running one job at a time. It keeps the server's event loop alive only while it has a job. */
export class SandboxedProcess {
  /** Milliseconds of the last job from its start, without the wait for the process. */
  lastJobMs = 0
  #child: ChildProcess
  #log: (line: string) => void
  #measureMs: number
  #job: RunningJob | null = null
  #cpuSeconds = 0
  #isSpent = false
  #isAlive = true
  #stderrTail = ''
  #exited: Promise<void>

  constructor(
    { command: [command, ...args] }: Confinement,
    log: (line: string) => void,
    measureMs = MEASURE_TIMEOUT_MS,
  ) {
    this.#log = log
    this.#measureMs = measureMs
    this.#child = spawn(command!, [...args, WORKER_SCRIPT], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      env: workerEnvironment(),
      cwd: '/', // its own user may not enter the server's
    })
    this.#child.on('message', (message: WorkerMessage) => this.#handleMessage(message))
    this.#child.stderr?.on('data', (text) => (this.#stderrTail = `${this.#stderrTail}${text}`.slice(-500)))
    // A pipe to a process that was killed breaks; its exit rejects the job.
    for (const pipe of [this.#child.stdin, this.#child.stdout]) pipe?.on('error', () => {})
    this.#exited = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(this.#handleExit(error.message)))
      this.#child.once('exit', (code, signal) => resolve(this.#handleExit(signal ?? `exit code ${code}`)))
    })
    this.#keepEventLoopAlive(false)
  }

  /** Throws RefusedFile when the image is at fault, JobNotStarted when the process died first, else a plain Error. */
  run(job: WorkerJob): Promise<JobResult> {
    this.#isSpent = isSingleUse(job)
    return new Promise((resolve, reject) => {
      const running: RunningJob = {
        job,
        limit: 'derivative' in job || 'mend' in job ? DERIVATIVE_TIMEOUT_MS : this.#measureMs,
        startedAt: null,
        timer: setTimeout(() => this.#child.kill('SIGKILL'), START_TIMEOUT_MS),
        resolve,
        reject,
      }
      this.#job = running
      this.#keepEventLoopAlive(true)
      this.#send(running).catch((reason) => this.#endJob(running)?.reject(reason))
    })
  }

  async #send(running: RunningJob): Promise<void> {
    const input = await openInput(running.job)
    // A disconnected process is about to emit 'exit', which rejects this job.
    if (this.#job !== running || !this.#child.connected) return input.close()
    this.#child.send({ ...running.job, bytes: input.bytes }, () => {})
    await input.sendTo(this.#child.stdin!).catch(() => {}) // a broken pipe: as above
  }

  get isReusable(): boolean {
    return this.#isAlive && this.#cpuSeconds < RECYCLE_AFTER_CPU_SECONDS && !this.#isSpent
  }

  /** Kills the process, since a decoder cannot be interrupted; the running job is rejected with `reason`. */
  cancel(reason: unknown): void {
    if (!this.#job) return
    this.#job.cancelReason = reason
    this.#child.kill('SIGKILL')
  }

  /** Kills the process at once; resolves when it has exited. */
  kill(): Promise<void> {
    this.#log = () => {}
    this.#keepEventLoopAlive(true)
    this.#child.kill('SIGKILL')
    return this.#exited
  }

  #handleMessage(message: WorkerMessage): void {
    if (!this.#job) return
    if ('started' in message) {
      clearTimeout(this.#job.timer)
      this.#job.startedAt = performance.now()
      this.#killAtLimit(this.#job, cpuTime(this.#child.pid!))
      return
    }
    const running = this.#job
    this.lastJobMs = performance.now() - running.startedAt!
    this.#cpuSeconds = message.cpu
    this.#resultOf(running.job, message).then(
      (result) => this.#endJob(running)?.resolve(result),
      (reason) => this.#endJob(running)?.reject(reason),
    )
  }

  async #resultOf(job: WorkerJob, outcome: JobOutcome): Promise<JobResult> {
    assertWritten(outcome)
    const isSpent = this.#isSpent
    this.#isSpent = true // until its whole output is read
    await receiveOutputs(this.#child.stdout!, outputPaths(job, outcome.facts), outcome.outputs)
    this.#isSpent = isSpent
    return outcome.facts
  }

  /** Null when the job has ended already, with the process. */
  #endJob(running: RunningJob): RunningJob | null {
    if (this.#job !== running) return null
    clearTimeout(running.timer)
    this.#job = null
    this.#keepEventLoopAlive(false)
    return running
  }

  #handleExit(reason: string): void {
    this.#isAlive = false
    if (!this.#job) return
    const { startedAt, cancelReason, timer, reject } = this.#job
    clearTimeout(timer)
    this.#job = null
    const message = `An imaging worker exited during a job (${reason}). ${this.#stderrTail}`.trim()
    if (cancelReason === undefined) this.#log(message)
    if (cancelReason !== undefined) reject(cancelReason as Error)
    else reject(startedAt !== null ? refusedFile('too_heavy') : new JobNotStarted(message))
  }

  /** The clock counts where the system does not tell the CPU time, or once it has run for far too long. */
  #killAtLimit(running: RunningJob, computedBefore: number | null): void {
    const elapsed = performance.now() - running.startedAt!
    const computed = cpuTime(this.#child.pid!)
    const isTold = computed !== null && computedBefore !== null && elapsed < CLOCK_FACTOR * running.limit
    const left = running.limit - (isTold ? computed - computedBefore : elapsed)
    if (left <= 0) return void this.#child.kill('SIGKILL')
    const lookAgain = () => this.#killAtLimit(running, computedBefore)
    running.timer = setTimeout(lookAgain, Math.max(left, LOOK_INTERVAL_MS))
  }

  #keepEventLoopAlive(isAlive: boolean): void {
    const method = isAlive ? 'ref' : 'unref'
    this.#child[method]()
    this.#child.channel?.[method]()
    for (const pipe of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) (pipe as Socket | null)?.[method]()
  }
}

/** Throws RefusedFile when the image is at fault. */
export function assertWritten(outcome: JobOutcome): asserts outcome is Written {
  if ('damaged' in outcome) throw refusedFile('damaged', { what: outcome.damaged })
  if ('too_heavy' in outcome) throw refusedFile('too_heavy')
  if ('failed' in outcome) throw new Error(`An image could not be processed: ${outcome.failed}`)
}

/** CPU milliseconds of a process and those below it, as bubblewrap stays their parent; null except on Linux. */
function cpuTime(pid: number): number | null {
  try {
    return ticksOf(pid) * TICK_MS
  } catch {
    return null
  }
}

/** Milliseconds of a tick, a hundred of which are a second for every program (USER_HZ). */
const TICK_MS = 10

function ticksOf(pid: number): number {
  // Behind the name, which may hold spaces: `utime` and `stime` of proc_pid_stat(5).
  const [user, kernel] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').slice(11, 13)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((ticks, child) => ticks + ticksOf(Number(child)), Number(user) + Number(kernel))
}

/** A file without a validator may compromise its decoder, so its process never sees another image. */
const isSingleUse = (job: WorkerJob) =>
  'cover' in job || 'decode' in job || ('avatar' in job && !formatSupport[job.avatar.format].isValidated)

const WORKER_SCRIPT = fileURLToPath(new URL('../imaging-worker.ts', import.meta.url))

/** Passes on only what spawning a program needs: no secrets where uploads are decoded. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  // glibc keeps freed memory per arena; with two arenas a worker stays within its limit.
  return { PATH, ...(SystemRoot && { SystemRoot }), MALLOC_ARENA_MAX: '2' }
}
