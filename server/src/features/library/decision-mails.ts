import { pages } from '@vitrine/contract/pages'
import { rejectionMessage } from '@vitrine/contract/reasons'
import { activeUser } from '#features/auth/password-queries'
import type { Database } from '#kit/database'
import type { Work } from '#kit/jobs'
import type { Letter, SendMail } from '#kit/mail'
import { mostTold, tellDecisions, tellLater, untoldDecisions } from './decision-queries.ts'

interface Ground {
  db: Database
  site: { name: string; url: string }
  mail: SendMail
}

/** One mail tells a contributor of all decisions since the last one. */
export const decisionWork = ({ db, site, mail }: Ground): Work => ({
  tasks: {
    async mail_decisions({ owner_id }: { owner_id: number }) {
      const untold = await untoldDecisions(db, owner_id)
      if (untold.length === 0) return
      const [owner, stand] = [await activeUser(db, { id: owner_id }), standing(untold)]
      if (owner && stand.length > 0) await mail(letterOf(owner, stand, site))
      await tellDecisions(db, untold.map(({ id }) => id)) // biome-ignore format: one thought
      if (untold.length === mostTold) await tellLater(db, owner_id)
    },
  },
})

type Untold = Awaited<ReturnType<typeof untoldDecisions>>[number]

/** The last decision about each image, where it still stands; what waits for review again is no news. */
function standing(untold: Untold[]): Untold[] {
  const last = new Map(untold.map((one) => [one.image_id, one]))
  return [...last.values()].filter(({ status, status_now }) => status === status_now && status !== 'pending')
}

/** More titles than these nobody reads; all of them are counted. */
const mostTitles = 30

function letterOf(
  { username, email }: { username: string; email: string },
  all: Untold[],
  site: Ground['site'],
): Letter {
  const approved = all.filter(({ status }) => status === 'approved')
  const rejected = all.filter(({ status }) => status === 'rejected')
  return {
    to: email,
    subject: `${counted(all)} reviewed at ${site.name}`,
    lines: [
      `Hello ${username},`,
      ...(approved.length ? [`approved, and now in the library: ${counted(approved)}.`, titles(approved)] : []),
      ...(rejected.length ? [`Not approved: ${counted(rejected)}.`] : []),
      ...rejected.slice(0, mostTitles).map(({ title, reason, note }) => `${title}: ${why(reason, note)}`),
      { href: site.url + pages.contributorDesk.href({ username }), label: 'See your images' },
    ],
  }
}

const counted = ({ length }: unknown[]) => (length === 1 ? 'one image' : `${length} images`)

const titles = (all: Untold[]) =>
  all.slice(0, mostTitles).map(({ title }) => title).join(', ') + (all.length > mostTitles ? ' …' : '') // biome-ignore format: one thought

const why = (reason: string | null, note: string) =>
  [reason && reason !== 'other' ? rejectionMessage(reason) : '', note].filter(Boolean).join(' ') ||
  'no reason was given.'
