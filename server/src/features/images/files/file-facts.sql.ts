import type { FaultKind } from '@vitrine/contract/measures/findings'
import { type Insertable, type Selectable, sql } from 'kysely'
import { maxDrawingAspect, maxMeanOpacity } from '#imaging/measures/similarity/compare-rows'
import { hashBits, maxHashDistance, orientHash, zeroBits } from '#imaging/measures/similarity/dct-hash'
import type { Orientation } from '#imaging/measures/similarity/orientations'
import { type PerceptualRow, rowOfPlanes } from '#imaging/measures/similarity/perceptual-row'
import { allRows, changedRows, type Database, oneValue } from '#kit/database/statements'
import type { Tables } from '#schema'

export type NewFile = Insertable<Tables['file']>
export type StoredFile = Selectable<Tables['file']>

/** Stores in a transaction what was measured of a file; the perceptual row is null when no pixel is visible. */
export async function saveFile(db: Database, { sha256, ...facts }: NewFile, perceptualRow: PerceptualRow | null) {
  const file = await db
    .insertInto('file')
    .values({ sha256, ...facts })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(facts))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (perceptualRow) await savePerceptualRow(db, sha256, perceptualRow)
  return file
}

/** Whether an image has these bytes, or had them until an hour ago: what is known of them leaves with the files. */
export const isFileKnown = (db: Database, sha256: string) => oneValue<boolean>(db)`
  select exists (select from file where sha256 = ${sha256})`

/** Whether an image has the bytes of a row of this table, or is to get them by its edit. */
export const isUsedFile = (table: 'file' | 'unowned_file') => {
  const sha256 = sql.ref(`${table}.sha256`)
  return sql<boolean>`(
    exists (select from images where images.sha256 = ${sha256})
    or exists (select from images where edit_sha256 = ${sha256})
  )`
}

/** Deletes what is known of bytes that no image has. An image that is inserted at the same time keeps it (23503). */
export const deleteUnusedFile = (db: Database, sha256: string) =>
  changedRows(db)`delete from file where sha256 = ${sha256} and not ${isUsedFile('file')}`

// Perceptual rows, by which a picture is found again.

async function savePerceptualRow(db: Database, sha256: string, row: PerceptualRow): Promise<void> {
  const { aspect, opacity: mean_opacity, hash, planes } = row
  const columns = { aspect, mean_opacity, zeros: zeroBits(hash), hash: hashBits(hash), planes: Buffer.from(planes) }
  await db
    .insertInto('perceptual_row')
    .values({ sha256, ...columns })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(columns))
    .execute()
}

export async function perceptualRowOf(db: Database, sha256: string): Promise<PerceptualRow | undefined> {
  const rows = db.selectFrom('perceptual_row').select(['aspect', 'planes']).where('sha256', '=', sha256)
  const stored = await rows.executeTakeFirst()
  return stored && rowOfPlanes(stored.aspect, stored.planes)
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
): Promise<{ sha256: string; row: PerceptualRow }[]> {
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

// What admins say of findings.

interface OverruledFinding {
  sha256: string
  kind: FaultKind
}

export const overruleFinding = (
  db: Database,
  { sha256, kind, ...why }: OverruledFinding & { reason: string; by: number },
) => changedRows(db)`
  update file
  set overruled = overruled || jsonb_build_object(${kind}::text, ${JSON.stringify(why)}::jsonb || jsonb_build_object(
    'at', now()
  ))
  where sha256 = ${sha256}`

/** 0 where it was not overruled. */
export const reinstateFinding = (db: Database, { sha256, kind }: OverruledFinding) => changedRows(db)`
  update file set overruled = overruled - ${kind}::text where sha256 = ${sha256} and overruled ? ${kind}::text`
