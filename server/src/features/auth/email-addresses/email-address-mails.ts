import { pages } from '@vitrine/contract/pages'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import { userByEmail } from '#features/users/users.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import type { MasterKey } from '#kit/security/master-key'
import { sha256OfText } from '#kit/sha256'
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
  return addJob(db, 'mail_confirmation_link', { id, email }, { key: `confirm ${id} ${sha256OfText(email)}` })
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

interface EmailChangeMailDeps {
  db: Database
  site: { name: string; url: string }
  mail: SendMail
}

/** The jobs that tell the old address of a change; the new one gets its link from confirmation-mails.ts. */
export function emailChangeMailJobs({ db, site, mail }: EmailChangeMailDeps): JobModule {
  return {
    handlers: {
      async mail_email_change({ id, new_email }: { id: number; new_email: string }) {
        const user = await activeUser(db, { id })
        if (!user || user.new_email !== new_email) return
        await mail(changeRequestedMail({ ...user, new_email }, site.name, site.url + pages.forgotPassword.href()))
      },
      async mail_email_changed({ id, old_email }: { id: number; old_email: string }) {
        const user = await activeUser(db, { id })
        if (user) await mail(changedMail({ ...user, old_email }, site.name, site.url + pages.contact.href()))
      },
    },
  }
}

interface RequestNotice {
  username: string
  email: string
  new_email: string
}

const changeRequestedMail = ({ username, email, new_email }: RequestNotice, site: string, href: string): Mail => ({
  to: email,
  subject: `A new e-mail address for your account at ${site}`,
  paragraphs: [
    `Hello ${username},`,
    `someone, most likely you, asked to change the e-mail address of your account at ${site} to ${new_email}. This ` +
      'address stays in use until the link that we sent there is opened.',
    'If it was not you, someone knows your password. Set a new one at once, which also stops the change:',
    { href, label: 'Ask for a new password' },
  ],
})

interface ChangeNotice {
  username: string
  email: string
  old_email: string
}

const changedMail = ({ username, email, old_email }: ChangeNotice, site: string, href: string): Mail => ({
  to: old_email,
  subject: `Your e-mail address at ${site} was changed`,
  paragraphs: [
    `Hello ${username},`,
    `the e-mail address of your account at ${site} is now ${email}, and other devices were signed out. Mails to this ` +
      'address stop here.',
    'If it was not you, please write to us at once:',
    { href, label: 'Contact us' },
  ],
})
