import { sql } from 'kysely'
import { type ClientInfo, recordAuditEvent } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'

/** Confirms the address of a user unless it has changed since; once only, so that a second click records no event. */
export function confirmEmail(db: Database, user: { id: number; email: string }, client: ClientInfo): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ email_confirmed_at: sql`now()` })
      .where('id', '=', user.id)
      .where('email', '=', user.email)
      .where('email_confirmed_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows)
      await recordAuditEvent(tx, { what: 'e-mail address confirmed', by: user.id, user: user.id, client })
  })
}
