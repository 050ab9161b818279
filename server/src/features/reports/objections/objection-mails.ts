import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { counterNoticeStatements } from '@vitrine/contract/vocabulary/reports/objections'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import type { MasterKey } from '#kit/security/master-key'
import { ownerToMail } from '../mails/mails.sql.ts'
import { objectionSecrets } from '../report-secrets.ts'
import { reportById } from '../reports.sql.ts'
import { type MailedObjection, noticesOfDecision, objectionToMail } from './objections.sql.ts'

/** What the mails tell: that an objection came, or what was decided about it. */
type Event = 'sent' | 'settled'

interface ObjectionMailDeps {
  db: Database
  site: SiteSettings
  mail: SendMail
  masterKey: MasterKey
}

/** Adds the job that tells both sides, each by a job of its own, so that a refused address holds up no other. */
export const enqueueObjectionMails = (db: Database, objection: number, event: Event): Promise<void> =>
  addJob(db, 'tell_of_objection', { objection, event })

interface ReporterMail {
  objection: number
  event: Event
  report: number
}

export const objectionMailJobs = ({ db, site, mail, masterKey }: ObjectionMailDeps): JobModule => ({
  handlers: {
    async tell_of_objection({ objection: id, event }: { objection: number; event: Event }) {
      const objection = await objectionToMail(db, id)
      if (!objection) return
      const reports = objection.kind === 'counter_notice' ? await noticesOfDecision(db, objection.decision_id) : []
      await db.transaction().execute(async (transaction) => {
        await addJob(transaction, 'mail_objection_to_owner', { objection: id, event })
        for (const report of reports)
          await addJob(transaction, 'mail_objection_to_reporter', { objection: id, event, report })
      })
    },
    async mail_objection_to_owner({ objection: id, event }: { objection: number; event: Event }) {
      const objection = await objectionToMail(db, id)
      const owner = objection?.owner_id && (await ownerToMail(db, objection.owner_id))
      if (!objection || !owner) return
      const secret = objectionSecrets(masterKey).secretOf(objection.decision_id)
      const href = site.url + pages.objection.href({ secret })
      await mail(ownerMail(owner, objection, { event, href, site }))
    },
    async mail_objection_to_reporter({ objection: id, event, report: reportId }: ReporterMail) {
      const [objection, report] = [await objectionToMail(db, id), await reportById(db, reportId)]
      const email = report?.email
      if (!objection || !email) return
      // The picture returns whether they read it or not, so no limit of mails to an inbox holds it up.
      await mail(reporterMail({ number: reportId, email }, objection, event, site))
    },
  },
})

const dayOf = (at: Date) =>
  at.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const noun = ({ kind }: MailedObjection) => (kind === 'counter_notice' ? 'counter-notice' : 'objection')

interface OwnerMailContext {
  event: Event
  href: string
  site: SiteSettings
}

function ownerMail(
  { username, email, is_block }: { username: string; email: string; is_block: boolean },
  objection: MailedObjection,
  { event, href, site }: OwnerMailContext,
): Mail {
  const { image_title, returns_at, outcome, has_blocked } = objection
  const staysBlocked = event === 'settled' && outcome === 'returned' && has_blocked && is_block
  const received =
    `we have your ${noun(objection)} about “${image_title}”. ` +
    (returns_at
      ? 'We send it to the person who reported the picture. If they do not go to court, and we do not decide ' +
        `otherwise, the picture returns after ${dayOf(returns_at)}.`
      : 'A person will look at it, and we mail you what was decided.')
  return {
    to: email,
    replyTo: site.contact.email,
    subject: `Your ${noun(objection)} to ${site.name}`,
    paragraphs: [
      `Hello ${username},`,
      ...(event === 'sent' ? [received] : settledTexts(objection)),
      ...(staysBlocked ? ['Your account stays blocked. If that is wrong, answer this mail.'] : []),
      { href, label: 'What became of it' },
    ],
  }
}

function settledTexts(objection: MailedObjection): string[] {
  const about = `the ${noun(objection)} about “${objection.image_title}”`
  if (objection.outcome === 'returned')
    return [`we have decided about ${about}: the picture returns to the library.`, ...sentenceOf(objection)]
  if (objection.outcome === 'withdrawn')
    return [`the contributor has closed their account, which withdraws ${about}: the picture stays down.`]
  return [`we have decided about ${about}: the picture stays down.`, ...sentenceOf(objection)]
}

const sentenceOf = ({ sentence }: MailedObjection) => (sentence ? [sentence] : [])

function reporterMail(
  { number, email }: { number: number; email: string },
  objection: MailedObjection,
  event: Event,
  site: SiteSettings,
): Mail {
  const { image_title, returns_at } = objection
  return {
    to: email,
    replyTo: site.contact.email,
    subject: `A counter-notice to your report ${number} to ${site.name}`,
    paragraphs: [
      'Hello,',
      ...(event === 'settled'
        ? settledTexts(objection)
        : [
            `after your report ${number}, the contributor of “${image_title}” sent us a counter-notice. We put the ` +
              `picture back after ${dayOf(returns_at!)}, unless you answer this mail before that and show that you ` +
              'have asked a court to stop the contributor.',
            ...noticeTexts(objection),
          ]),
    ],
  }
}

/** The counter-notice as it was sent. */
function noticeTexts({ notice, message, at }: MailedObjection): string[] {
  const { name, address, phone, signature } = notice ?? { name: '', address: '', phone: '', signature: '' }
  return [
    `The counter-notice of ${dayOf(at)}:`,
    `Name: ${name}`,
    `Address: ${address}`,
    `Phone: ${phone}`,
    counterNoticeStatements.mistake,
    counterNoticeStatements.jurisdiction,
    ...(message ? [message] : []),
    `Signed: ${signature}`,
  ]
}
