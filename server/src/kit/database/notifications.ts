import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/**
 * Word between processes: `announce` inside a transaction is heard by every process when that transaction commits, and
 * by none when it does not. PostgreSQL's NOTIFY carries it, so N processes need nothing but their database.
 */
export async function notify<T>(db: Kysely<T>, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(db)
}

export interface Notifications {
  on(topic: string, heard: () => void): void
  /** False while the line is down, or brings no word: what was heard before may be out of date. */
  isListening(): boolean
  stop(): Promise<void>
}

const CHANNEL = 'vitrine'

/** Milliseconds between two words to ourselves, and that each may take to be said. */
const HEARTBEAT_MS = 2_000
/** Milliseconds without one of them after which a line counts as deaf: some poolers let us listen and bring nothing. */
const HEARTBEAT_TIMEOUT_MS = 3 * HEARTBEAT_MS

/** Listens on a connection of its own, and comes back by itself when the database was away. */
export async function listenForNotifications(url: string): Promise<Notifications> {
  const heard = new EventEmitter()
  let client: pg.Client | null = null
  let stopped = false
  let [retry, next]: [NodeJS.Timeout?, NodeJS.Timeout?] = []
  const ownWord = randomUUID()
  let heardAt = 0

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'vitrine signals',
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_MS,
    })
    fresh.on('error', () => {})
    fresh.on('end', lost)
    fresh.on('notification', ({ payload }) => {
      if (payload === ownWord) heardAt = performance.now()
      else heard.emit(payload ?? '')
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${CHANNEL}`)
    } catch (error) {
      await fresh.end().catch(() => {})
      throw error
    }
    if (stopped) return void fresh.end()
    client = fresh
    heardAt = performance.now()
    beat(fresh)
    for (const topic of heard.eventNames()) heard.emit(topic) // anything may have been said while we were away
  }
  /** A host that is gone closes nothing: within two beats a line that has died in silence counts as down. */
  const beat = (fresh: pg.Client) => {
    clearTimeout(next)
    next = setTimeout(() => {
      fresh.query('select pg_notify($1, $2)', [CHANNEL, ownWord]).then(
        () => client === fresh && beat(fresh),
        () => fresh.end().catch(() => {}),
      )
    }, HEARTBEAT_MS).unref()
  }
  const lost = () => {
    client = null
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(() => connect().catch(lost), 500).unref()
  }

  await connect()
  return {
    on: (topic, does) => void heard.on(topic, does),
    isListening: () => client !== null && performance.now() - heardAt < HEARTBEAT_TIMEOUT_MS,
    async stop() {
      stopped = true
      clearTimeout(retry)
      clearTimeout(next)
      await client?.end().catch(() => {})
    },
  }
}
