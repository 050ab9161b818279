import { type Database, openReplica } from './database.ts'
import type { Log } from './log.ts'
import { knows, positionOf } from './replica-queries.ts'
import type { Signals } from './signals.ts'

/** A hot standby that may answer in the primary's place, as long as it knows all that this process has heard of. */
export interface Replica {
  db: Database
  /** Whether it may be asked at this moment. */
  isFit(): boolean
  /** Something has changed: it is not asked until it knows of that. */
  mustCatchUp(): void
  /** It failed somebody, so for some seconds nobody asks it. */
  leaveAlone(why: unknown): void
  /** It is not asked before somebody watches it. One that is away is no error: it is used as soon as it is there. */
  watch(): { stop(): Promise<void> }
}

const unknown = -1
/** Milliseconds for which a replica that failed is left alone. */
const REST = 2_000
/** Milliseconds between two looks at a replica that knows everything: of some changes nobody hears. */
const BEAT = 1_000
/** Milliseconds in which it must learn what the primary knew. */
const PATIENCE = 2_000
/** Milliseconds between two questions to a replica that is catching up, at first and at last. */
const [SOON, LATER] = [2, 200]

interface Ground {
  primary: Database
  signals: Pick<Signals, 'connected'>
  log: Log
}

/** Neither opens a connection nor asks anything before it is watched. */
export function replicaAt(url: string, connections: number, { primary, signals, log }: Ground): Replica {
  const db = openReplica(url, connections)
  let [isStopped, wake] = [false, () => {}]
  /** How many changes were heard of, and up to which of them the replica is known to know. */
  let [heard, known] = [0, unknown]
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
    known = unknown
    if (isUsed !== false && !isStopped)
      log.warn({ err: why }, 'The replica is left alone; the primary answers visitors')
    isUsed = false
  }
  const leaveAlone = (why: unknown) => {
    restsUntil = performance.now() + REST
    leave(why)
  }

  /** Counts what was heard before it asks how far the primary is: what is heard later takes another turn. */
  const catchUp = async () => {
    const now = heard
    const position = await positionOf(primary)
    const latest = performance.now() + PATIENCE
    for (let wait = SOON; !(await knows(db, position)); wait = Math.min(2 * wait, LATER)) {
      if (performance.now() > latest) leave(new Error(`It is more than ${PATIENCE / 1000} s behind`))
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
      if (known === heard && !isStopped) await pause(BEAT)
    }
  }
  return {
    db,
    isFit: () => known === heard && signals.connected(),
    mustCatchUp() {
      heard++
      wake()
    },
    leaveAlone,
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
