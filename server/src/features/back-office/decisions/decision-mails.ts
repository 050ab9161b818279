import { backOfficeHref } from '@vitrine/contract/pages'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { activeUser } from '#features/auth/password.sql'
import type { Database } from '#kit/database/pool'
import type { JobModule } from '#kit/jobs/job-worker'
import type { Mail, SendMail } from '#kit/mail'
import { enqueueDecisionMail, markMailed, maxDecisionsPerMail, unmailedDecisions } from './decisions.sql.ts'

interface DecisionMailDeps {
  db: Database
  site: { name: string; url: string }
  mail: SendMail
}

/** Mails a contributor a digest of all decisions since the last one. */
export const decisionMailJobs = ({ db, site, mail }: DecisionMailDeps): JobModule => ({
  handlers: {
    async mail_decisions({ owner_id }: { owner_id: number }) {
      const unmailed = await unmailedDecisions(db, owner_id)
      if (unmailed.length === 0) return
      const owner = await activeUser(db, { id: owner_id })
      const current = currentDecisions(unmailed)
      if (owner && current.length > 0) await mail(decisionMail(owner, current, site))
      const ids = unmailed.map(({ id }) => id)
      await markMailed(db, ids)
      if (unmailed.length === maxDecisionsPerMail) await enqueueDecisionMail(db, owner_id)
    },
  },
})

type UnmailedDecision = Awaited<ReturnType<typeof unmailedDecisions>>[number]

/** The last decision about each image and about its edits, without those that a return to review superseded. */
function currentDecisions(unmailed: UnmailedDecision[]): UnmailedDecision[] {
  const last = new Map(unmailed.map((decision) => [`${decision.image_id} ${decision.about_edit}`, decision]))
  return [...last.values()].filter(
    ({ status, status_now, about_edit }) => about_edit || (status === status_now && status !== 'pending'),
  )
}

/** Titles listed per mail; the counts include all. */
const maxTitles = 30

function decisionMail(
  { username, email }: { username: string; email: string },
  all: UnmailedDecision[],
  site: DecisionMailDeps['site'],
): Mail {
  const [images, edits] = [all.filter(({ about_edit }) => !about_edit), all.filter(({ about_edit }) => about_edit)]
  const [approved, rejected] = byStatus(images)
  const [appliedEdits, rejectedEdits] = byStatus(edits)
  return {
    to: email,
    subject: `${countText([...new Set(all.map(({ image_id }) => image_id))])} reviewed at ${site.name}`,
    paragraphs: [
      `Hello ${username},`,
      ...(approved.length ? [`approved, and now in the library: ${countText(approved)}.`, titleList(approved)] : []),
      ...(rejected.length ? [`Not approved: ${countText(rejected)}.`] : []),
      ...reasonList(rejected),
      ...(appliedEdits.length ? [`Your edits of ${countText(appliedEdits)} are live.`, titleList(appliedEdits)] : []),
      ...(rejectedEdits.length
        ? [`Edits not approved: ${countText(rejectedEdits)}, which stay in the library as they were.`]
        : []),
      ...reasonList(rejectedEdits),
      { href: site.url + backOfficeHref({ role: 'user', username }, 'dashboard'), label: 'See your images' },
    ],
  }
}

const byStatus = (decisions: UnmailedDecision[]) =>
  (['approved', 'rejected'] as const).map((wanted) => decisions.filter(({ status }) => status === wanted)) as [
    UnmailedDecision[],
    UnmailedDecision[],
  ]

const reasonList = (rejected: UnmailedDecision[]) =>
  rejected.slice(0, maxTitles).map(({ title, reason, note }) => `${title}: ${reasonText(reason, note)}`)

const countText = ({ length }: unknown[]) => (length === 1 ? 'one image' : `${length} images`)

function titleList(all: UnmailedDecision[]) {
  const titles = all.slice(0, maxTitles).map(({ title }) => title)
  return titles.join(', ') + (all.length > maxTitles ? ' …' : '')
}

const reasonText = (reason: string | null, note: string) =>
  [reason && reason !== 'other' ? rejectionMessage(reason) : '', note].filter(Boolean).join(' ') ||
  'no reason was given.'
