import { pages } from '@vitrine/contract/pages'
import { limits } from '@vitrine/contract/vocabulary/limits'
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

/** The job that mails the link which confirms an e-mail address; the link is made when its mail is sent. */
export function confirmationMailJobs({ db, masterKey, site, mail }: ConfirmationMailDeps): JobModule {
  const tokens = createConfirmationTokens(masterKey.deriveKey('confirm'))
  return {
    handlers: {
      async mail_confirmation_link({ id }: { id: number }) {
        const user = await activeUser(db, { id })
        if (!user || user.email_confirmed_at) return
        await mail(confirmationMail(user, site.name, site.url + pages.confirmEmail.href(tokens.issue(user))))
      },
    },
  }
}

export function enqueueConfirmationMail(db: Database, id: number): Promise<void> {
  return addJob(db, 'mail_confirmation_link', { id }, { key: `confirm ${id}` })
}

const confirmationMail = (user: { username: string; email: string }, site: string, href: string): Mail => ({
  to: user.email,
  subject: `Please confirm your e-mail address for ${site}`,
  paragraphs: [
    `Hello ${user.username},`,
    `an account at ${site} was opened with this e-mail address. Please confirm that it is yours:`,
    { href, label: 'Confirm my address' },
    `The link works for ${limits.confirmationDays} days. Until then you can do everything but upload images. ` +
      'If it was not you who opened the account, there is nothing to do.',
  ],
})
