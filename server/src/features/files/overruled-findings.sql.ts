import type { FaultKind } from '@vitrine/contract/measures/findings'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

interface OverruledFinding {
  sha256: string
  kind: FaultKind
}

/** Overrules a fault, or changes why. */
export async function overruleFinding(db: Database, finding: OverruledFinding & { reason: string; by: number }) {
  const { by, reason, ...key } = finding
  const values = { reason, overruled_by: by }
  await db
    .insertInto('overruled_finding')
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(['sha256', 'kind']).doUpdateSet({ ...values, at: sql`now()` }))
    .execute()
}

/** Returns whether it was overruled. */
export async function reinstateFinding(db: Database, { sha256, kind }: OverruledFinding): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('overruled_finding')
    .where('sha256', '=', sha256)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
