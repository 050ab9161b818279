import { sql } from 'kysely'
import { maxHashDistance } from '#imaging/measures/similarity/candidates'
import { maxDrawingAspect, maxMeanOpacity } from '#imaging/measures/similarity/compare-rows'
import { hashBits, orientHash, zeroBits } from '#imaging/measures/similarity/dct-hash'
import type { Orientation } from '#imaging/measures/similarity/orientations'
import { type PerceptualRow, rowOfPlanes } from '#imaging/measures/similarity/perceptual-row'
import type { Database } from '#kit/database/pool'
import { allRows } from '#kit/database/statements'

/** Stores the row of a file; what is newer replaces what is there. */
export async function savePerceptualRow(db: Database, sha256: string, row: PerceptualRow): Promise<void> {
  const { aspect, opacity, hash, planes } = row
  const columns = {
    aspect,
    mean_opacity: opacity,
    zeros: zeroBits(hash),
    hash: hashBits(hash),
    planes: Buffer.from(planes),
  }
  await db
    .insertInto('perceptual_row')
    .values({ sha256, ...columns })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(columns))
    .execute()
}

export async function perceptualRowOf(db: Database, sha256: string): Promise<PerceptualRow | undefined> {
  const stored = await db
    .selectFrom('perceptual_row')
    .select(['aspect', 'planes'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return stored && rowOfPlanes(stored.aspect, stored.planes)
}

export interface NearRow {
  sha256: string
  row: PerceptualRow
}

/** Candidates that are compared at most, the nearest first; only drawings of one template have as many. */
const maxCandidates = 300

/** Tables of perceptual rows: of the library's files, and of the pictures that are refused. */
export type PerceptualRows = 'perceptual_row' | 'blocked_picture'

/** The files whose rows are near this one in any of the eight orientations: exactly those of `candidateTest`. */
export async function nearRows(
  db: Database,
  row: PerceptualRow,
  among: PerceptualRows = 'perceptual_row',
): Promise<NearRow[]> {
  const rows = await allRows<{ sha256: string; aspect: number; planes: Buffer }>(db)`
    with near as materialized (
      select sha256, min(distance) as distance
      from (${distances(row, [0, 1, 2, 3], among)} union all ${distances(row, [4, 5, 6, 7], among)}) as compared
      where distance <= ${sql.lit(maxHashDistance)}
      group by sha256
      order by distance, sha256
      limit ${sql.lit(maxCandidates)}
    )
    select sha256, aspect, planes from near join ${sql.table(among)} using (sha256) order by distance, sha256`
  return rows.map(({ sha256, aspect, planes }) => ({ sha256, row: rowOfPlanes(aspect, planes) }))
}

/** The distances of one scan of an index, in orientations of which all or none are transposed. */
function distances(row: PerceptualRow, orientations: Orientation[], among: PerceptualRows) {
  const hashes = orientations.map((orientation) => orientHash(row.hash, orientation))
  const aspect = orientations[0]! & 4 ? -row.aspect : row.aspect
  const aspects = Array.from({ length: 2 * maxDrawingAspect + 1 }, (_, at) => aspect - maxDrawingAspect + at)
  const { opacity } = row
  const all = hashes.map((hash) => sql`bit_count(hash # ${hashBits(hash)}::bit(128))`)
  return sql`
    select sha256, least(${sql.join(all)}) as distance
    from ${sql.table(among)}
    where aspect = any(${aspects}::smallint[])
      and mean_opacity between ${opacity - maxMeanOpacity} and ${opacity + maxMeanOpacity}
      and bit_count(zeros # ${zeroBits(hashes[0]!)}::bit(64)) <= ${sql.lit(maxHashDistance)}`
}
