import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Job, Message } from './picture-worker.ts'
import type { PictureFacts } from './pictures.ts'
import { refusal } from './refusal.ts'

/** Milliseconds that measuring may take once taken; an interlaced picture of 50 megapixels takes some two seconds. */
const JOB_TIME = 10_000
/** The same for a copy: what it is made of was measured before, but WebP takes some seven seconds for 8 megapixels of noise. */
const COPY_TIME = 30_000
/** Milliseconds until a job is taken, which includes starting the process (0.4 s on an idle machine). */
const START_TIME = 30_000
/**
 * Bytes of private memory: the largest accepted picture fits when interlaced (400 MB beside 100 of the process itself),
 * and little more. V8 sets 512 MiB of addresses aside for compiled code; the system counts them, pictures cannot use them.
 */
const MEMORY = 700_000_000 + 512 * 2 ** 20
/** Seconds of processor time after which a process is replaced between two jobs. */
const WORN = 300
/**
 * Seconds of processor time at which the system kills a process. The limit counts over its whole life, so it must lie
 * far above WORN plus what one job can use within COPY_TIME: no innocent job may ever meet it. What it is for is a
 * process that spins while this one, which would end it by the clock, has itself been killed.
 */
const CPU = 600

/** The process died before it took the job, so the picture cannot be the reason: another process may try. */
export class NotTaken extends Error {}

/** Of a picture that was measured; null of a copy or a portrait, whose file is all there is to it. */
export type Answer = PictureFacts | null

interface Turn {
  time: number
  taken: boolean
  clock: NodeJS.Timeout
  resolve(answer: Answer): void
  reject(reason: Error): void
}

/** One worker process, with one job at a time. It keeps this process alive only while it has a job. */
export class PictureProcess {
  #child: ChildProcess
  #say: (line: string) => void
  #turn: Turn | null = null
  #cpu = 0
  #spent = false
  #alive = true
  #complaint = ''
  #gone: Promise<void>

  constructor(say: (line: string) => void) {
    const [command, ...words] = commandLine()
    this.#say = say
    this.#child = spawn(command!, words, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: environment(),
    })
    this.#child.on('message', (message: Message) => this.#hear(message))
    this.#child.stderr?.on('data', (text) => (this.#complaint = `${this.#complaint}${text}`.slice(-500)))
    this.#gone = new Promise((resolve) => {
      this.#child.once('error', (error) => resolve(this.#lose(error.message)))
      this.#child.once('exit', (code, signal) => resolve(this.#lose(signal ?? `exit code ${code}`)))
    })
    this.#hold(false)
  }

  /** Throws Refusal where the picture is to blame, NotTaken where the process never began, Error for any other failure. */
  work(job: Job): Promise<Answer> {
    this.#spent = isLast(job)
    return new Promise((resolve, reject) => {
      this.#turn = {
        time: 'copy' in job ? COPY_TIME : JOB_TIME,
        taken: false,
        clock: this.#killIn(START_TIME),
        resolve,
        reject,
      }
      this.#hold(true)
      // A process that cannot be reached is about to be reported gone; that is where it is dealt with.
      if (this.#child.connected) this.#child.send(job, () => {})
    })
  }

  /** Whether it can have another job. */
  get fit(): boolean {
    return this.#alive && this.#cpu < WORN && !this.#spent
  }

  /** Ends it at once, whatever it is doing. Resolves when it is gone. */
  end(): Promise<void> {
    this.#say = () => {}
    this.#hold(true)
    this.#child.kill('SIGKILL')
    return this.#gone
  }

  #hear(message: Message): void {
    if (!this.#turn) return
    clearTimeout(this.#turn.clock)
    if ('taken' in message) {
      this.#turn.taken = true
      this.#turn.clock = this.#killIn(this.#turn.time)
      return
    }
    const { resolve, reject } = this.#turn
    this.#turn = null
    this.#cpu = message.cpu
    this.#hold(false)
    if ('facts' in message) resolve(message.facts)
    else if ('written' in message) resolve(null)
    else if ('damaged' in message) reject(refusal('damaged', { what: message.damaged }))
    else if ('too_heavy' in message) reject(refusal('too_heavy'))
    else reject(new Error(`A picture could not be worked on: ${message.failed}`))
  }

  #lose(how: string): void {
    this.#alive = false
    if (!this.#turn) return
    const { taken, clock, reject } = this.#turn
    clearTimeout(clock)
    this.#turn = null
    const told = `A picture worker ended during a job (${how}). ${this.#complaint}`.trim()
    this.#say(told)
    reject(taken ? refusal('too_heavy') : new NotTaken(told))
  }

  #killIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#child.kill('SIGKILL'), milliseconds)
  }

  #hold(hold: boolean): void {
    const what = hold ? 'ref' : 'unref'
    this.#child[what]()
    this.#child.channel?.[what]()
    ;(this.#child.stderr as Socket | null)?.[what]()
  }
}

/** A JPEG or a WebP has met no walker. Whatever its decoder may have left behind, no other picture meets it. */
const isLast = (job: Job) => 'avatar' in job && job.avatar.format !== 'png'

/** Node and the worker's script; where prlimit exists (Linux), within limits that its native code cannot lift again. */
function commandLine(): string[] {
  // The heap of JavaScript stays small; pictures live outside of it.
  const node = [process.execPath, '--max-old-space-size=96', '--expose-gc', SCRIPT]
  return canLimit ? ['prlimit', `--data=${MEMORY}`, `--cpu=${CPU}`, '--nofile=64', '--core=0', ...node] : node
}

const SCRIPT = fileURLToPath(new URL('./picture-worker.ts', import.meta.url))

/** Whether worker processes run within limits of memory and processor time. */
export const canLimit =
  process.platform === 'linux' &&
  (process.env.PATH ?? '').split(delimiter).some((at) => existsSync(join(at, 'prlimit')))

/** Nothing of this process's environment but what starting a program takes: no secrets where uploads are decoded. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env
  // glibc keeps freed memory per thread and arena; with two of them a worker stays within its limit.
  return { PATH, ...(SystemRoot && { SystemRoot }), MALLOC_ARENA_MAX: '2' }
}
