import type { Caller } from '@vitrine/contract/caller'
import { levelByRules, type Trust, type TrustBenefits } from '@vitrine/contract/vocabulary/trust/trust-levels'
import type { Config } from '#config'
import type { Database } from '#kit/database/statements'
import { type TrustRow, trustRows } from './trust.sql.ts'

/** The levels of these people, by their ids; admins have none. */
export async function trustOfEach(db: Database, ids: number[]): Promise<Map<number, Trust>> {
  if (!ids.length) return new Map()
  const rows = await trustRows(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, toTrust(row)]))
}

/** The level of a person; null of an admin. */
export const trustOf = async (db: Database, { id }: Pick<Caller, 'id'>): Promise<Trust | null> =>
  (await trustOfEach(db, [id])).get(id) ?? null

function toTrust({ id: _, level_by_admin, ...record }: TrustRow): Trust {
  return { level: level_by_admin ?? levelByRules(record), is_set_by_admin: level_by_admin !== null, ...record }
}

type TrustSettings = Pick<Config, 'QUOTA_PENDING_IMAGES' | 'QUOTA_PENDING_NEW' | 'TRUSTED_UPLOADS'>

/** What the levels bring by the settings, in which 0 is no limit of its own. */
export function trustBenefitsOf(config: TrustSettings): TrustBenefits {
  const [pending, new_pending] = [config.QUOTA_PENDING_IMAGES || null, config.QUOTA_PENDING_NEW || null]
  const limits = [pending, new_pending].filter((limit) => limit !== null)
  return {
    pending,
    new_pending: limits.length ? Math.min(...limits) : null,
    goes_live: config.TRUSTED_UPLOADS === 'live',
  }
}
