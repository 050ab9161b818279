import type { ImagingWorker } from './sandboxed-process.ts'

/** Milliseconds without a job after which a worker leaves: it keeps up to 190 MiB of its largest image. */
const IDLE_MS = 60_000

export class IdleWorkers {
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
