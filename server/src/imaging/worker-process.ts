import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImageFacts } from './imaging-pool.ts'
import type { WorkerJob, WorkerMessage } from './imaging-worker.ts'
import { rejectedFile } from './rejected-file.ts'

/** Milliseconds that measuring may take once taken; an interlaced picture of 50 megapixels takes some two seconds. */
const MEASURE_TIMEOUT_MS = 10_000
/** The same for a copy: what it is made of was measured before, but WebP takes some seven seconds for 8 megapixels of noise. */
const DERIVATIVE_TIMEOUT_MS = 30_000
/** Milliseconds until a job is taken, which includes starting the process (0.4 s on an idle machine). */
const START_TIMEOUT_MS = 30_000
/**
 * Bytes of private memory: the largest accepted picture fits when interlaced (400 MB beside 100 of the process itself),
 * and little more. V8 sets 512 MiB of addresses aside for compiled code; the system counts them, pictures cannot use them.
 */
const MEMORY_LIMIT = 700_000_000 + 512 * 2 ** 20
/** Seconds of processor time after which a process is replaced between two jobs. */
const RECYCLE_AFTER_CPU_SECONDS = 300
/**
 * Seconds of processor time at which the system kills a process. The limit counts over its whole life, so it must lie
 * far above WORN plus what one job can use within COPY_TIME: no innocent job may ever meet it. What it is for is a
 * process that spins while this one, which would end it by the clock, has itself been killed.
 */
const CPU_LIMIT_SECONDS = 600

/** The process died before it took the job, so the picture cannot be the reason: another process may try. */
export class JobNotStarted extends Error {}

/** Of a picture that was measured; null of a copy or a portrait, whose file is all there is to it. */
export type JobResult = ImageFacts | null

interface RunningJob {
  timeout: number
  isStarted: boolean
  timer: NodeJS.Timeout
  resolve(answer: JobResult): void
  reject(reason: Error): void
}

/** One worker process, with one job at a time. It keeps this process alive only while it has a job. */
export class WorkerProcess {
  #child: ChildProcess
  #log: (line: string) => void
  #job: RunningJob | null = null
  #cpuSeconds = 0
  #isSpent = false
  #isAlive = true
  #stderrTail = ''
  #exited: Promise<void>

  constructor(say: (line: string) => void) {
    const [command, ...words] = commandLine()
    this.#log = say
    this.#child = spawn(command!, words, {
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

  /** Throws Refusal where the picture is to blame, NotTaken where the process never began, Error for any other failure. */
  run(job: WorkerJob): Promise<JobResult> {
    this.#isSpent = isSingleUse(job)
    return new Promise((resolve, reject) => {
      this.#job = {
        timeout: 'copy' in job ? DERIVATIVE_TIMEOUT_MS : MEASURE_TIMEOUT_MS,
        isStarted: false,
        timer: this.#killAfter(START_TIMEOUT_MS),
        resolve,
        reject,
      }
      this.#keepEventLoopAlive(true)
      // A process that cannot be reached is about to be reported gone; that is where it is dealt with.
      if (this.#child.connected) this.#child.send(job, () => {})
    })
  }

  /** Whether it can have another job. */
  get isReusable(): boolean {
    return this.#isAlive && this.#cpuSeconds < RECYCLE_AFTER_CPU_SECONDS && !this.#isSpent
  }

  /** Ends it at once, whatever it is doing. Resolves when it is gone. */
  kill(): Promise<void> {
    this.#log = () => {}
    this.#keepEventLoopAlive(true)
    this.#child.kill('SIGKILL')
    return this.#exited
  }

  #handleMessage(message: WorkerMessage): void {
    if (!this.#job) return
    clearTimeout(this.#job.timer)
    if ('taken' in message) {
      this.#job.isStarted = true
      this.#job.timer = this.#killAfter(this.#job.timeout)
      return
    }
    const { resolve, reject } = this.#job
    this.#job = null
    this.#cpuSeconds = message.cpu
    this.#keepEventLoopAlive(false)
    if ('facts' in message) resolve(message.facts)
    else if ('written' in message) resolve(null)
    else if ('damaged' in message) reject(rejectedFile('damaged', { what: message.damaged }))
    else if ('too_heavy' in message) reject(rejectedFile('too_heavy'))
    else reject(new Error(`A picture could not be worked on: ${message.failed}`))
  }

  #handleExit(how: string): void {
    this.#isAlive = false
    if (!this.#job) return
    const { isStarted: taken, timer: clock, reject } = this.#job
    clearTimeout(clock)
    this.#job = null
    const told = `A picture worker ended during a job (${how}). ${this.#stderrTail}`.trim()
    this.#log(told)
    reject(taken ? rejectedFile('too_heavy') : new JobNotStarted(told))
  }

  #killAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#child.kill('SIGKILL'), milliseconds)
  }

  #keepEventLoopAlive(hold: boolean): void {
    const what = hold ? 'ref' : 'unref'
    this.#child[what]()
    this.#child.channel?.[what]()
    ;(this.#child.stderr as Socket | null)?.[what]()
  }
}

/** A JPEG or a WebP has met no walker. Whatever its decoder may have left behind, no other picture meets it. */
const isSingleUse = (job: WorkerJob) => 'avatar' in job && job.avatar.format !== 'png'

/** Node and the worker's script; where prlimit exists (Linux), within limits that its native code cannot lift again. */
function commandLine(): string[] {
  // The heap of JavaScript stays small; pictures live outside of it.
  const node = [process.execPath, '--max-old-space-size=96', '--expose-gc', WORKER_SCRIPT]
  return hasResourceLimits
    ? ['prlimit', `--data=${MEMORY_LIMIT}`, `--cpu=${CPU_LIMIT_SECONDS}`, '--nofile=64', '--core=0', ...node]
    : node
}

const WORKER_SCRIPT = fileURLToPath(new URL('./imaging-worker.ts', import.meta.url))

/** Whether worker processes run within limits of memory and processor time. */
export const hasResourceLimits =
  process.platform === 'linux' &&
  (process.env.PATH ?? '').split(delimiter).some((at) => existsSync(join(at, 'prlimit')))

/** Nothing of this process's environment but what starting a program takes: no secrets where uploads are decoded. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  // glibc keeps freed memory per thread and arena; with two of them a worker stays within its limit.
  return { PATH, ...(SystemRoot && { SystemRoot }), MALLOC_ARENA_MAX: '2' }
}
