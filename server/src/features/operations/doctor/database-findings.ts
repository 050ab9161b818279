import { join } from 'node:path'
import type { Config } from '#config'
import { withConnection } from '#kit/database/connection'
import { startPostgres } from '#kit/embedded-postgres/supervisor'
import { systemErrorText } from '../../../setting-parsers.ts'
import { type DatabaseFacts, databaseFacts } from './database-facts.sql.ts'
import { type Finding, fault } from './finding.ts'
import { libraryFindings } from './library-findings.ts'

/** Seconds by which the clocks of this machine and of the database may differ; beyond, sessions end at other times. */
const maxClockSeconds = 5

/** The database, its version, extensions and clock. */
export async function databaseFindings(config: Config): Promise<Finding[]> {
  try {
    return await lookAt(config)
  } catch (error) {
    return [fault(`It cannot be used: ${systemErrorText(error)}.`)]
  }
}

async function lookAt({ DATABASE_URL, DATA_DIR }: Config): Promise<Finding[]> {
  if (DATABASE_URL) return ask(DATABASE_URL)
  const embedded = await startPostgres(join(DATA_DIR, 'postgres'))
  try {
    return await ask(embedded.url)
  } finally {
    await embedded.stop()
  }
}

async function ask(url: string): Promise<Finding[]> {
  const options = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 }
  const findings = findingsOf(await withConnection(options, databaseFacts))
  return [...findings, ...(await libraryFindings(url))]
}

function findingsOf({ version, encoding, has_trigrams, has_intarray, clock, cdn_error }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  if (version < 18) findings.push(fault(`It is PostgreSQL ${version}; Vitrine needs 18 or newer.`))
  if (encoding !== 'UTF8') findings.push(fault(`Its encoding is ${encoding}; create it with encoding UTF8.`))
  if (!has_trigrams)
    findings.push(fault('The extension pg_trgm is missing. Install the contrib package of PostgreSQL.'))
  if (has_intarray) findings.push(fault('The extension intarray makes searches slow. Drop it from this database.'))
  const seconds = Math.round(Math.abs(clock.getTime() - Date.now()) / 1000)
  if (seconds > maxClockSeconds)
    findings.push(fault(`Its clock and this machine's differ by ${seconds} s. Set both by NTP.`))
  if (cdn_error) findings.push(fault(`Cloudflare Images refuses copies: ${cdn_error}`))
  return findings
}
