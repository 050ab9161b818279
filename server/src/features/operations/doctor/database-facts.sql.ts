import type pg from 'pg'

export interface DatabaseFacts {
  version: number
  encoding: string
  has_trigrams: boolean
  has_intarray: boolean
  clock: Date
  /** Why Cloudflare Images refuses copies. */
  cdn_error: string | null
}

export async function databaseFacts(client: pg.ClientBase): Promise<DatabaseFacts> {
  const { rows: found } = await client.query(`select to_regclass('cdn_config') is not null as has_cdn`)
  const cdnError = found[0].has_cdn ? '(select last_error from cdn_config)' : 'null'
  const { rows } = await client.query<DatabaseFacts>(`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('server_encoding') as encoding,
      exists (select from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
      exists (select from pg_extension where extname = 'intarray') as has_intarray,
      clock_timestamp() as clock,
      ${cdnError} as cdn_error`)
  return rows[0]!
}
