import { pages } from '@vitrine/contract/pages'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { type ClientInfo, recordAuditEvent } from '#features/users/audit.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import type { MasterKey } from '#kit/security/master-key'
import { sha256OfText } from '#kit/sha256'
import { createResetTokens } from './link-tokens.ts'
import { activeUser } from './password.sql.ts'

interface PasswordMailDeps {
  db: Database
  masterKey: MasterKey
  /** Links are built from its URL, never from a request's Host header. */
  site: { name: string; url: string }
  mail: SendMail
}

/** The jobs that send password mails. A reset link is made when its mail is sent, so that no table ever holds one. */
export function passwordMailJobs({ db, masterKey, site, mail }: PasswordMailDeps): JobModule {
  const tokens = createResetTokens(masterKey.deriveKey('reset'))
  return {
    handlers: {
      async mail_reset_link({ email, from }: { email: string; from: ClientInfo }) {
        const user = await activeUser(db, { email })
        if (!user) return
        const href = site.url + pages.confirmPassword.href(tokens.issue(user))
        await mail(resetMail(user, site.name, href))
        await recordAuditEvent(db, { what: 'asked for a new password', by: null, user: user.id, client: from })
      },
      async mail_password_changed({ id, revokedKeys = 0 }: { id: number; revokedKeys?: number }) {
        const user = await activeUser(db, { id })
        if (!user) return
        const href = site.url + pages.forgotPassword.href()
        await mail(passwordChangedMail({ ...user, revokedKeys }, site.name, href))
      },
    },
  }
}

/** The user is looked up by the job, so that the reply takes as long for an unknown address as for a known one. */
export function enqueueResetMail(db: Database, email: string, client: ClientInfo): Promise<void> {
  return addJob(db, 'mail_reset_link', { email, from: client }, { key: `reset ${sha256OfText(email.toLowerCase())}` })
}

interface Recipient {
  username: string
  email: string
}

const resetMail = ({ username, email }: Recipient, site: string, href: string): Mail => ({
  to: email,
  subject: `A new password for ${site}`,
  paragraphs: [
    `Hello ${username},`,
    `someone, most likely you, asked for a new password at ${site}. Choose it here:`,
    { href, label: 'Set a new password' },
    `The link works once, within ${accountLimits.resetMinutes} minutes. ` +
      'If it was not you, there is nothing to do: your password stays as it is.',
  ],
})

const passwordChangedMail = (
  { username, email, revokedKeys }: Recipient & { revokedKeys: number },
  site: string,
  href: string,
): Mail => ({
  to: email,
  subject: `Your password at ${site} was changed`,
  paragraphs: [
    `Hello ${username},`,
    `the password of your account at ${site} was changed just now, and other devices were signed out.`,
    ...(revokedKeys ? ['Your API keys were revoked too. Make new ones for the programs that you use.'] : []),
    'If it was not you, set a new one at once:',
    { href, label: 'Ask for a new password' },
  ],
})
