import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatSupport } from '../formats.ts'
import { refusedFile } from '../refused-file.ts'
import type { JobResult, WorkerJob, WorkerMessage } from '../worker-protocol.ts'

/** Milliseconds for measuring, from its start; an interlaced image of 50 megapixels takes some two seconds. */
const MEASURE_TIMEOUT_MS = 10_000
/** Milliseconds for a derivative, from its start; WebP takes some seven seconds for 8 megapixels of noise. */
const DERIVATIVE_TIMEOUT_MS = 30_000
/** Milliseconds until a job starts, which includes spawning the process (0.4 s on an idle machine). */
const START_TIMEOUT_MS = 30_000
/**
 * Bytes of private memory (RLIMIT_DATA): 700 MB holds the largest accepted image when interlaced (400 MB, plus 100 for
 * the process itself). V8 reserves 512 MiB of address space for compiled code, which counts and which no image can use.
 */
const MEMORY_LIMIT = 700_000_000 + 512 * 2 ** 20
/** CPU seconds after which a process is replaced between two jobs. */
const RECYCLE_AFTER_CPU_SECONDS = 300
/**
 * CPU seconds at which the kernel kills a process (RLIMIT_CPU), over its whole life: far above
 * RECYCLE_AFTER_CPU_SECONDS plus one DERIVATIVE_TIMEOUT_MS, so no valid job reaches it. It ends a spinning process
 * whose server was killed.
 */
const CPU_LIMIT_SECONDS = 600

/** The process died before it started the job, so the image cannot be the reason: another process may try. */
export class JobNotStarted extends Error {}

interface RunningJob {
  timeout: number
  /** Milliseconds of `performance.now()`; null until the process has begun it. */
  startedAt: number | null
  /** Why it was cancelled. */
  cancelReason?: unknown
  timer: NodeJS.Timeout
  resolve(result: JobResult): void
  reject(reason: Error): void
}

/** One worker process, running one job at a time. It keeps the server's event loop alive only while it has a job. */
export class SandboxedProcess {
  #child: ChildProcess
  #log: (line: string) => void
  #job: RunningJob | null = null
  #cpuSeconds = 0
  #lastJobMs = 0
  #isSpent = false
  #isAlive = true
  #stderrTail = ''
  #exited: Promise<void>

  constructor(log: (line: string) => void) {
    const [command, ...args] = commandLine()
    this.#log = log
    this.#child = spawn(command!, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: workerEnvironment(),
    })
    this.#child.on('message', (message: WorkerMessage) => this.#handleMessage(message))
    this.#child.stderr?.on('data', (text) => (this.#stderrTail = `${this.#stderrTail}${text}`.slice(-500)))
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
      this.#job = {
        timeout: 'derivative' in job ? DERIVATIVE_TIMEOUT_MS : MEASURE_TIMEOUT_MS,
        startedAt: null,
        timer: this.#killAfter(START_TIMEOUT_MS),
        resolve,
        reject,
      }
      this.#keepEventLoopAlive(true)
      // A disconnected process is about to emit 'exit', which rejects this job.
      if (this.#child.connected) this.#child.send(job, () => {})
    })
  }

  /** Whether it can run another job. */
  get isReusable(): boolean {
    return this.#isAlive && this.#cpuSeconds < RECYCLE_AFTER_CPU_SECONDS && !this.#isSpent
  }

  /** Milliseconds of the last job from its start, without the wait for the process. */
  get lastJobMs(): number {
    return this.#lastJobMs
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
    clearTimeout(this.#job.timer)
    if ('started' in message) {
      this.#job.startedAt = performance.now()
      this.#job.timer = this.#killAfter(this.#job.timeout)
      return
    }
    const { startedAt, resolve, reject } = this.#job
    this.#job = null
    this.#lastJobMs = performance.now() - startedAt!
    this.#cpuSeconds = message.cpu
    this.#keepEventLoopAlive(false)
    if ('facts' in message) resolve(message.facts)
    else if ('written' in message) resolve(null)
    else if ('damaged' in message) reject(refusedFile('damaged', { what: message.damaged }))
    else if ('too_heavy' in message) reject(refusedFile('too_heavy'))
    else reject(new Error(`An image could not be processed: ${message.failed}`))
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

  #killAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#child.kill('SIGKILL'), milliseconds)
  }

  #keepEventLoopAlive(isAlive: boolean): void {
    const method = isAlive ? 'ref' : 'unref'
    this.#child[method]()
    this.#child.channel?.[method]()
    ;(this.#child.stderr as Socket | null)?.[method]()
  }
}

/** A format without a validator may compromise its decoder, so its process never sees another image. */
const isSingleUse = (job: WorkerJob) => 'avatar' in job && !formatSupport[job.avatar.format].isValidated

/** Node with the worker script; where prlimit exists (Linux), under hard limits that native code cannot raise again. */
function commandLine(): string[] {
  // Pixels live outside of the JavaScript heap, so the heap stays small.
  const node = [process.execPath, '--max-old-space-size=96', '--expose-gc', WORKER_SCRIPT]
  return hasResourceLimits
    ? ['prlimit', `--data=${MEMORY_LIMIT}`, `--cpu=${CPU_LIMIT_SECONDS}`, '--nofile=64', '--core=0', ...node]
    : node
}

const WORKER_SCRIPT = fileURLToPath(new URL('../imaging-worker.ts', import.meta.url))

/** Whether worker processes run under memory and CPU limits. */
export const hasResourceLimits =
  process.platform === 'linux' &&
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'prlimit')))

/** Passes on only what spawning a program needs: no secrets where uploads are decoded. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  // glibc keeps freed memory per arena; with two arenas a worker stays within its limit.
  return { PATH, ...(SystemRoot && { SystemRoot }), MALLOC_ARENA_MAX: '2' }
}
