/** Runs jobs in order, at most `limit` at a time. */
export function concurrencyQueue(limit: number) {
  const waiting: (() => Promise<void>)[] = []
  let running = 0

  const next = async () => {
    if (running >= limit) return
    const job = waiting.shift()
    if (!job) return
    running++
    await job()
    running--
    void next()
  }

  return (job: () => Promise<void>) => {
    waiting.push(job)
    void next()
  }
}
