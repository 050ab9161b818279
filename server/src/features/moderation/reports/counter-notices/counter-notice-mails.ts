import { pages } from '@vitrine/contract/pages'
import { counterNoticeStatements } from '@vitrine/contract/vocabulary/reports/counter-notices'
import type { FeatureDeps } from '#feature'
import type { Database } from '#kit/database/statements'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { mailTo } from '#kit/mail'
import { counterNoticeSecrets } from '../report-secrets.ts'
import { ownerToMail, reportById } from '../reports.sql.ts'
import { counterNoticeToMail, type MailedNotice, reportsToMail } from './counter-notices.sql.ts'

/** Adds the job that tells both sides that one came, or was withdrawn, each by a job of its own. */
export const enqueueCounterNoticeMails = (db: Database, decision: number): Promise<void> =>
  addJob(db, 'announce_counter_notice', { decision })

interface AboutNotice {
  decision: number
}

export const counterNoticeMailJobs = ({ db, site, mail, masterKey }: FeatureDeps): JobModule => ({
  handlers: {
    async announce_counter_notice({ decision }: AboutNotice) {
      const notice = await counterNoticeToMail(db, decision)
      if (!notice) return
      const reports = await reportsToMail(db, notice.act, 'copyright')
      await db.transaction().execute(async (transaction) => {
        await addJob(transaction, 'mail_counter_notice_receipt', { decision })
        for (const report of reports) await addJob(transaction, 'mail_counter_notice', { decision, report })
      })
    },
    async mail_counter_notice_receipt({ decision }: AboutNotice) {
      const notice = await counterNoticeToMail(db, decision)
      const owner = notice?.owner_id && (await ownerToMail(db, notice.owner_id))
      if (!owner) return
      const secret = counterNoticeSecrets(masterKey).secretOf(decision)
      const told = mailTo(owner, `Your counter-notice to ${site.name}`, [
        `we have your counter-notice about “${notice.image_title}”. We send it to the person who reported the ` +
          'picture. If they do not go to court, and we do not decide otherwise, the picture returns after ' +
          `${dayOf(notice.returns_at)}.`,
        { href: site.url + pages.counterNotice.href({ secret }), label: 'What became of it' },
      ])
      await mail({ ...told, replyTo: site.contact.email })
    },
    // The picture returns whether they read it or not: no limit of an inbox holds that up.
    async mail_counter_notice({ decision, report: number }: AboutNotice & { report: number }) {
      const [notice, report] = [await counterNoticeToMail(db, decision), await reportById(db, number)]
      const email = report?.email
      if (!notice || !email) return
      const texts = notice.withdrawn_at ? [withdrawnText(notice)] : noticeTexts(number, notice)
      const told = mailTo({ email }, `A counter-notice to your report ${number} to ${site.name}`, texts)
      await mail({ ...told, replyTo: site.contact.email })
    },
  },
})

const dayOf = (at: Date) =>
  at.toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

const withdrawnText = ({ image_title }: MailedNotice) =>
  `the contributor has closed their account, which withdraws the counter-notice about “${image_title}”: the picture ` +
  'stays down.'

/** What it means, and the counter-notice as it was sent. */
const noticeTexts = (number: number, notice: MailedNotice): string[] => [
  `after your report ${number}, the contributor of “${notice.image_title}” sent us a counter-notice. We put the ` +
    `picture back after ${dayOf(notice.returns_at)}, unless you answer this mail before that and show that you have ` +
    'asked a court to stop the contributor.',
  `The counter-notice of ${dayOf(notice.at)}:`,
  `Name: ${notice.name}`,
  `Address: ${notice.address}`,
  `Phone: ${notice.phone}`,
  counterNoticeStatements.mistake,
  counterNoticeStatements.jurisdiction,
  ...(notice.message ? [notice.message] : []),
  `Signed: ${notice.signature}`,
]
