/** A line that tells how far a long job is: bar, count, rate and time left. On a terminal it stays one line. */
export interface Progress {
  step(): void
  /** So many are done, of so many that it is now. */
  update(done: number, total: number): void
  /** Leaves the last state standing and ends the line. */
  finish(): void
}

export function startProgress(label: string, expected: number, out: NodeJS.WriteStream = process.stdout): Progress {
  const began = performance.now()
  // A log takes a line now and then; a terminal is redrawn ten times a second at the most.
  const pause = out.isTTY ? 100 : 10_000
  let [done, total] = [0, expected]
  let drawn = began

  const draw = () => {
    drawn = performance.now()
    const line = formatProgress(label, done, total, (drawn - began) / 1000)
    out.write(out.isTTY ? `\r\x1b[2K${line}` : `${line}\n`)
  }
  return {
    step() {
      this.update(done + 1, total)
    },
    update(now, all) {
      done = now
      total = all
      if (performance.now() - drawn >= pause) draw()
    },
    finish() {
      draw()
      if (out.isTTY) out.write('\n')
    },
  }
}

const BAR_WIDTH = 24

function formatProgress(label: string, done: number, total: number, seconds: number): string {
  const part = total ? done / total : 1
  const bar = '█'.repeat(Math.round(part * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')
  const rate = seconds > 0 ? done / seconds : 0
  const left = done < total && rate > 0 ? `, ${formatDuration((total - done) / rate)} left` : ''
  return `${label} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${rate.toFixed(0)}/s${left}`
}

function formatDuration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
