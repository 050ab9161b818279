import type { Caller } from '@vitrine/contract/caller'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SiteSettings } from '@vitrine/contract/site'
import * as limits from '@vitrine/contract/vocabulary/limits'
import type { FeatureDeps } from '#feature'
import { type ActiveUser, activeUser } from '#features/accounts/auth/password.sql'
import { assertAccountOpen } from '#features/accounts/users/users.sql'
import { perceptualRowOf } from '#features/images/files/file-facts.sql'
import { lockImages } from '#features/images/images.sql'
import { purgeDrafts } from '#features/images/trash.sql'
import {
  draftsToTellOf,
  ownersToTell,
  setDraftsEnd,
  submitDrafts as setSubmitted,
} from '#features/images/visibility/states.sql'
import { fail } from '#kit/api-error'
import { addJob } from '#kit/jobs/job-queue.sql'
import type { JobModule } from '#kit/jobs/job-worker'
import { type Mail, mailTo } from '#kit/mail'
import { goLive } from './go-live.ts'
import { roomToWait } from './quota.ts'
import type { Log } from './receive-file.ts'
import { submittedImages } from './uploads.sql.ts'

/** Submits own drafts, only the first if not all may wait, and publishes what an upload would have published. */
export async function submitDrafts(
  deps: Pick<FeatureDeps, 'db' | 'config'>,
  caller: Caller,
  { ids, rights }: { ids: number[]; rights: number },
  log: Log,
) {
  const { submitted, left } = await deps.db.transaction().execute(async (transaction) => {
    await assertAccountOpen(transaction, caller.id)
    const own = await lockImages(transaction, ids, caller.id)
    if (own.some(({ owner_id }) => owner_id !== caller.id)) throw fail('not_your_images')
    const wanted = [...new Set(ids)]
    if (own.length < wanted.length) throw fail(ids.length === 1 ? 'image_not_found' : 'images_not_found')
    const drafts = wanted.filter((id) => own.some((image) => image.id === id && image.status === 'draft'))
    if (!drafts.length) return { submitted: [], left: 0 }
    const first = drafts.slice(0, await roomToWait({ ...deps, db: transaction }, caller))
    await setSubmitted(transaction, first, rights)
    const submitted = await submittedImages(transaction, first)
    const lacksStatement = submitted.some(({ ai_made }) => ai_made === 'unknown')
    if (deps.config.AI_STATEMENT === 'required' && lacksStatement) throw fail('ai_not_said')
    return { submitted, left: drafts.length - first.length }
  })
  let isLive = false
  for (const image of submitted) {
    const perceptualRow = (await perceptualRowOf(deps.db, image.sha256)) ?? null
    if (await goLive(deps, image, { perceptualRow, isKnown: false }, log)) isLive = true
  }
  return { count: submitted.length, left, isLive }
}

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
