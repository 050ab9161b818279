import { pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { type ReportVerb, reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { FeatureDeps } from '#feature'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { type Mail, mailTo } from '#kit/mail'
import { reportsToMail } from '../counter-notices/counter-notices.sql.ts'
import { inboxLimit, minutesToNextDay } from '../report-rate-limits.ts'
import { counterNoticeSecrets, reportSecrets } from '../report-secrets.ts'
import { reportById } from '../reports.sql.ts'
import {
  answerToMail,
  type DecisionToMail,
  decisionsToMail,
  decisionToMail,
  markMailed,
  ownerToMail,
  takeUnanswered,
} from './mails.sql.ts'

/** Adds the jobs that tell reporters and contributors of a decision. */
export async function enqueueDecisionMails(db: Database, act: number): Promise<void> {
  await addJob(db, 'answer_reports', { act })
  for (const decision of await decisionsToMail(db, act)) await addJob(db, 'mail_report_outcome', { decision })
}

/** Reports of one transaction that adds their mails. */
const batchSize = 200

/** The jobs that mail reporters and contributors. Each mail is a job, so that a refused address holds up no other. */
export const reportMailJobs = ({ db, config, site, mail, masterKey }: FeatureDeps): JobModule => ({
  handlers: {
    async mail_report_received({ report: id, nonce }: { report: number; nonce: string }) {
      const report = await reportById(db, id)
      const secret = reportSecrets(masterKey).secretOf(nonce)
      if (report?.email) await mail(receivedMail({ ...report, email: report.email }, secret, site))
    },
    async answer_reports({ act }: { act: number }) {
      while (await addAnswers(db, act));
      await addAnswersAgain(db, act)
    },
    async mail_report_answer(job: Answer) {
      const answer = await answerToMail(db, job)
      if (!answer?.email) return
      const send = () => mail(answerMail({ ...answer, email: answer.email! }, site))
      // Of what was taken down they are told at once: only an admin's decision can bring these mails about.
      if (isDecidedAgain(answer.verb)) return send()
      if (!(await inboxLimit(db, config, answer.email).whileAllowed(send)))
        await addJob(db, 'mail_report_answer', job, { delayMinutes: minutesToNextDay() })
    },
    async mail_report_outcome({ decision }: { decision: number }) {
      const told = await decisionToMail(db, decision)
      if (!told?.owner_id || told.mailed_at || told.is_replaced) return
      if (told.verb === 'keep' && !told.ends_hiding) return
      const owner = await ownerToMail(db, told.owner_id)
      const secret = counterNoticeSecrets(masterKey).secretOf(decision)
      if (owner) await mail(outcomeMail(owner, told, site.url + pages.counterNotice.href({ secret }), site))
      await markMailed(db, decision)
    },
  },
})

interface Answer {
  report: number
  decision: number
}

/** Of what was taken down before. */
export const isDecidedAgain = (verb: ReportVerb) => verb === 'reinstate' || verb === 'keep_down'

/** Adds the mails of one batch about the reports that an act closed; true while there may be more. */
const addAnswers = (db: Database, act: number): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const { ids, isFull } = await takeUnanswered(transaction, act, batchSize)
    for (const report of ids) await addJob(transaction, 'mail_report_answer', { report, decision: act })
    return isFull
  })

/** Adds those to the people whose reports took the picture down; of one that stays down, who got a counter-notice. */
async function addAnswersAgain(db: Database, act: number): Promise<void> {
  const verb = (await decisionToMail(db, act))?.verb
  if (!verb || !isDecidedAgain(verb)) return
  const reports = await reportsToMail(db, act, verb === 'keep_down' ? 'copyright' : null)
  await db.transaction().execute(async (transaction) => {
    for (const report of reports) await addJob(transaction, 'mail_report_answer', { report, decision: act })
  })
}

interface MailedReport {
  id: number
  email: string
  image_title: string
}

const receivedMail = ({ id, email, image_title }: MailedReport, secret: string, site: SiteSettings) =>
  mailTo({ email }, `Your report ${id} to ${site.name}`, [
    `we have your report about “${image_title}”. Its number is ${id}. A person will look at it, and we mail you what ` +
      'was decided. This page shows what became of it; anyone who has its address can see it:',
    { href: site.url + pages.reportStatus.href({ secret }), label: 'Your report' },
    'If you have not sent a report, someone gave your address by mistake. You need do nothing.',
  ])

function answerMail(
  { id, email, image_title, verb, sentence }: MailedReport & { verb: ReportVerb; sentence: string },
  site: SiteSettings,
): Mail {
  const subject = isDecidedAgain(verb)
    ? `Your report ${id} to ${site.name}: decided again`
    : `What became of your report ${id} to ${site.name}`
  const told = mailTo({ email }, subject, [
    `your report ${id} was about “${image_title}”. ${answerTexts[verb] ?? 'We have decided:'}`,
    ...(sentence ? [sentence] : []),
    'If you do not agree, answer this mail or write to us:',
    { href: site.url + pages.contact.href(), label: 'Contact us' },
  ])
  return { ...told, replyTo: site.contact.email }
}

const answerTexts: Partial<Record<ReportVerb, string>> = {
  reinstate: 'We have decided again: the picture returns to the library.',
  keep_down: 'We have decided about the counter-notice: the picture stays down.',
}

const outcomeTexts: Record<ReportVerb, string> = {
  keep: 'was reported. We have looked into it: it stays in the library and is no longer hidden.',
  correct: 'was reported. We have corrected what we show with it; the picture stays in the library.',
  hide: 'was reported. We have hidden it from visitors while we look into it. Nothing is decided yet.',
  take_down: 'was reported. We have taken it down.',
  reinstate: 'was taken down. We have decided again: it returns to the library.',
  keep_down: 'was taken down. We have decided about your counter-notice: the picture stays down.',
}

/** `counterNotice` is where they send one to what was taken down for copyright. */
function outcomeMail(
  owner: { username: string; email: string },
  { id, act, image_title, verb, reason, note, sentence }: DecisionToMail,
  counterNotice: string,
  site: SiteSettings,
): Mail {
  const isAnotherOfItsBytes = id !== act
  const about = isAnotherOfItsBytes ? `the same picture as your image “${image_title}”` : `your image “${image_title}”`
  const words = isDecidedAgain(verb) ? sentence : note
  const told = mailTo(owner, `Your image “${image_title}” at ${site.name}: ${subjects[verb]}`, [
    `${about} ${outcomeTexts[verb]}`,
    ...(reason && verb !== 'keep' ? [`The reason: ${reportReasonOf(reason).message}`] : []),
    ...(words ? [words] : []),
    ...(verb === 'keep' || verb === 'reinstate' ? [] : objectionParagraphs(site)),
    ...(verb === 'take_down' && reason === 'copyright' ? counterNoticeParagraphs(counterNotice) : []),
  ])
  return { ...told, replyTo: site.contact.email }
}

const subjects: Record<ReportVerb, string> = {
  keep: 'it stays',
  correct: 'it was corrected',
  hide: 'it is hidden',
  take_down: 'it was taken down',
  reinstate: 'it returns',
  keep_down: 'it stays down',
}

const objectionParagraphs = (site: SiteSettings): Mail['paragraphs'] => [
  'If we are wrong, answer this mail or write to us, and say why. A person reads it.',
  { href: site.url + pages.contact.href(), label: 'Contact us' },
]

const counterNoticeParagraphs = (href: string): Mail['paragraphs'] => [
  'You can also send a counter-notice, after which it returns. Anyone who has the address of its page can send it ' +
    'for you, so do not pass it on.',
  { href, label: 'Counter-notice' },
]
