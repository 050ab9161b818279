import { pages } from '@vitrine/contract/pages'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import { deleteFailedMails } from '#kit/jobs/mail-jobs.sql'
import type { Mail, SendMail } from '#kit/mail'

/** The job's payload is all that is left of the address, until the mail is sent. */
interface ClosedNotice {
  email: string
  username: string
  leaves: boolean
}

interface ClosingMailDeps {
  backgroundDb: Database
  site: { name: string; url: string }
  mail: SendMail
}

export const closingMailJobs = ({ backgroundDb, site, mail }: ClosingMailDeps): JobModule => ({
  handlers: {
    async mail_account_closed(notice: ClosedNotice) {
      await mail(closedMail(notice, site))
    },
  },
  nightly: {
    delete_failed_mails: () => deleteFailedMails(backgroundDb, limits.failedMailDays),
  },
})

const closedMail = ({ email, username, leaves }: ClosedNotice, site: ClosingMailDeps['site']): Mail => ({
  to: email,
  subject: `Your account at ${site.name} is closed`,
  paragraphs: [
    `Hello ${username},`,
    `your account at ${site.name} was closed just now, and what was personal in it is deleted. ` +
      (leaves
        ? 'Your images are gone from the library, and their files are being deleted.'
        : 'Your approved images stay in the library without your name; all others are deleted.'),
    'What the law wants us to keep for some time is on this page:',
    { href: site.url + pages.privacy.href(), label: 'Privacy' },
    'If it was not you, please write to us at once:',
    { href: site.url + pages.contact.href(), label: 'Contact us' },
  ],
})
