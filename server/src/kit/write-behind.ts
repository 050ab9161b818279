import { type BackgroundTask, repeatTask } from '#kit/background-task'
import { type Logger, reportAvailability } from '#kit/logger'

/** Milliseconds between two writes: what a killed process loses at most. */
const writeInterval = 1_000
/** Keys of one write, so that none holds its locks for long. */
const batchSize = 1_000
/** Keys that wait in memory (some 20 MB) while they cannot be written; further ones are dropped. */
const maxKeys = 100_000

interface WriteBehindOptions<Key> {
  /** What is counted, for the log, such as "Download counts". */
  subject: string
  write(counts: (Key & { count: number })[]): Promise<void>
  log: Logger
}

/** Counts keys, equal by their JSON. A count leaves memory once written, so one whose reply was lost counts twice. */
export function createWriteBehind<Key extends object>({ subject, write, log }: WriteBehindOptions<Key>) {
  const counts = new Map<string, Key & { count: number }>()
  const availability = reportAvailability(log, {
    away: `${subject} cannot be written; they wait in memory`,
    back: `${subject} are written again`,
  })

  async function writeBatch() {
    const batch = counts.entries().take(batchSize).toArray()
    await write(batch.map(([, counted]) => counted))
    for (const [key, written] of batch) {
      const counted = counts.get(key)!
      const rest = counted.count - written.count
      counts.delete(key)
      if (rest) counts.set(key, { ...counted, count: rest }) // behind the keys that were not written yet
    }
  }

  async function writeAll() {
    try {
      for (let left = counts.size; left > 0; left -= batchSize) await writeBatch()
      availability.up()
    } catch (error) {
      availability.down(error)
    }
  }

  return {
    /** Counts the key once more. */
    add(counted: Key) {
      const key = JSON.stringify(counted)
      if (counts.size < maxKeys || counts.has(key))
        counts.set(key, { ...counted, count: (counts.get(key)?.count ?? 0) + 1 })
    },
    /** Writes every second until it is stopped, and what is left then. */
    run(): BackgroundTask {
      const writing = repeatTask(writeInterval, writeAll)
      return {
        async stop() {
          await writing.stop()
          await writeAll()
          if (counts.size) log.warn(`${subject} of ${counts.size} keys are lost: they could not be written`)
        },
      }
    },
  }
}
