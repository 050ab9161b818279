import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { type Availability, unreportedAvailability } from '#kit/logger'
import { currentUrl, type DatabaseUrl } from './database-url.ts'
import { holdProcessLock } from './ended-processes.ts'

/** By NOTIFY: delivered to all processes when the transaction commits, and never when it rolls back. */
export async function notify<T>(db: Kysely<T>, topic: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(db)
}

export type Notifications = Awaited<ReturnType<typeof listenForNotifications>>

const CHANNEL = 'vitrine'

/** Milliseconds between two heartbeats, which are NOTIFYs to ourselves, and the timeout of sending one. */
const HEARTBEAT_MS = 2_000
/**
 * Heartbeat timeout: after this many heartbeats without our own NOTIFY the LISTEN connection counts as down
 * (transaction-mode poolers accept LISTEN but deliver nothing).
 */
const MISSED_HEARTBEATS = 3
const RECONNECT_DELAY_MS = 500

/** PostgreSQL ends the connection, and so releases the lock of the process, 15 s after its machine has vanished. */
const vanishedAfter = `
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3;
  set tcp_user_timeout = '15s'`

/** Opens the LISTEN connection, a connection of its own that reconnects by itself. */
export async function listenForNotifications(
  url: DatabaseUrl,
  availability: Availability = unreportedAvailability,
  heartbeatMs = HEARTBEAT_MS,
) {
  const emitter = new EventEmitter()
  let connected: pg.Client | null = null
  let isStopped = false
  let reconnectTimer: NodeJS.Timeout | undefined
  let heartbeatTimer: NodeJS.Timeout | undefined
  const processName: string = randomUUID()
  let lastHeartbeatAt = 0

  const connect = async () => {
    const client = new pg.Client({
      connectionString: currentUrl(url),
      application_name: 'vitrine notifications',
      connectionTimeoutMillis: 5_000,
      query_timeout: heartbeatMs,
    })
    let reason = new Error('It stopped answering.')
    client.on('error', (error) => {
      reason = error
    })
    client.on('end', () => {
      if (connected === client && !isStopped) availability.down(reason)
      reconnectLater()
    })
    client.on('notification', ({ payload }) => {
      if (payload === processName) lastHeartbeatAt = performance.now()
      else {
        const [topic = '', ...details] = (payload ?? '').split('\n')
        emitter.emit(topic, ...details)
      }
    })
    try {
      await client.connect()
      await client.query(vanishedAfter)
      await holdProcessLock(client, processName)
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (isStopped) return void client.end()
    connected = client
    availability.up()
    lastHeartbeatAt = performance.now()
    scheduleHeartbeat(client)
    for (const topic of emitter.eventNames()) emitter.emit(topic) // notifications sent meanwhile were lost
  }
  /** A vanished host closes no connection: one that has gone silent fails a heartbeat and is closed here. */
  const scheduleHeartbeat = (client: pg.Client) => {
    clearTimeout(heartbeatTimer)
    heartbeatTimer = setTimeout(() => {
      client.query('select pg_notify($1, $2)', [CHANNEL, processName]).then(
        () => connected === client && scheduleHeartbeat(client),
        () => client.end().catch(() => {}),
      )
    }, heartbeatMs).unref()
  }
  const reconnectLater = () => {
    connected = null
    if (isStopped) return
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(() => connect().catch(reconnectLater), RECONNECT_DELAY_MS).unref()
  }

  const stop = async () => {
    isStopped = true
    clearTimeout(reconnectTimer)
    clearTimeout(heartbeatTimer)
    await connected?.end().catch(() => {})
  }

  await connect().catch(async (error) => {
    await stop()
    throw error
  })
  return {
    /** Names this process; its lock is held while the LISTEN connection is up (ended-processes.ts). */
    processName,
    /** Gets the lines that follow the topic; none after the connection was down, when one may have been missed. */
    on: (topic: string, listener: (...details: string[]) => void): void => void emitter.on(topic, listener),
    /** False while the LISTEN connection is down or delivers nothing, so that cached state may be stale. */
    isListening: () => connected !== null && performance.now() - lastHeartbeatAt < MISSED_HEARTBEATS * heartbeatMs,
    stop,
  }
}
