import type pg from 'pg'

export interface DatabaseFacts {
  /** Major version. */
  version: number
  encoding: string
  has_trigrams: boolean
  has_intarray: boolean
  clock: Date
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
      ${cdnError} as cdn_error, ${imageWorkers} as image_workers`)
  return rows[0]!
}
