import { pages } from '@vitrine/contract/pages'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import { activeUser } from '../password.sql.ts'

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
