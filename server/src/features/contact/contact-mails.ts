import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'

interface ContactMessage {
  name?: string | undefined
  email?: string | undefined
  message: string
  /** The slug of an image. */
  about?: string | undefined
}

/** The job that mails messages to the site's contact address. */
export const contactMailJobs = ({ site, mail }: { site: SiteSettings; mail: SendMail }): JobModule => ({
  handlers: {
    mail_contact_message: (message: ContactMessage) => mail(contactMail(message, site)),
  },
})

export const enqueueContactMail = (db: Database, message: ContactMessage): Promise<void> =>
  addJob(db, 'mail_contact_message', message)

function contactMail({ name, email, message, about }: ContactMessage, site: SiteSettings): Mail {
  const from = [name, email].filter(Boolean).join(', ') || 'somebody who left no address'
  return {
    to: site.contact.email,
    replyTo: email || undefined,
    subject: about ? `A message about an image of ${site.name}` : `A message to ${site.name}`,
    paragraphs: [
      `From ${from}:`,
      ...message.split(/(?:\r?\n){2,}/),
      ...(about ? [{ href: site.url + pages.image.href({ slug: about }), label: 'The image' }] : []),
    ],
  }
}
