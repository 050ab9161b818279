import { backOfficeHref } from '@vitrine/contract/pages'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import type { FeatureDeps } from '#feature'
import { activeUser } from '#features/accounts/auth/password.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { mailTo } from '#kit/mail'
import { countOpenNotices } from '../counter-notices/counter-notices.sql.ts'
import { activeAdmins, countReportedImages, openTotals } from './mails.sql.ts'

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
