import { AsyncLocalStorage } from 'node:async_hooks'

export interface LimiterOptions {
  /** Tasks that run at once; without bound by default. */
  running?: number
  /** How many of these places only privileged tasks may take; 0 by default. */
  reserved?: number
  /** Tasks of one key that run at once; as many as `running` by default. */
  runningPerKey?: number
  /** Tasks of one key that wait; without bound by default. */
  waitingPerKey?: number
  /** Milliseconds that a task waits at most; without bound by default. */
  maxWait?: number
  /** What a task is rejected with that is not run. */
  refusal?: () => Error
}

interface LimitedTask {
  /** Whose task it is; tasks of different keys are served in turn. */
  key?: string | number | undefined
  /** Whether the key stands for people who cannot be told apart, who may take all places. */
  isShared?: boolean
  isPrivileged?: boolean
  /** A waiting task leaves the line when it aborts. */
  signal?: AbortSignal
}

/** Of now, and since the start. */
export interface LimiterStatistics {
  running: number
  waiting: number
  started: number
  refused: number
  waitedSeconds: number
}

/** A task was not run: too many of its key wait already, it has waited too long, or its asker is gone. */
export class LimitExceeded extends Error {}

export type Limiter = ReturnType<typeof createLimiter>

type Waiter = Pick<LimitedTask, 'isPrivileged' | 'isShared'> & { start(): void }

/** The running and waiting tasks of one key. */
interface Line {
  running: number
  waiters: Waiter[]
}

/**
 * Runs a limited number of tasks at once; the others wait, each key in a line of its own, and the lines are served
 * round robin. A place is free again only in the next turn of the event loop, since tasks that wait for nothing would
 * otherwise run one after the other while all I/O waits. A task inside a task of the same limiter runs at once: it has
 * its place already, and could wait for itself.
 */
export function createLimiter(options: LimiterOptions) {
  const { running: places = Number.POSITIVE_INFINITY, reserved = 0, runningPerKey = places } = options
  const { waitingPerKey = Number.POSITIVE_INFINITY, refusal = () => new LimitExceeded() } = options
  /** In the order in which they are served next. */
  const lines = new Map<string | number, Line>()
  const insideTask = new AsyncLocalStorage<true>()
  let [running, waiting, started, refused, waitedMs] = [0, 0, 0, 0, 0]

  const hasPlace = (line: Line, { isPrivileged, isShared }: LimitedTask) =>
    running < places - (isPrivileged ? 0 : reserved) && (isShared || line.running < runningPerKey)

  const begin = (line: Line) => {
    running++
    started++
    line.running++
  }

  const end = (key: string | number, line: Line) => {
    running--
    line.running--
    forget(key, line)
    startNext()
  }

  const forget = (key: string | number, line: Line) => {
    if (!line.running && !line.waiters.length) lines.delete(key)
  }

  const startNext = () => {
    for (const [key, line] of lines) {
      const first = line.waiters[0]
      if (!first || !hasPlace(line, first)) continue
      line.waiters.shift()
      lines.delete(key)
      lines.set(key, line)
      begin(line)
      return first.start()
    }
  }

  const wait = async (line: Line, { signal, ...task }: LimitedTask) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (line.waiters.length >= waitingPerKey || signal?.aborted) throw refusal()
    const began = performance.now()
    const waiter = { ...task, start: resolve }
    const leave = () => {
      const at = line.waiters.indexOf(waiter)
      if (at < 0) return
      line.waiters.splice(at, 1)
      reject(refusal())
    }
    line.waiters.push(waiter)
    waiting++
    signal?.addEventListener('abort', leave)
    const timer = options.maxWait === undefined ? undefined : setTimeout(leave, options.maxWait)
    await promise.finally(() => {
      waiting--
      waitedMs += performance.now() - began
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    })
  }

  return {
    /** Whether the current code is part of one of its tasks. */
    isInside: () => insideTask.getStore() === true,
    statistics: (): LimiterStatistics => ({ running, waiting, started, refused, waitedSeconds: waitedMs / 1000 }),
    async run<T>(task: () => Promise<T>, attributes: LimitedTask = {}): Promise<T> {
      if (insideTask.getStore()) return task()
      const { key = '' } = attributes
      const line = lines.get(key) ?? { running: 0, waiters: [] }
      lines.set(key, line)
      if (hasPlace(line, attributes)) begin(line)
      else {
        await wait(line, attributes).catch((error) => {
          refused++
          forget(key, line)
          throw error
        })
      }
      return await insideTask.run(true, task).finally(() => setImmediate(end, key, line))
    },
  }
}

/** Calls `work` for each item, at most `limit` at once. After an error it begins no other item, and rejects. */
export async function forEachLimit<T>(items: Iterable<T>, limit: number, work: (item: T) => Promise<void>) {
  const iterator = Iterator.from(items)
  let hasFailed = false
  const worker = async () => {
    for (const item of iterator) {
      if (hasFailed) return
      await work(item).catch((error) => {
        hasFailed = true
        throw error
      })
    }
  }
  const results = await Promise.allSettled(Array.from({ length: limit }, worker))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    if (batch.push(item) < size) continue
    yield batch
    batch = []
  }
  if (batch.length) yield batch
}
