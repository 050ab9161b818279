/** Milliseconds in which a second signal is a duplicate: npm and supervisors forward what the terminal has sent. */
const DUPLICATE_SIGNAL_MS = 1_000

/** Milliseconds between two looks at the parent. */
const PARENT_LOOK_MS = 500

/** npm passes a signal to its shell alone and ends: a server would be left behind. Windows reports no other parent. */
export function onOrphaned(stop: () => void) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, PARENT_LOOK_MS).unref()
}

/** A duplicate within a second is ignored; a later signal ends the process at once with exit code 1. */
export function onShutdownSignal(stop: () => Promise<void>) {
  let firstAt: number | null = null
  const handle = () => {
    if (firstAt !== null) return performance.now() - firstAt > DUPLICATE_SIGNAL_MS ? process.exit(1) : undefined
    firstAt = performance.now()
    // Writing to a closed terminal fails (EIO), which must not interrupt the shutdown.
    for (const out of [process.stdout, process.stderr]) out.on('error', () => {})
    void stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle)
}
