/** Runs tasks, at most `limit` at once; the others wait in order. */
export function createLimiter(limit: number) {
  const waiters: (() => void)[] = []
  let running = 0
  return {
    get waiting() {
      return waiters.length
    },
    async run<T>(task: () => Promise<T>): Promise<T> {
      if (running < limit) running++
      else await new Promise<void>((start) => waiters.push(start))
      try {
        return await task()
      } finally {
        const next = waiters.shift()
        if (next)
          next() // takes over this task's place
        else running--
      }
    },
  }
}

/** Calls `work` for each item, at most `limit` at once. After an error it begins no other item, and rejects. */
export async function forEachLimit<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
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
