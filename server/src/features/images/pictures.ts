import type { Portraying } from './picture-avatar.ts'
import type { Copying } from './picture-copying.ts'
import type { Swatch, Tone } from './picture-measures.ts'
import { type Answer, canLimit, NotTaken, PictureProcess } from './picture-process.ts'
import type { Job, Measuring } from './picture-worker.ts'

/** What only decoding can tell of a picture. */
export interface PictureFacts {
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

export interface Pictures {
  /** Decodes a picture that PngWalker accepted. Throws Refusal for the picture's faults and Busy when it must wait too long. */
  measure(job: Measuring): Promise<PictureFacts>
  /** Writes a copy of a picture that was measured before. Throws Busy when it must wait too long. */
  copy(job: Copying): Promise<void>
  /** Writes a small square picture of a person. Throws Refusal when it is none, and Busy when it must wait too long. */
  avatar(job: Portraying): Promise<void>
  /** Whether any of these would throw Busy now. */
  full(): boolean
  /** Ends all processes at once; what is under way or waiting fails. */
  stop(): Promise<void>
}

/** Too many pictures are waiting already. Not this picture's fault: it may come again later. */
export class Busy extends Error {
  readonly code = 'busy'
}

interface Turn {
  job: Job
  tries: number
  resolve(answer: Answer): void
  reject(reason: Error): void
}

/**
 * Pictures are decoded in processes of their own, so that one which ends its process costs nothing but itself. At most
 * `workers` run at a time, started when first needed and kept warm; at most `waiting` jobs wait for them.
 */
export function startPictures({ workers, waiting, say = () => {} }: Options): Pictures {
  const idle: PictureProcess[] = []
  const busy = new Set<PictureProcess>()
  const queue: Turn[] = []
  let stopped = false
  if (!canLimit) say('Pictures are decoded without limits of memory: this system has no prlimit (Linux, util-linux).')

  const full = () => busy.size >= workers && queue.length >= waiting

  function queued(job: Job): Promise<Answer> {
    if (stopped) return Promise.reject(stopping())
    if (full()) return Promise.reject(new Busy(`${waiting} pictures are waiting already. Send this one again later.`))
    return new Promise((resolve, reject) => {
      queue.push({ job, tries: 0, resolve, reject })
      dispatch()
    })
  }

  function dispatch() {
    while (queue.length > 0 && busy.size < workers) void work(queue.shift()!)
  }

  async function work(turn: Turn) {
    let worker: PictureProcess
    try {
      worker = rested()
    } catch (reason) {
      // The system has no memory left for another process.
      return turn.reject(reason as Error)
    }
    busy.add(worker)
    await worker.work(turn.job).then(turn.resolve, (reason) => failed(turn, reason))
    busy.delete(worker)
    if (worker.fit && !stopped) idle.push(worker)
    else void worker.end()
    dispatch()
  }

  /** An idle process may have been killed from outside while it rested. */
  function rested(): PictureProcess {
    const worker = idle.pop()
    if (!worker) return new PictureProcess(say)
    return worker.fit ? worker : rested()
  }

  function failed(turn: Turn, reason: Error) {
    const again = reason instanceof NotTaken && turn.tries++ === 0 && !stopped
    if (again) queue.unshift(turn)
    else turn.reject(stopped ? stopping() : reason)
  }

  async function stop() {
    stopped = true
    for (const turn of queue.splice(0)) turn.reject(stopping())
    await Promise.all([...idle.splice(0), ...busy].map((worker) => worker.end()))
  }

  return {
    measure: async (job) => (await queued({ measure: job }))!,
    copy: async (job) => void (await queued({ copy: job })),
    avatar: async (job) => void (await queued({ avatar: job })),
    full,
    stop,
  }
}

interface Options {
  workers: number
  waiting: number
  say?: (line: string) => void
}

function stopping(): Error {
  return new Error('The server is stopping, so this picture was not worked on.')
}
