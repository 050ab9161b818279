import { pages } from '@vitrine/contract/pages'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { userByEmail } from '#features/users/users.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import type { MasterKey } from '#kit/security/master-key'
import { createConfirmationTokens } from '../link-tokens.ts'
import { activeUser } from '../password.sql.ts'

interface ConfirmationMailDeps {
  db: Database
  masterKey: MasterKey
  site: { name: string; url: string }
  mail: SendMail
}

/**
 * The job that mails the link which confirms an e-mail address, as long as it is the one that the person has asked for,
 * or that of their new account. The link is made when its mail is sent.
 */
export function confirmationMailJobs({ db, masterKey, site, mail }: ConfirmationMailDeps): JobModule {
  const tokens = createConfirmationTokens(masterKey.deriveKey('confirm'))
  return {
    handlers: {
      async mail_confirmation_link({ id, email }: { id: number; email: string }) {
        const user = await activeUser(db, { id })
        if (!user) return
        const isNew = email === user.new_email
        if (!isNew && (email !== user.email || user.email_confirmed_at)) return
        const recipient = { username: user.username, email }
        const link = site.url + pages.confirmEmail.href(tokens.issue({ id, email }))
        const owner = isNew && (await userByEmail(db, email))
        if (owner) await mail(takenMail(owner, site.name, site.url + pages.forgotPassword.href()))
        else await mail((isNew ? newEmailMail : confirmationMail)(recipient, site.name, link))
      },
    },
  }
}

export function enqueueConfirmationMail(db: Database, id: number, email: string): Promise<void> {
  return addJob(db, 'mail_confirmation_link', { id, email }, { key: `confirm ${id} ${email}` })
}

interface Recipient {
  username: string
  email: string
}

const confirmationMail = (user: Recipient, site: string, href: string): Mail => ({
  to: user.email,
  subject: `Please confirm your e-mail address for ${site}`,
  paragraphs: [
    `Hello ${user.username},`,
    `an account at ${site} was opened with this e-mail address. Please confirm that it is yours:`,
    { href, label: 'Confirm my address' },
    `The link works for ${accountLimits.confirmationDays} days. Until then you can do everything but upload images. ` +
      'If it was not you who opened the account, there is nothing to do.',
  ],
})

const newEmailMail = (user: Recipient, site: string, href: string): Mail => ({
  to: user.email,
  subject: `Please confirm your new e-mail address for ${site}`,
  paragraphs: [
    `Hello ${user.username},`,
    `you asked to use this e-mail address for your account at ${site}. Please confirm that it is yours:`,
    { href, label: 'Use this address' },
    `The link works for ${accountLimits.confirmationDays} days. Until you open it, your old address stays in use. ` +
      'If it was not you, there is nothing to do.',
  ],
})

/** To the owner of an address that someone else has asked for; it names no one. */
const takenMail = ({ email }: Recipient, site: string, href: string): Mail => ({
  to: email,
  subject: `Your e-mail address has an account at ${site} already`,
  paragraphs: [
    'Hello,',
    `someone asked to use this e-mail address for another account at ${site}. It has an account already, so nothing ` +
      'was changed.',
    'If it was you, log in with this address, or set a new password for it:',
    { href, label: 'Ask for a new password' },
    'If it was not you, there is nothing to do.',
  ],
})
