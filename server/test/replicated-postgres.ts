import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openCluster } from '#kit/embedded-postgres/cluster'
import { shutDownServer } from '#kit/embedded-postgres/server-process'
import { startPostgres } from '#kit/embedded-postgres/supervisor'

/** Nothing here must outlive a crash; the standby tells in its log what it was asked. */
const settings = { fsync: 'off', shared_buffers: '64MB', wal_keep_size: '256MB' }
const standbySettings = { ...settings, log_statement: 'all', log_line_prefix: '%a: ' }

/** A primary and a hot standby that follows it, for one test file alone. */
export async function startReplicatedPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-pair-'))
  const [first, second] = [join(folder, 'primary'), join(folder, 'standby')]
  const primary = await startPostgres(first, { settings })
  await copyCluster(first, second, superuserUrl(primary.url))
  let standby = await startPostgres(second, { settings: standbySettings })
  const { url } = standby
  const onPrimary = (text: string) => queryOnce(superuserUrl(primary.url), text)
  const onStandby = (text: string) => queryOnce(superuserUrl(url), text)
  /** Also while it is used; without the first step it would be started again. */
  const stopStandby = async () => {
    await standby.stop()
    await shutDownServer(openCluster(second), standby.pid, () => {})
  }

  return {
    settings: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: url },
    /** Statements that the site has sent to the standby so far, but for its questions how far that is. */
    statements: statementReader(join(second, 'postgres.log')),
    stopStandby,
    async startStandby() {
      standby = await startPostgres(second, { settings: { ...standbySettings, port: new URL(url).port } })
    },
    /** The standby goes on receiving what changes, and does not learn of it until it resumes. */
    async pause() {
      await onStandby('select pg_wal_replay_pause()')
      while ((await onStandby('select pg_get_wal_replay_pause_state() as state')).state !== 'paused') await sleep(2)
    },
    resume: () => onStandby('select pg_wal_replay_resume()'),
    /** The primary begins a new file of its log, as archiving makes it do now and then. */
    switchLog: () => onPrimary('select pg_switch_wal()'),
    /** Ends those connections of the site for which this condition on pg_stat_activity holds. */
    cutOff: (condition: string) =>
      onStandby(`
        select bool_or(pg_terminate_backend(pid)) as cut from pg_stat_activity
        where application_name = 'vitrine replica' and ${condition}`),
    async stop() {
      await stopStandby()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What pg_basebackup does, which does not come with the binaries: the files, copied between two marks. */
async function copyCluster(from: string, to: string, url: string) {
  const primary = new pg.Client(url)
  await primary.connect()
  await primary.query(`select pg_backup_start('standby', true)`)
  fs.mkdirSync(to)
  fs.cpSync(join(from, '18'), join(to, '18'), { recursive: true, filter: (file) => !runtimeFiles.test(file) })
  const { rows } = await primary.query('select labelfile from pg_backup_stop(false)')
  await primary.end()
  fs.cpSync(join(from, 'password'), join(to, 'password'))
  fs.writeFileSync(join(to, '18', 'backup_label'), rows[0].labelfile)
  fs.writeFileSync(join(to, '18', 'standby.signal'), '')
  fs.writeFileSync(join(to, '18', 'postgresql.auto.conf'), `primary_conninfo = '${url}'\n`)
  fs.chmodSync(join(to, '18'), 0o700)
}

/** Files of the running server itself, and its log of changes, which the standby asks for. */
const runtimeFiles = /postmaster\.(pid|opts)$|pg_wal\/[0-9A-F]{24}$/

/** Reads on in the log each time: by the end of a test it is long. Its last entry may go on, and is read again. */
function statementReader(log: string) {
  const statements: string[] = []
  let read = 0
  return () => {
    const more = completeLinesFrom(log, read).split(entryStart)
    const last = more.splice(-1)
    read += Buffer.byteLength(more.join(''))
    statements.push(...more.filter(isReplicaStatement))
    return [...statements, ...last.filter(isReplicaStatement)]
  }
}

const entryStart = /^(?=\S*[^:\n]*: [A-Z]+: {2})/m
const isReplicaStatement = (entry: string) =>
  /^vitrine replica: LOG: {2}(statement|execute)/.test(entry) && !/pg_last_wal/.test(entry)

/** What follows this byte, without a line that is still being written. */
function completeLinesFrom(file: string, position: number): string {
  const opened = fs.openSync(file, 'r')
  const bytes = Buffer.alloc(fs.fstatSync(opened).size - position)
  fs.readSync(opened, bytes, 0, bytes.length, position)
  fs.closeSync(opened)
  return bytes.toString('utf8', 0, bytes.lastIndexOf('\n') + 1)
}

function superuserUrl(url: string): string {
  const address = new URL(url)
  address.username = 'postgres'
  address.pathname = '/postgres'
  return address.href
}

async function queryOnce(url: string, text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(text).finally(() => client.end())
  return rows[0]
}
