import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import type { FeatureDeps } from '#feature'
import { type ClientInfo, recordAuditEvent } from '#features/accounts/users/audit.sql'
import { userByEmail } from '#features/accounts/users/users.sql'
import type { Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobHandlers, JobModule } from '#kit/jobs/job-worker'
import { type Mail, mailTo } from '#kit/mail'
import { sha256OfText } from '#kit/sha256'
import { createConfirmationTokens, createResetTokens } from './link-tokens.ts'
import { type ActiveUser, activeUser } from './password.sql.ts'

/** The user is looked up by the job, so that the reply takes as long for an unknown address as for a known one. */
export const enqueueResetMail = (db: Database, email: string, from: ClientInfo): Promise<void> =>
  addJob(db, 'mail_reset_link', { email, from }, { key: `reset ${sha256OfText(email.toLowerCase())}` })

export const enqueueConfirmationMail = (db: Database, id: number, email: string): Promise<void> =>
  addJob(db, 'mail_confirmation_link', { id, email }, { key: `confirm ${id} ${sha256OfText(email)}` })

/** The jobs that mail people about their accounts, unless those are blocked. */
export const accountMailJobs = (deps: FeatureDeps): JobModule => ({
  handlers: { ...passwordMails(deps), ...emailAddressMails(deps) },
})

async function tell({ db, mail }: FeatureDeps, id: number, subject: string, paragraphs: Mail['paragraphs']) {
  const user = await activeUser(db, { id })
  if (user) await mail(mailTo(user, subject, paragraphs))
}

const newPassword = ({ url }: SiteSettings) => ({
  href: url + pages.forgotPassword.href(),
  label: 'Ask for a new password',
})

/** A link is made when its mail is sent, so that no table ever holds one; it never begins with a request's Host. */
function passwordMails(deps: FeatureDeps): JobHandlers {
  const { db, masterKey, site, mail } = deps
  const tokens = createResetTokens(masterKey.deriveKey('reset'))
  return {
    async mail_reset_link({ email, from }: { email: string; from: ClientInfo }) {
      const user = await activeUser(db, { email })
      if (!user) return
      const subject = `A new password for ${site.name}`
      await mail(
        mailTo(user, subject, [
          `someone, most likely you, asked for a new password at ${site.name}. Choose it here:`,
          { href: site.url + pages.confirmPassword.href(tokens.issue(user)), label: 'Set a new password' },
          `The link works once, within ${accountLimits.resetMinutes} minutes. ` +
            'If it was not you, there is nothing to do: your password stays as it is.',
        ]),
      )
      await recordAuditEvent(db, { what: 'asked for a new password', by: null, user: user.id, client: from })
    },

    mail_password_changed: ({ id, revokedKeys }: { id: number; revokedKeys: number }) =>
      tell(deps, id, `Your password at ${site.name} was changed`, [
        `the password of your account at ${site.name} was changed just now, and other devices were signed out.`,
        ...(revokedKeys ? ['Your API keys were revoked too. Make new ones for the programs that you use.'] : []),
        'If it was not you, set a new one at once:',
        newPassword(site),
      ]),

    mail_api_key_created: ({ id, name }: { id: number; name: string }) =>
      tell(deps, id, `An API key was made at ${site.name}`, [
        `an API key named “${name}” was made for your account at ${site.name} just now. A program that has it ` +
          'uploads images in your name, and lists and edits yours, for a year.',
        'If it was not you, someone knows your password. Set a new one at once, which also revokes all API keys:',
        newPassword(site),
      ]),
  }
}

function emailAddressMails(deps: FeatureDeps): JobHandlers {
  const { db, masterKey, site, mail } = deps
  const tokens = createConfirmationTokens(masterKey.deriveKey('confirm'))
  return {
    /** As long as the address is the one that the person has asked for, or that of their new account. */
    async mail_confirmation_link({ id, email }: { id: number; email: string }) {
      const user = await activeUser(db, { id })
      if (!user) return
      const isNew = email === user.new_email
      if (!isNew && (email !== user.email || user.email_confirmed_at)) return
      const owner = isNew && (await userByEmail(db, email))
      if (owner) return mail(takenMail(site, owner.email))
      const href = site.url + pages.confirmEmail.href(tokens.issue({ id, email }))
      await mail((isNew ? newEmailMail : confirmationMail)(site, { ...user, email }, href))
    },

    /** To the old address; the new one gets its link. */
    async mail_email_change({ id, new_email }: { id: number; new_email: string }) {
      const user = await activeUser(db, { id })
      if (user?.new_email !== new_email) return
      const subject = `A new e-mail address for your account at ${site.name}`
      await mail(
        mailTo(user, subject, [
          `someone, most likely you, asked to change the e-mail address of your account at ${site.name} to ` +
            `${new_email}. This address stays in use until the link that we sent there is opened.`,
          'If it was not you, someone knows your password. Set a new one at once, which also stops the change:',
          newPassword(site),
        ]),
      )
    },

    async mail_email_changed({ id, old_email }: { id: number; old_email: string }) {
      const user = await activeUser(db, { id })
      if (!user) return
      const subject = `Your e-mail address at ${site.name} was changed`
      await mail(
        mailTo({ ...user, email: old_email }, subject, [
          `the e-mail address of your account at ${site.name} is now ${user.email}, and other devices were signed ` +
            'out. Mails to this address stop here.',
          'If it was not you, please write to us at once:',
          { href: site.url + pages.contact.href(), label: 'Contact us' },
        ]),
      )
    },
  }
}

type Recipient = Pick<ActiveUser, 'username' | 'email'>

const confirmationMail = (site: SiteSettings, user: Recipient, href: string) =>
  mailTo(user, `Please confirm your e-mail address for ${site.name}`, [
    `an account at ${site.name} was opened with this e-mail address. Please confirm that it is yours:`,
    { href, label: 'Confirm my address' },
    `The link works for ${accountLimits.confirmationDays} days. Until then you can do everything but upload images. ` +
      'If it was not you who opened the account, there is nothing to do.',
  ])

const newEmailMail = (site: SiteSettings, user: Recipient, href: string) =>
  mailTo(user, `Please confirm your new e-mail address for ${site.name}`, [
    `you asked to use this e-mail address for your account at ${site.name}. Please confirm that it is yours:`,
    { href, label: 'Use this address' },
    `The link works for ${accountLimits.confirmationDays} days. Until you open it, your old address stays in use. ` +
      'If it was not you, there is nothing to do.',
  ])

/** To the owner of an address that someone else has asked for; it names no one. */
const takenMail = (site: SiteSettings, email: string) =>
  mailTo({ email }, `Your e-mail address has an account at ${site.name} already`, [
    `someone asked to use this e-mail address for another account at ${site.name}. It has an account already, so ` +
      'nothing was changed.',
    'If it was you, log in with this address, or set a new password for it:',
    newPassword(site),
    'If it was not you, there is nothing to do.',
  ])
