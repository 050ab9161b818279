import { CommandError } from '#command'
import type { FinishedSnapshot } from './manifest.ts'

/** Of each of the last `count` days, weeks or months that have a backup, the newest one stays. */
export interface RetentionRule {
  count: number
  unit: 'd' | 'w' | 'm'
}

/** Reads `7d,4w,12m`. */
export function parseRetention(text: string): RetentionRule[] {
  return text.split(',').map((rule) => {
    const [, count, unit] = /^([1-9]\d{0,3})([dwm])$/.exec(rule.trim()) ?? []
    if (!count) throw new CommandError(`--keep takes days, weeks and months such as 7d,4w,12m; "${text}" is not.`)
    return { count: Number(count), unit: unit as RetentionRule['unit'] }
  })
}

const dayMs = 86_400_000

/** The day, week (from Monday) or month in UTC that a moment lies in. */
const periodOf = {
  d: (at: Date) => at.toISOString().slice(0, 10),
  // 1970 began on a Thursday.
  w: (at: Date) => String(Math.floor((at.getTime() / dayMs + 3) / 7)),
  m: (at: Date) => at.toISOString().slice(0, 7),
}

/** Those that stay by any of the rules; the newest always does. */
export function retainedSnapshots(snapshots: FinishedSnapshot[], rules: RetentionRule[]): FinishedSnapshot[] {
  const newestFirst = snapshots.toSorted((one, other) => other.name.localeCompare(one.name, 'en'))
  const retained = new Set(newestFirst.slice(0, 1))
  for (const { count, unit } of rules) {
    const periods = new Set<string>()
    for (const snapshot of newestFirst) {
      const period = periodOf[unit](new Date(snapshot.manifest.taken_at))
      if (periods.has(period)) continue
      if (periods.size === count) break
      periods.add(period)
      retained.add(snapshot)
    }
  }
  return [...retained]
}
