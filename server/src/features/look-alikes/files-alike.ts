import { setImmediate } from 'node:timers/promises'
import { compareRows, type Resemblance } from '@vitrine/contract/measures/similarity/compare-rows'
import type { PerceptualRow } from '@vitrine/contract/measures/similarity/perceptual-row'
import { type NearRow, nearRows, type PerceptualRows } from '#features/files/perceptual-rows.sql'
import type { Database } from '#kit/database/pool'

export interface LookAlike extends Resemblance {
  sha256: string
}

/** Comparisons between two turns of the event loop: some 3 ms. */
const comparisonsPerTurn = 40

/** The files that show the same picture or the same drawing, the same pictures and the most similar first. */
export async function findLookAlikes(db: Database, row: PerceptualRow, among?: PerceptualRows): Promise<LookAlike[]> {
  const found: LookAlike[] = []
  for (const [index, near] of (await nearRows(db, row, among)).entries()) {
    if (index % comparisonsPerTurn === comparisonsPerTurn - 1) await setImmediate()
    found.push(...compared(row, near))
  }
  const isPicture = ({ kind }: LookAlike) => (kind === 'same_picture' ? 1 : 0)
  return found.sort((a, b) => isPicture(b) - isPicture(a) || b.similarity - a.similarity)
}

function compared(row: PerceptualRow, { sha256, row: other }: NearRow): LookAlike[] {
  const resemblance = compareRows(other, row)
  return resemblance ? [{ sha256, ...resemblance }] : []
}
