import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { type ReportOutcome, reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { Config } from '#config'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import type { MasterKey } from '#kit/security/master-key'
import { openObjectionPage } from '../objections/objections.sql.ts'
import { inboxLimit, minutesToNextDay } from '../report-rate-limits.ts'
import { objectionSecrets, reportSecrets } from '../report-secrets.ts'
import { reportById } from '../reports.sql.ts'
import { answerToMail, decisionToMail, markOwnerMailed, ownerToMail, takeUnanswered } from './mails.sql.ts'

interface ReportMailDeps {
  db: Database
  config: Config
  site: SiteSettings
  mail: SendMail
  masterKey: MasterKey
}

/** Adds the jobs that tell reporters and contributor of a decision, once it can no longer be undone. */
export async function enqueueDecisionMails(db: Database, decision: number, outcome: ReportOutcome): Promise<void> {
  if (outcome !== 'withheld')
    await addJob(db, 'answer_reports', { decision }, { key: `report answers ${decision}`, ...undoable })
  await enqueueOwnerMail(db, decision)
}

/**
 * Adds the job that tells the contributor; it does nothing where it has told them, where a later decision does, and
 * where nothing has changed.
 */
export const enqueueOwnerMail = (db: Database, decision: number): Promise<void> =>
  addJob(db, 'mail_report_outcome', { decision }, { key: `report outcome ${decision}`, ...undoable })

const undoable = { delayMinutes: reportLimits.undoMinutes }

/** Reports of one transaction that adds their mails. */
const batchSize = 200

/** The jobs that mail reporters and contributors. Each mail is a job, so that a refused address holds up no other. */
export const reportMailJobs = ({ db, config, site, mail, masterKey }: ReportMailDeps): JobModule => {
  /** Where the contributor objects to a take-down: from now on, since it is about to be mailed. */
  async function objectionHref({ id, outcome }: { id: number; outcome: ReportOutcome }): Promise<string | null> {
    if (outcome !== 'taken_down') return null
    const { secretOf, hashOf } = objectionSecrets(masterKey)
    const secret = secretOf(id)
    await openObjectionPage(db, id, hashOf(secret))
    return site.url + pages.objection.href({ secret })
  }
  return {
    handlers: {
      async mail_report_received({ report: id, nonce }: { report: number; nonce: string }) {
        const report = await reportById(db, id)
        const secret = reportSecrets(masterKey).secretOf(nonce)
        if (report?.email) await mail(receivedMail({ ...report, email: report.email }, secret, site))
      },
      async answer_reports({ decision }: { decision: number }) {
        if (!(await decisionToMail(db, decision))) return
        while (await addAnswers(db, decision));
      },
      async mail_report_answer({ report: id }: { report: number }) {
        const answer = await answerToMail(db, id)
        if (!answer?.email) return
        const isSent = await inboxLimit(db, config, answer.email).whileAllowed(() =>
          mail(answerMail({ ...answer, email: answer.email! }, site)),
        )
        if (!isSent) await addJob(db, 'mail_report_answer', { report: id }, { delayMinutes: minutesToNextDay() })
      },
      async mail_report_outcome({ decision }: { decision: number }) {
        const told = await decisionToMail(db, decision)
        if (!told?.owner_id || told.owner_mailed_at || told.is_replaced) return
        if (told.outcome === 'unchanged' && !told.ends_hiding) return
        const owner = await ownerToMail(db, told.owner_id)
        if (owner) await mail(outcomeMail(owner, { ...told, objection: await objectionHref(told) }, site))
        await markOwnerMailed(db, decision)
      },
    },
  }
}

/** Adds the mails of one batch; true while there may be more. */
const addAnswers = (db: Database, decision: number): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { ids, isFull } = await takeUnanswered(transaction, decision, batchSize)
    for (const id of ids) await addJob(transaction, 'mail_report_answer', { report: id })
    return isFull
  })

interface MailedReport {
  id: number
  email: string
  image_title: string
}

const receivedMail = ({ id, email, image_title }: MailedReport, secret: string, site: SiteSettings): Mail => ({
  to: email,
  subject: `Your report ${id} to ${site.name}`,
  paragraphs: [
    'Hello,',
    `we have your report about “${image_title}”. Its number is ${id}. A person will look at it, and we mail you what ` +
      'was decided. This page shows what became of it; anyone who has its address can see it:',
    { href: site.url + pages.reportStatus.href({ secret }), label: 'Your report' },
    'If you have not sent a report, someone gave your address by mistake. You need do nothing.',
  ],
})

const answerMail = (
  { id, email, image_title, sentence }: MailedReport & { sentence: string },
  site: SiteSettings,
): Mail => ({
  to: email,
  replyTo: site.contact.email,
  subject: `What became of your report ${id} to ${site.name}`,
  paragraphs: [
    'Hello,',
    `your report ${id} was about “${image_title}”. We have decided:`,
    sentence,
    'If you do not agree, answer this mail or write to us:',
    { href: site.url + pages.contact.href(), label: 'Contact us' },
  ],
})

const outcomeTexts: Record<ReportOutcome, string> = {
  unchanged: 'We have looked into it: it stays in the library and is no longer hidden.',
  corrected: 'We have corrected what we show with it; the picture stays in the library.',
  withheld: 'We have hidden it from visitors while we look into it. Nothing is decided yet.',
  taken_down: 'We have taken it down.',
}

interface ToldDecision {
  image_title: string
  /** Whether another image of the same bytes was reported. */
  is_twin: boolean
  outcome: ReportOutcome
  reason: string
  /** What the admin wrote to them, or ''. */
  owner_sentence: string
  has_blocked: boolean
  /** The address where they object; null where they write to us instead. */
  objection: string | null
}

const outcomeMail = (
  { username, email }: { username: string; email: string },
  told: ToldDecision,
  site: SiteSettings,
): Mail => ({
  to: email,
  replyTo: site.contact.email,
  subject: `Your image “${told.image_title}” was ${told.is_twin ? 'taken down' : 'reported'} at ${site.name}`,
  paragraphs: [
    `Hello ${username},`,
    told.is_twin
      ? `the same picture as your image “${told.image_title}” was reported. ${outcomeTexts[told.outcome]}`
      : `your image “${told.image_title}” was reported. ${outcomeTexts[told.outcome]}`,
    ...(told.outcome === 'unchanged' ? [] : [`The reason: ${reportReasonOf(told.reason).message}`]),
    ...(told.owner_sentence ? [told.owner_sentence] : []),
    ...(told.outcome === 'unchanged' ? [] : objectionParagraphs(told, site)),
  ],
})

/** What else was decided, and how to object. */
function objectionParagraphs({ reason, has_blocked, objection }: ToldDecision, site: SiteSettings): Mail['paragraphs'] {
  const counterNotice =
    reason === 'copyright' ? ' On the page you can also send a counter-notice, after which it returns.' : ''
  return [
    ...(has_blocked ? ['We have also blocked your account: you cannot sign in any more.'] : []),
    objection
      ? `If we are wrong, say why on this page, or answer this mail. A person reads it.${counterNotice} Anyone who ` +
        'has the address of the page can object for you, so do not pass it on.'
      : 'If we are wrong, answer this mail or write to us, and say why. A person reads it.',
    { href: objection ?? site.url + pages.contact.href(), label: 'Object' },
  ]
}
