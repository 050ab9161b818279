/** A progress line: bar, count, rate and time left. On a terminal it is redrawn in place. */
export function startProgress(label: string, total: number, out: NodeJS.WriteStream = process.stdout) {
  const began = performance.now()
  // Milliseconds between two drawings; a log file takes a line every ten seconds.
  const interval = out.isTTY ? 100 : 10_000
  let done = 0
  let drawnAt = began

  const draw = () => {
    drawnAt = performance.now()
    const line = formatProgress(label, done, total, (drawnAt - began) / 1000)
    out.write(out.isTTY ? `\r\x1b[2K${line}` : `${line}\n`)
  }
  return {
    step() {
      this.update(done + 1, total)
    },
    /** Sets both counts; the total may change while the work runs. */
    update(newDone: number, newTotal: number) {
      done = newDone
      total = newTotal
      if (performance.now() - drawnAt >= interval) draw()
    },
    /** Draws the final state, whose total is what was done, since the one before may be an estimate; ends the line. */
    finish() {
      total = done
      draw()
      if (out.isTTY) out.write('\n')
    },
  }
}

const BAR_WIDTH = 24

function formatProgress(label: string, done: number, total: number, seconds: number): string {
  const ratio = total ? done / total : 1
  const bar = '█'.repeat(Math.round(ratio * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')
  const rate = seconds > 0 ? done / seconds : 0
  const left = done < total && rate > 0 ? `, ${formatDuration((total - done) / rate)} left` : ''
  return `${label} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${rate.toFixed(0)}/s${left}`
}

/** A rounded time to wait: '12 s', '5 min', '1.5 h'. */
export function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
