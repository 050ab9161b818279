import { backOfficeHref, pages } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { type ReportVerb, reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { FeatureDeps } from '#feature'
import { activeUser } from '#features/accounts/auth/password.sql'
import type { Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { type Mail, mailTo } from '#kit/mail'
import { countOpenNotices, reportsToMail } from './counter-notices/counter-notices.sql.ts'
import { inboxLimit, minutesToNextDay } from './report-rate-limits.ts'
import { counterNoticeSecrets, reportSecrets } from './report-secrets.ts'
import {
  activeAdmins,
  answerToMail,
  countReportedImages,
  type DecisionToMail,
  decisionsToMail,
  decisionToMail,
  markMailed,
  openTotals,
  ownerToMail,
  reportById,
  takeUnanswered,
} from './reports.sql.ts'

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
    async mail_report_answer(job: { report: number; decision: number }) {
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

/** However many reports come, the admins get one mail about them after these minutes. */
export const enqueueDigest = (db: Database): Promise<void> =>
  addJob(db, 'announce_reports', {}, { key: 'report digest', delayMinutes: reportLimits.digestMinutes })

/** The jobs that tell admins of open reports: one that asks who they are, and one for each of them. */
export const digestJobs = ({ db, site, mail }: FeatureDeps): JobModule => ({
  handlers: {
    async announce_reports() {
      await db.transaction().execute(async (transaction) => {
        for (const admin of await activeAdmins(transaction))
          await addJob(transaction, 'mail_open_reports', { admin }, { key: `open reports ${admin}` })
      })
    },
    async mail_open_reports({ admin }: { admin: number }) {
      const user = await activeUser(db, { id: admin })
      const totals = await openTotals(db)
      const notices = await countOpenNotices(db)
      if (user?.role !== 'admin' || (totals.length === 0 && notices === 0)) return
      const pictures = pictureText(await countReportedImages(db))
      const subject = totals.length ? `${pictures.subject} reported` : 'Counter-notices wait'
      await mail(
        mailTo(user, `${subject} at ${site.name}`, [
          ...(totals.length ? [reportText(totals, pictures.text)] : []),
          ...(notices ? [noticeText(notices)] : []),
          { href: site.url + backOfficeHref(user, 'reports'), label: 'Decide about them' },
          `Further reports come in one mail after ${reportLimits.digestMinutes} minutes at the earliest.`,
        ]),
      )
    },
  },
})

function pictureText(count: number): { subject: string; text: string } {
  if (count === 1) return { subject: 'One picture was', text: 'one picture' }
  const text = `${count.toLocaleString('en')} pictures`
  return { subject: `${text} were`, text }
}

function reportText(totals: { reason: string; reports: number }[], pictures: string): string {
  const reports = totals.reduce((sum, one) => sum + one.reports, 0)
  const counted = totals.map((one) => `${reportReasonOf(one.reason).label}: ${one.reports.toLocaleString('en')}`)
  const wait = reports === 1 ? 'one report waits' : `${reports.toLocaleString('en')} reports wait`
  return `${wait} for a decision, about ${pictures}. ${counted.join(', ')}.`
}

const noticeText = (notices: number) =>
  notices === 1
    ? 'A counter-notice waits. Its picture returns unless you keep it down.'
    : `${notices.toLocaleString('en')} counter-notices wait. Their pictures return unless you keep them down.`
