import { sql } from 'kysely'
import type { Database } from './pool.ts'

/** How far a database has been written, and which one it is. */
export interface WalPosition {
  /** An address in the write-ahead log. */
  lsn: string
  /** A standby shares it with its primary, and no other database does. */
  identity: string
}

const databaseIdentity = sql<string>`
  (select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

/**
 * Behind all that had been committed when the primary was asked. The inserted and not the written position: where commits
 * wait for no disk, they are heard of before they are written. At the beginning of a page or a file of the log it counts
 * the header (24 and 40 bytes) that comes with the next change, which an idle primary keeps its standbys waiting for.
 */
export async function currentWalPosition(primary: Database): Promise<WalPosition> {
  const { rows } = await sql<WalPosition>`
    select ${databaseIdentity} as identity, (lsn - case
        when mod(lsn - '0/0', pg_size_bytes(current_setting('wal_segment_size'))) = 40 then 40
        when mod(lsn - '0/0', current_setting('wal_block_size')::int) = 24 then 24
        else 0
      end)::text as lsn
    from pg_current_wal_insert_lsn() as lsn`.execute(primary)
  return rows[0]!
}

/** Whether the replica knows all that was committed up to there. Throws where it can never be known. */
export async function hasReplayed(replica: Database, { lsn, identity: wanted }: WalPosition): Promise<boolean> {
  const { rows } = await sql<{ knows: boolean | null; is_standby: boolean; is_same: boolean }>`
    select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as knows, pg_is_in_recovery() as is_standby,
      ${databaseIdentity} = ${wanted} as is_same`.execute(replica)
  const { is_standby, is_same, knows } = rows[0]!
  if (!is_same) throw new Error('DATABASE_REPLICA_URL names another database')
  if (!is_standby) throw new Error('DATABASE_REPLICA_URL names a server that is no standby')
  return knows ?? false
}
