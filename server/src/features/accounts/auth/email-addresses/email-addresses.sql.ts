import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { isAsVerified, type VerifiedUser } from '#features/accounts/users/users.sql'
import { changedRows, type Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import { enqueueConfirmationMail } from '../account-mails.ts'
import { endUserSessions } from '../sessions.sql.ts'

/** Mails go to both addresses; false when the password was changed meanwhile. */
export const requestEmailChange = (db: Database, { user, new_email, client }: Omit<EmailChange, 'keptSession'>) =>
  db.transaction().execute(async (tx) => {
    if (!(await changedRows(tx)`update users set new_email = ${new_email} where ${isAsVerified(user)}`)) return false
    await recordAuditEvent(tx, { what: 'e-mail change asked for', by: user.id, user: user.id, client })
    await enqueueConfirmationMail(tx, user.id, new_email)
    await addJob(tx, 'mail_email_change', { id: user.id, new_email })
    return true
  })

export const cancelEmailChange = (db: Database, id: number, client: ClientInfo): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const cancelled = await changedRows(tx)`
      update users set new_email = null where id = ${id} and new_email is not null`
    if (cancelled) await recordAuditEvent(tx, { what: 'e-mail change cancelled', by: id, user: id, client })
  })

export interface EmailChange {
  user: VerifiedUser & { email: string; new_email: string | null }
  new_email: string
  client: ClientInfo
  /** The session in which it was changed, which goes on. */
  keptSession: string | null
}

/** Once only, by what was read before (compare-and-swap); violates `users_email` when the new address is taken. */
export const changeEmail = (db: Database, { user, new_email, client, keptSession }: EmailChange): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const changed = await changedRows(tx)`
      update users set email = ${new_email}, new_email = null, email_confirmed_at = now()
      where ${isAsVerified(user)} and email = ${user.email} and new_email is not distinct from ${user.new_email}::text`
    if (!changed) return false
    await endUserSessions(tx, user.id, keptSession)
    await recordAuditEvent(tx, { what: 'e-mail address changed', by: user.id, user: user.id, client })
    await addJob(tx, 'mail_email_changed', { id: user.id, old_email: user.email })
    return true
  })

/** Confirms the address of a user unless it has changed since; once only, so that a second click records no event. */
export const confirmEmail = (db: Database, user: { id: number; email: string }, client: ClientInfo): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const confirmed = await changedRows(tx)`
      update users set email_confirmed_at = now()
      where id = ${user.id} and email = ${user.email} and email_confirmed_at is null`
    if (confirmed) await recordAuditEvent(tx, { what: 'e-mail address confirmed', by: user.id, user: user.id, client })
  })
