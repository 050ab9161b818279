// Finds look-alikes as the product does, among generated rows in PostgreSQL.
import { sql } from 'kysely'
import { hashBits, zeroBits } from '../../contract/measures/similarity/dct-hash.ts'
import { type PackedRow, type PerceptualRow, unpackRow } from '../../contract/measures/similarity/perceptual-row.ts'
import { readConfig } from '../../server/src/config.ts'
import { nearRows } from '../../server/src/features/files/perceptual-rows.sql.ts'
import { findLookAlikes } from '../../server/src/features/look-alikes/files-alike.ts'
import { openResources } from '../../server/src/resources.ts'
import { serveRequests } from '../harness/benchmark-process.ts'
import { seededRandom } from '../scale/synthetic-library.ts'
import { mixture } from './mixture.ts'

export type CandidatesRequest =
  | { what: 'fill'; samples: PackedRow[]; rows: number }
  | { what: 'search'; row: PackedRow }

/** Milliseconds of finding the candidates, and of deciding as well, which finds them again. */
export interface SearchTimes {
  candidates: number
  count: number
  decision: number
}

const resources = await openResources(readConfig())
const { db, backgroundDb } = resources

serveRequests<CandidatesRequest, SearchTimes | null>(async (request) => {
  if (request.what === 'search') return search(unpackRow(request.row))
  await fill(request.samples.map(unpackRow), request.rows)
  return null
}, resources.stop)

async function search(row: PerceptualRow): Promise<SearchTimes> {
  const began = performance.now()
  const near = await nearRows(db, row)
  const found = performance.now()
  await findLookAlikes(db, row)
  return { candidates: found - began, count: near.length, decision: performance.now() - found }
}

const batchSize = 2000

/** Adds rows up to the wanted number; those of an earlier run stay. */
async function fill(samples: PerceptualRow[], wanted: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from perceptual_row`.execute(db)
  for (let at = rows[0]!.n; at < wanted; at += batchSize) {
    const random = seededRandom(at + 1)
    await insert(
      at,
      Array.from({ length: Math.min(batchSize, wanted - at) }, () => mixture(samples, random)),
    )
    process.stderr.write(`\r${at + batchSize} rows   `)
  }
  await sql`vacuum analyze perceptual_row`.execute(backgroundDb)
}

async function insert(at: number, rows: PerceptualRow[]): Promise<void> {
  const names = rows.map((_, index) => (at + index).toString(16).padStart(64, '0'))
  await sql`
    insert into file (sha256, byte_size, width, height, transparent_ratio, translucent_ratio, colours, preview_version)
    select sha256, 1, 1, 1, 0, 0, '[]', 1 from unnest(${names}::text[]) as sha256`.execute(backgroundDb)
  await sql`
    insert into perceptual_row (sha256, aspect, mean_opacity, zeros, hash, planes)
    select sha256, aspect, opacity, zeros::bit(64), hash::bit(128), planes
    from unnest(
      ${names}::text[],
      ${rows.map(({ aspect }) => aspect)}::smallint[], ${rows.map(({ opacity }) => opacity)}::smallint[],
      ${rows.map(({ hash }) => zeroBits(hash))}::text[], ${rows.map(({ hash }) => hashBits(hash))}::text[],
      ${rows.map(({ planes }) => Buffer.from(planes))}::bytea[]
    ) as row (sha256, aspect, opacity, zeros, hash, planes)`.execute(backgroundDb)
}
