import type pg from 'pg'

export interface DatabaseFacts {
  /** Major version. */
  version: number
  encoding: string
  has_trigrams: boolean
  has_intarray: boolean
  clock: Date
  is_standby: boolean
  /** Since the last replayed transaction, 0 where all is replayed that has arrived. */
  replay_seconds: number
  /** Why Cloudflare Images refuses copies. */
  cdn_error: string | null
  /** Of all running processes; null before the first start. */
  image_workers: number | null
}

export async function databaseFacts(client: pg.ClientBase): Promise<DatabaseFacts> {
  const { rows: found } = await client.query(`select to_regclass('cdn_config') is not null as has_cdn,
    to_regclass('imaging_process') is not null as has_imaging`)
  const cdnError = found[0].has_cdn ? '(select last_error from cdn_config)' : 'null'
  const workers = '(select coalesce(sum(workers), 0)::int from imaging_process where alive_until > clock_timestamp())'
  const imageWorkers = found[0].has_imaging ? workers : 'null::int'
  const { rows } = await client.query<DatabaseFacts>(`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
      exists (select from pg_extension where extname = 'intarray') as has_intarray,
      clock_timestamp() as clock,
      pg_is_in_recovery() as is_standby,
      case when pg_is_in_recovery() and pg_last_wal_receive_lsn() is distinct from pg_last_wal_replay_lsn()
        then extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 else 0 end as replay_seconds,
      ${cdnError} as cdn_error, ${imageWorkers} as image_workers`)
  return rows[0]!
}
