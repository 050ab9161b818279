import { backOfficeHref, pages } from '@vitrine/contract/pages'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { createUnsubscribeTokens } from '#features/auth/link-tokens'
import { activeUser } from '#features/auth/password.sql'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, MailItem, SendMail } from '#kit/mail'
import type { MasterKey } from '#kit/security/master-key'
import { enqueueDecisionMail, markMailed, maxDecisionsPerMail, unmailedDecisions } from './decisions.sql.ts'
import { makeThumbnail, type ThumbnailDeps } from './mail-thumbnails.ts'

interface DecisionMailDeps extends ThumbnailDeps {
  db: Database
  masterKey: MasterKey
  site: { name: string; url: string }
  mail: SendMail
}

/** Mails a contributor a digest of all decisions since the last one. */
export function decisionMailJobs(deps: DecisionMailDeps): JobModule {
  const { db, mail } = deps
  return {
    handlers: {
      async mail_decisions({ owner_id }: { owner_id: number }) {
        const unmailed = await unmailedDecisions(db, owner_id)
        const due = unmailed.filter(({ is_young }) => !is_young)
        const owner = await activeUser(db, { id: owner_id })
        const current = currentDecisions(due)
        if (owner?.has_decision_mails && current.length > 0) await mail(await decisionMail(deps, owner, current))
        await markMailed(
          db,
          due.map(({ id }) => id),
        )
        const isMoreLeft = due.length < unmailed.length || unmailed.length === maxDecisionsPerMail
        if (isMoreLeft) await enqueueDecisionMail(db, owner_id)
      },
    },
  }
}

type UnmailedDecision = Awaited<ReturnType<typeof unmailedDecisions>>[number]
type Recipient = NonNullable<Awaited<ReturnType<typeof activeUser>>>

/** The last decision about each image and about its edits, without those that a return to review superseded. */
function currentDecisions(unmailed: UnmailedDecision[]): UnmailedDecision[] {
  const last = new Map(unmailed.map((decision) => [`${decision.image_id} ${decision.about_edit}`, decision]))
  return [...last.values()].filter(
    ({ status, status_now, about_edit }) => about_edit || (status === status_now && status !== 'pending'),
  )
}

/** Images of each outcome that a mail shows; their thumbnails together stay below half a megabyte. */
const maxItems = 10

async function decisionMail(deps: DecisionMailDeps, owner: Recipient, all: UnmailedDecision[]): Promise<Mail> {
  const { site, masterKey } = deps
  const approved = all.filter(({ status }) => status === 'approved')
  const rejected = all.filter(({ status }) => status === 'rejected')
  const pageHref = (name: 'dashboard' | 'total' | 'profile') => site.url + backOfficeHref(owner, name)
  const imageHref = ({ image_id, slug, status, status_now }: UnmailedDecision) =>
    status === 'approved' && status_now === 'approved'
      ? site.url + pages.image.href({ slug })
      : `${pageHref('total')}?title=${image_id}&image=${image_id}`
  const shown = [...rejected.slice(0, maxItems), ...approved.slice(0, maxItems)]
  const items: MailItem[] = []
  for (const one of shown) {
    const bytes = await makeThumbnail(deps, one, owner.id)
    const thumbnail = bytes && { bytes, mime: originalFormat.mime }
    items.push({ href: imageHref(one), label: one.title, text: outcomeText(one), thumbnail })
  }
  const images = new Set(all.map(({ image_id }) => image_id)).size
  const token = createUnsubscribeTokens(masterKey.deriveKey('unsubscribe')).issue(owner)
  return {
    to: owner.email,
    subject: `${countText(images)} reviewed at ${site.name}`,
    paragraphs: [
      `Hello ${owner.username},`,
      summaryText(images, approved.length, rejected.length),
      ...items,
      ...(all.length > shown.length ? [`And ${countText(all.length - shown.length)} more.`] : []),
      { href: pageHref('dashboard'), label: 'See all decisions' },
      { href: pageHref('profile'), label: 'Choose whether we mail you about decisions' },
    ],
    unsubscribe: site.url + pages.stopMails.href({ ...token }),
  }
}

const countText = (count: number) => (count === 1 ? 'one image' : `${count} images`)

function summaryText(images: number, approved: number, rejected: number): string {
  const outcome = rejected ? `${approved || 'none'} approved, ${rejected} not.` : 'all approved.'
  return `We have reviewed ${countText(images)} of yours: ${outcome}`
}

function outcomeText({ status, about_edit, reason, note }: UnmailedDecision): string {
  if (status === 'approved') return about_edit ? 'Your edit is live.' : 'Approved, and now in the library.'
  const why = reasonText(reason, note)
  return about_edit ? `Your edit was not approved; the image stays as it was. ${why}` : `Not approved. ${why}`
}

const reasonText = (reason: string | null, note: string) =>
  [reason && reason !== 'other' ? rejectionMessage(reason) : '', note].filter(Boolean).join(' ') ||
  'No reason was given.'
