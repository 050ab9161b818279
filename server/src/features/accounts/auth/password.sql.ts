import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { isAsVerified, isNamed, newPassword, type VerifiedUser } from '#features/accounts/users/users.sql'
import { changedRows, type Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import { deleteApiKeysOf } from './api-keys/api-keys.sql.ts'
import { endUserSessions } from './sessions.sql.ts'

/** A user who is active and not blocked: others get no link by mail, and theirs do not work. */
export function activeUser(db: Database, by: { id: number } | { email: string }) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'password_hash', 'new_email'])
    .select(['email_confirmed_at', 'role', 'has_decision_mails'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : isNamed('email', by.email)))
    .where('is_active', '=', true)
    .where('is_block', '=', false)
    .executeTakeFirst()
}

export type ActiveUser = NonNullable<Awaited<ReturnType<typeof activeUser>>>

interface PasswordReplacement {
  what: 'password reset' | 'password changed'
  user: VerifiedUser
  password_hash: string
  client: ClientInfo
  /** The session in which it was changed, which goes on. */
  keptSession?: string | null
}

/** One of several concurrent changes succeeds; the others return false. A reset revokes the API keys too. */
export function replacePassword(db: Database, { what, user, password_hash, client, keptSession }: PasswordReplacement) {
  return db.transaction().execute(async (tx) => {
    const changed = await changedRows(tx)`update users set ${newPassword(password_hash)} where ${isAsVerified(user)}`
    if (!changed) return false
    await endUserSessions(tx, user.id, keptSession)
    await recordAuditEvent(tx, { what, by: user.id, user: user.id, client })
    const revokedKeys = what === 'password reset' ? await deleteApiKeysOf(tx, user.id) : 0
    await addJob(tx, 'mail_password_changed', { id: user.id, revokedKeys })
    return true
  })
}
