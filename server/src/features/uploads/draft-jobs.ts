import { backOfficeHref } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import { limits } from '@vitrine/contract/vocabulary/limits'
import type { FeatureDeps } from '#feature'
import { type ActiveUser, activeUser } from '#features/accounts/auth/password.sql'
import { purgeDrafts } from '#features/images/trash.sql'
import { draftsToTellOf, ownersToTell, setDraftsEnd } from '#features/images/visibility/drafts.sql'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { type Mail, mailTo } from '#kit/mail'

function endingMail(owner: ActiveUser, count: number, end: Date, site: SiteSettings): Mail {
  const [drafts, leave] = count === 1 ? ['One draft', 'leaves'] : [`${count.toLocaleString('en')} drafts`, 'leave']
  const day = end.toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })
  return mailTo(owner, `${drafts} of yours ${leave} ${site.name} on ${day}`, [
    `a draft is kept for ${limits.draftDays} days. ${drafts} of yours ${leave} ${site.name} for good on ${day}, ` +
      'unless you submit what is to stay.',
    { href: site.url + backOfficeHref(owner, 'upload'), label: 'Your drafts' },
  ])
}

/** Images removed per transaction. */
const batchSize = 100

/** The jobs that delete drafts of which their contributors were told, and tell them before. */
export const draftJobs = ({ db, backgroundDb, site, mail }: FeatureDeps): JobModule => ({
  handlers: {
    async mail_ending_drafts({ owner_id }: { owner_id: number }) {
      const ids = await draftsToTellOf(db, owner_id)
      const end = new Date(Date.now() + limits.draftNoticeDays * 86_400_000)
      const owner = await activeUser(db, { id: owner_id })
      if (owner && ids.length) await mail(endingMail(owner, ids.length, end, site))
      await setDraftsEnd(db, ids, end)
    },
  },
  nightly: {
    async end_drafts() {
      while ((await purgeDrafts(backgroundDb, batchSize)) > 0);
      for (const owner_id of await ownersToTell(backgroundDb))
        await addJob(backgroundDb, 'mail_ending_drafts', { owner_id }, { key: `drafts ${owner_id}` })
    },
  },
})
