import type { Caller } from '@vitrine/contract/caller'
import type { AuditEvent } from '@vitrine/contract/calls/accounts/people'
import type { FastifyRequest } from 'fastify'
import type { FeatureDeps } from '#feature'
import { recordAuditEvent } from '#features/accounts/users/audit.sql'
import { lock } from '#kit/database/advisory-locks'
import type { Database } from '#kit/database/statements'
import { clientOf } from '#kit/http/client-network'
import { notifySearchSettingsChanged } from './search-settings.sql.ts'

/** Changes the settings of the search, one change at a time, records who did, and tells every process. */
export async function changeSettings<T>(
  { db, searchSettings }: Pick<FeatureDeps, 'db' | 'searchSettings'>,
  { caller, request }: { caller: Caller; request: FastifyRequest },
  what: AuditEvent,
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  const result = await db.transaction().execute(async (transaction) => {
    await lock(transaction, 'search settings')
    const changed = await change(transaction)
    await recordAuditEvent(transaction, { what, by: caller.id, user: caller.id, client: clientOf(request) })
    await notifySearchSettingsChanged(transaction)
    return changed
  })
  searchSettings.drop()
  return result
}
