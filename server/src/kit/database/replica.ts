import type { Logger } from '#kit/logger'
import type { Metrics } from '#kit/metrics/metrics'
import type { Notifications } from './notifications.ts'
import { type Database, openReplica, type PoolOptions } from './pool.ts'
import { currentWalPosition, hasReplayed } from './replica.sql.ts'

/**
 * A hot standby that may answer in the primary's place while it has replayed every change announced to this process.
 */
export interface Replica {
  db: Database
  /** Whether it may be read from now. */
  isCaughtUp(): boolean
  /** A change was announced: the replica is not used until it has replayed it. */
  invalidate(): void
  /** A query on it failed: it is not used for some seconds. */
  quarantine(reason: unknown): void
  /** Since it was last seen to have replayed what the primary had committed, which is looked at every second. */
  lagSeconds(): number
  /** Starts comparing it with the primary; before that it is never used. An unreachable replica is no error. */
  watch(): { stop(): Promise<void> }
}

const NOT_CAUGHT_UP = -1
/** Milliseconds for which a replica that failed is not used. */
const QUARANTINE_MS = 2_000
/** Milliseconds between two checks of a replica that is caught up: not every change is announced. */
const CHECK_INTERVAL_MS = 1_000
/** Milliseconds within which it must replay what the primary had committed. */
const MAX_LAG_MS = 2_000
/**
 * Milliseconds between two checks of a replica that is catching up; the interval doubles from the first to the second.
 */
const [MIN_POLL_MS, MAX_POLL_MS] = [2, 200]

interface ReplicaDeps {
  primary: Database
  notifications: Pick<Notifications, 'isListening'>
  log: Logger
}

/** Opens no connection before it is watched. */
export function createReplica(url: string, pool: PoolOptions, { primary, notifications, log }: ReplicaDeps): Replica {
  const db = openReplica(url, pool)
  let [isStopped, wake] = [false, () => {}]
  /** Number of changes announced, and number of them that the replica has replayed. */
  let [announcedChanges, replayedChanges] = [0, NOT_CAUGHT_UP]
  let quarantinedUntil = 0
  let caughtUpAt = performance.now()
  let isUsed: boolean | undefined

  const quarantineLeft = () => quarantinedUntil - performance.now()
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const stopUsing = (reason: unknown) => {
    replayedChanges = NOT_CAUGHT_UP
    if (isUsed !== false && !isStopped)
      log.warn({ err: reason }, 'The replica is not used; the primary answers visitors')
    isUsed = false
  }
  const quarantine = (reason: unknown) => {
    quarantinedUntil = performance.now() + QUARANTINE_MS
    stopUsing(reason)
  }

  /** Reads the counter before the primary's position: a change announced in between takes another round. */
  const catchUp = async () => {
    const announced = announcedChanges
    const position = await currentWalPosition(primary)
    const deadline = performance.now() + MAX_LAG_MS
    for (let wait = MIN_POLL_MS; !(await hasReplayed(db, position)); wait = Math.min(2 * wait, MAX_POLL_MS)) {
      if (performance.now() > deadline) stopUsing(new Error(`Its replication lag exceeds ${MAX_LAG_MS / 1000} s`))
      await pause(wait)
      if (isStopped) return
    }
    caughtUpAt = performance.now()
    if (quarantineLeft() > 0) return // a query failed meanwhile
    replayedChanges = announced
    if (!isUsed) log[isUsed === undefined ? 'info' : 'warn']('The replica answers visitors')
    isUsed = true
  }

  const keepWatching = async () => {
    while (!isStopped) {
      await catchUp().catch(quarantine)
      while (quarantineLeft() > 0 && !isStopped) await pause(quarantineLeft())
      if (replayedChanges === announcedChanges && !isStopped) await pause(CHECK_INTERVAL_MS)
    }
  }
  return {
    db,
    isCaughtUp: () => replayedChanges === announcedChanges && notifications.isListening(),
    invalidate() {
      announcedChanges++
      wake()
    },
    quarantine,
    lagSeconds: () => (performance.now() - caughtUpAt) / 1000,
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

export function describeReplica(metrics: Metrics, { isCaughtUp, lagSeconds }: Replica) {
  metrics.offer(
    {
      name: 'vitrine_replica_used',
      help: '1 while the replica answers visitors, 0 while the primary does.',
      read: () => Number(isCaughtUp()),
    },
    {
      name: 'vitrine_replica_lag_seconds',
      help: 'Seconds since the replica was last seen to hold all that the primary had committed.',
      read: lagSeconds,
    },
  )
}
