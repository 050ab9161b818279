/** Milliseconds in which the same wish may arrive twice: from the terminal, and once more from npm or a supervisor. */
const DUPLICATE_SIGNAL_MS = 1_000

/**
 * Calls `stop`, which ends the process, at the first signal that asks for it: Ctrl-C, a supervisor's, or the terminal
 * being closed. A further one within a second is the same wish; a later one means now, with exit code 1.
 */
export function onShutdownSignal(stop: () => Promise<void>) {
  let first: number | null = null
  const hear = () => {
    if (first !== null) return performance.now() - first > DUPLICATE_SIGNAL_MS ? process.exit(1) : undefined
    first = performance.now()
    // A terminal that was closed takes no more lines (EIO), which must not end the stopping half-way.
    for (const out of [process.stdout, process.stderr]) out.on('error', () => {})
    void stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear)
}
