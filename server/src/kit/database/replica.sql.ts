import { sql } from 'kysely'
import type { Database } from './pool.ts'

/** A position in the write-ahead log (WAL) of one database. */
export interface WalPosition {
  /** Log sequence number. */
  lsn: string
  /** Shared by a primary and its standbys, and by no other database. */
  identity: string
}

const databaseIdentity = sql<string>`
  (select system_identifier from pg_control_system()) || '/' ||
  (select oid from pg_database where datname = current_database())`

/**
 * A position after all commits so far. It is the insert position, not the flushed one, because commits with
 * synchronous_commit=off are visible before they are flushed. At the start of a WAL page or segment it is reduced by
 * the size of the header (24 or 40 bytes), which is written with the next record only: an idle primary's standbys would
 * never reach it.
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

/** Whether the replica has replayed the WAL up to this position; throws when it is no standby of that database. */
export async function hasReplayed(replica: Database, { lsn, identity }: WalPosition): Promise<boolean> {
  const { rows } = await sql<{ has_replayed: boolean | null; is_standby: boolean; is_same: boolean }>`
    select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has_replayed, pg_is_in_recovery() as is_standby,
      ${databaseIdentity} = ${identity} as is_same`.execute(replica)
  const { is_standby, is_same, has_replayed } = rows[0]!
  if (!is_same) throw new Error('DATABASE_REPLICA_URL names another database')
  if (!is_standby) throw new Error('DATABASE_REPLICA_URL names a server that is no standby')
  return has_replayed ?? false
}
