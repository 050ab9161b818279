import { backOfficeHref } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { reportLimits } from '@vitrine/contract/vocabulary/reports/report-limits'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { activeUser } from '#features/auth/password.sql'
import type { Database } from '#kit/database/pool'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import { countOpenNotices } from '../counter-notices/counter-notices.sql.ts'
import { activeAdmins, countReportedImages, openTotals } from './mails.sql.ts'

interface DigestDeps {
  db: Database
  site: SiteSettings
  mail: SendMail
}

/** However many reports come, the admins get one mail about them after these minutes. */
export const enqueueDigest = (db: Database): Promise<void> =>
  addJob(db, 'announce_reports', {}, { key: 'report digest', delayMinutes: reportLimits.digestMinutes })

/** The jobs that tell admins of open reports: one that asks who they are, and one for each of them. */
export const digestJobs = ({ db, site, mail }: DigestDeps): JobModule => ({
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
      await mail(digestMail(user, { totals, notices, images: await countReportedImages(db) }, site))
    },
  },
})

interface Waiting {
  totals: Awaited<ReturnType<typeof openTotals>>
  notices: number
  /** Pictures with open reports. */
  images: number
}
type Admin = NonNullable<Awaited<ReturnType<typeof activeUser>>>

function digestMail(user: Admin, waiting: Waiting, site: SiteSettings): Mail {
  return {
    to: user.email,
    subject: subjectOf(waiting, site),
    paragraphs: [
      `Hello ${user.username},`,
      ...textsOf(waiting),
      { href: site.url + backOfficeHref(user, 'reports'), label: 'Decide about them' },
      `Further reports come in one mail after ${reportLimits.digestMinutes} minutes at the earliest.`,
    ],
  }
}

function subjectOf({ totals, images }: Waiting, { name }: SiteSettings): string {
  if (!totals.length) return `Counter-notices wait at ${name}`
  return images === 1
    ? `One picture was reported at ${name}`
    : `${images.toLocaleString('en')} pictures were reported at ${name}`
}

function textsOf({ totals, notices, images }: Waiting): string[] {
  const reports = totals.reduce((sum, one) => sum + one.reports, 0)
  const counted = totals.map((one) => `${reportReasonOf(one.reason).label}: ${one.reports.toLocaleString('en')}`)
  const about = images === 1 ? 'one picture' : `${images.toLocaleString('en')} pictures`
  const reportText =
    `${reports === 1 ? 'one report waits' : `${reports.toLocaleString('en')} reports wait`} for a decision, about ` +
    `${about}. ${counted.join(', ')}.`
  const noticeText =
    notices === 1
      ? 'A counter-notice waits. Its picture returns unless you keep it down.'
      : `${notices.toLocaleString('en')} counter-notices wait. Their pictures return unless you keep them down.`
  return [...(reports ? [reportText] : []), ...(notices ? [noticeText] : [])]
}
