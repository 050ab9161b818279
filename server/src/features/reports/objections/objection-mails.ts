import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { counterNoticeStatements } from '@vitrine/contract/vocabulary/reports/objections'
import type { Config } from '#config'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import type { MasterKey } from '#kit/security/master-key'
import { ownerToMail } from '../mails/mails.sql.ts'
import { inboxLimit, minutesToNextDay } from '../report-rate-limits.ts'
import { objectionSecrets } from '../report-secrets.ts'
import { reportById } from '../reports.sql.ts'
import { type MailedObjection, objectionToMail, reportsToMail } from './objections.sql.ts'

/** What the mails tell: that an objection came, what was decided about it, or that an admin decided otherwise later. */
type Event = 'sent' | 'settled' | 'reversed'

interface ObjectionMailDeps {
  db: Database
  config: Config
  site: SiteSettings
  mail: SendMail
  masterKey: MasterKey
}

/** Adds the job that tells both sides, each by a job of its own, so that a refused address holds up no other. */
export const enqueueObjectionMails = (db: Database, objection: number, event: Event): Promise<void> =>
  addJob(db, 'announce_objection', { objection, event })

/** Adds the job that tells the contributor alone. */
export const enqueueOwnerMail = (db: Database, objection: number, event: Event): Promise<void> =>
  addJob(db, 'mail_objection_to_owner', { objection, event })

interface ReporterMailJob {
  objection: number
  event: Event
  report: number
}

export const objectionMailJobs = ({ db, config, site, mail, masterKey }: ObjectionMailDeps): JobModule => ({
  handlers: {
    async announce_objection({ objection: id, event }: { objection: number; event: Event }) {
      const objection = await objectionToMail(db, id)
      if (!objection) return
      const reports = await reportersToTell(db, objection, event)
      await db.transaction().execute(async (transaction) => {
        await enqueueOwnerMail(transaction, id, event)
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
    async mail_objection_to_reporter(job: ReporterMailJob) {
      const { objection: id, event, report: reportId } = job
      const [objection, report] = [await objectionToMail(db, id), await reportById(db, reportId)]
      const email = report?.email
      if (!objection || !email) return
      const send = () => mail(reporterMail({ number: reportId, email }, objection, event, site))
      // After a counter-notice the picture returns whether they read it or not: no limit of an inbox holds that up.
      if (event !== 'reversed') return send()
      if (!(await inboxLimit(db, config, email).whileAllowed(send)))
        await addJob(db, 'mail_objection_to_reporter', job, { delayMinutes: minutesToNextDay() })
    },
  },
})

/** One report of each address: notices of copyright of a counter-notice, and all where an admin decided otherwise. */
function reportersToTell(db: Database, { kind, answering_id }: MailedObjection, event: Event): Promise<number[]> {
  if (event === 'reversed') return reportsToMail(db, answering_id, null)
  return kind === 'counter_notice' ? reportsToMail(db, answering_id, 'copyright') : Promise.resolve([])
}

const dayOf = (at: Date) =>
  at.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const noun = ({ kind }: MailedObjection) => (kind === 'counter_notice' ? 'counter-notice' : 'objection')

/** Whether it tells of a decision that answers no objection. */
const isReversal = ({ kind }: MailedObjection, event: Event) => event === 'reversed' || kind === null

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
  const staysBlocked = event !== 'sent' && outcome === 'returned' && has_blocked && is_block
  const received =
    `we have your ${noun(objection)} about “${image_title}”. ` +
    (returns_at
      ? 'We send it to the person who reported the picture. If they do not go to court, and we do not decide ' +
        `otherwise, the picture returns after ${dayOf(returns_at)}.`
      : 'A person will look at it, and we mail you what was decided.')
  return {
    to: email,
    replyTo: site.contact.email,
    subject: isReversal(objection, event)
      ? `Your image “${image_title}” returns to ${site.name}`
      : `Your ${noun(objection)} to ${site.name}`,
    paragraphs: [
      `Hello ${username},`,
      ...(event === 'sent' ? [received] : settledTexts(objection, event)),
      ...(staysBlocked ? ['Your account stays blocked. If that is wrong, answer this mail.'] : []),
      { href, label: 'What became of it' },
    ],
  }
}

function settledTexts(objection: MailedObjection, event: Event): string[] {
  if (isReversal(objection, event)) {
    const title = `“${objection.image_title}”`
    return [
      `we have decided again about ${title}, which was taken down: it returns to the library.`,
      ...sentenceOf(objection),
    ]
  }
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
    subject: isReversal(objection, event)
      ? `Your report ${number} to ${site.name}: decided again`
      : `A counter-notice to your report ${number} to ${site.name}`,
    paragraphs: [
      'Hello,',
      ...(event !== 'sent'
        ? settledTexts(objection, event)
        : [
            `after your report ${number}, the contributor of “${image_title}” sent us a counter-notice. We put the ` +
              `picture back after ${dayOf(returns_at!)}, unless you answer this mail before that and show that you ` +
              'have asked a court to stop the contributor.',
            ...noticeTexts(objection),
          ]),
      ...(event === 'reversed' ? ['If you do not agree, answer this mail.'] : []),
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
