import { sql } from 'kysely'
import { type ClientInfo, recordAuditEvent } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import { endUserSessions } from './sessions.sql.ts'

/** Somebody who is let in: blocked people get no link, and theirs do nothing. */
export function activeUser(db: Database, by: { id: number } | { email: string }) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password_hash'])
    .where((eb) =>
      'id' in by ? eb('id', '=', by.id) : eb(eb.fn<string>('lower', ['email']), '=', sql<string>`lower(${by.email})`),
    )
    .where('is_active', '=', true)
    .where('is_block', '=', false)
    .executeTakeFirst()
}

/** The address is looked up by the job, so the answer takes as long for an account as for none. */
export function enqueueResetMail(db: Database, email: string, from: ClientInfo): Promise<void> {
  return addJob(db, 'mail_reset_link', { email, from }, { key: `reset ${email.toLowerCase()}` })
}

interface PasswordReplacement {
  what: 'password reset' | 'password changed'
  user: { id: number; password_hash: string }
  password_hash: string
  client: ClientInfo
  /** The session that goes on. */
  keptSession?: string
}

/**
 * Replaces the password hash that was read before, ends the user's sessions except `kept`, and tells him by mail; all of
 * it or nothing. Of several that read the same hash one succeeds; the others are answered false.
 */
export function replacePassword(
  db: Database,
  { what, user, password_hash, client: from, keptSession: kept }: PasswordReplacement,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('is_active', '=', true)
      .where('is_block', '=', false)
      .executeTakeFirst()
    if (!numUpdatedRows) return false
    await endUserSessions(tx, user.id, kept)
    await recordAuditEvent(tx, { what, by: user.id, user: user.id, client: from })
    await addJob(tx, 'mail_password_changed', { id: user.id })
    return true
  })
}
