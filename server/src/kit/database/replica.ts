import type { Logger } from '#kit/logger'
import type { Notifications } from './notifications.ts'
import { type Database, openReplica } from './pool.ts'
import { currentWalPosition, hasReplayed } from './replica.sql.ts'

/** A hot standby that may answer in the primary's place, as long as it knows all that this process has heard of. */
export interface Replica {
  db: Database
  /** Whether it may be asked at this moment. */
  isCaughtUp(): boolean
  /** Something has changed: it is not asked until it knows of that. */
  invalidate(): void
  /** It failed somebody, so for some seconds nobody asks it. */
  quarantine(why: unknown): void
  /** It is not asked before somebody watches it. One that is away is no error: it is used as soon as it is there. */
  watch(): { stop(): Promise<void> }
}

const NOT_CAUGHT_UP = -1
/** Milliseconds for which a replica that failed is left alone. */
const QUARANTINE_MS = 2_000
/** Milliseconds between two looks at a replica that knows everything: of some changes nobody hears. */
const CHECK_INTERVAL_MS = 1_000
/** Milliseconds in which it must learn what the primary knew. */
const MAX_LAG_MS = 2_000
/** Milliseconds between two questions to a replica that is catching up, at first and at last. */
const [MIN_POLL_MS, MAX_POLL_MS] = [2, 200]

interface ReplicaDeps {
  primary: Database
  notifications: Pick<Notifications, 'isListening'>
  log: Logger
}

/** Neither opens a connection nor asks anything before it is watched. */
export function createReplica(
  url: string,
  connections: number,
  { primary, notifications: signals, log }: ReplicaDeps,
): Replica {
  const db = openReplica(url, connections)
  let [isStopped, wake] = [false, () => {}]
  /** How many changes were heard of, and up to which of them the replica is known to know. */
  let [heard, known] = [0, NOT_CAUGHT_UP]
  let restsUntil = 0
  let isUsed: boolean | undefined

  const rests = () => restsUntil - performance.now()
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const leave = (why: unknown) => {
    known = NOT_CAUGHT_UP
    if (isUsed !== false && !isStopped)
      log.warn({ err: why }, 'The replica is left alone; the primary answers visitors')
    isUsed = false
  }
  const leaveAlone = (why: unknown) => {
    restsUntil = performance.now() + QUARANTINE_MS
    leave(why)
  }

  /** Counts what was heard before it asks how far the primary is: what is heard later takes another turn. */
  const catchUp = async () => {
    const now = heard
    const position = await currentWalPosition(primary)
    const latest = performance.now() + MAX_LAG_MS
    for (let wait = MIN_POLL_MS; !(await hasReplayed(db, position)); wait = Math.min(2 * wait, MAX_POLL_MS)) {
      if (performance.now() > latest) leave(new Error(`It is more than ${MAX_LAG_MS / 1000} s behind`))
      await pause(wait)
      if (isStopped) return
    }
    if (rests() > 0) return // it failed somebody meanwhile
    known = now
    if (!isUsed) log[isUsed === undefined ? 'info' : 'warn']('The replica answers visitors')
    isUsed = true
  }

  const keepWatching = async () => {
    while (!isStopped) {
      await catchUp().catch(leaveAlone)
      while (rests() > 0 && !isStopped) await pause(rests())
      if (known === heard && !isStopped) await pause(CHECK_INTERVAL_MS)
    }
  }
  return {
    db,
    isCaughtUp: () => known === heard && signals.isListening(),
    invalidate() {
      heard++
      wake()
    },
    quarantine: leaveAlone,
    watch() {
      const watching = keepWatching()
      return {
        async stop() {
          isStopped = true
          wake()
          await watching
          await db.destroy()
        },
      }
    },
  }
}
