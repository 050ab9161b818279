import type { FaultKind } from '@vitrine/contract/measures/findings'
import { sql } from 'kysely'
import type { Database } from '#kit/database/pool'

interface OverruledFinding {
  sha256: string
  kind: FaultKind
}

/** Overrules a fault, or changes why. */
export async function overruleFinding(
  db: Database,
  { sha256, kind, ...why }: OverruledFinding & { reason: string; by: number },
) {
  await sql`
    update file
    set overruled = overruled || jsonb_build_object(${kind}::text, ${JSON.stringify(why)}::jsonb || jsonb_build_object(
      'at', now()
    ))
    where sha256 = ${sha256}`.execute(db)
}

/** Returns whether it was overruled. */
export async function reinstateFinding(db: Database, { sha256, kind }: OverruledFinding): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update file set overruled = overruled - ${kind}::text
    where sha256 = ${sha256} and overruled ? ${kind}::text`.execute(db)
  return numAffectedRows === 1n
}
