import { news, type ReviewQueue } from '@vitrine/contract/calls/back-office/news'
import { cloudflareUrl } from '#features/images/image-urls'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import {
  type DecidedImageRow,
  decidedImages,
  markNewsRead,
  newsSummary,
  pendingFindings,
  reviewerTotals,
  waitingContributors,
} from './news.sql.ts'

interface NewsDeps {
  db: Database
  mediaSigner: Signer
}

/** Mounts the calls of what is new to a person (requirements: #news). */
export function newsRoutes(serve: EndpointServer, { db, mediaSigner }: NewsDeps) {
  const toReply = ({ cloudflare_id, delivery_url, preview_version, pub_no, outcome, ...image }: DecidedImageRow) => ({
    ...image,
    at: image.at.toISOString(),
    cloudflare_url: cloudflareUrl({ cloudflare_id, delivery_url, preview_version, pub_no }, mediaSigner),
  })
  serve(news, {
    async read({ caller: { id, role } }) {
      const isAdmin = role === 'admin'
      const { as_of, unread, approved_unread, count, oldest_at } = await newsSummary(db, id, isAdmin)
      const decided = await decidedImages(db, id)
      const withStatus = (wanted: string) => decided.filter(({ outcome }) => outcome === wanted).map(toReply)
      return {
        as_of: as_of.toISOString(),
        unread,
        approved_unread,
        waiting: { count, oldest_at: oldest_at?.toISOString() ?? null },
        rejected: withStatus('rejected'),
        approved: withStatus('approved'),
        queue: isAdmin ? await reviewQueue(db, id) : null,
      }
    },
    async markRead({ caller, body }) {
      await markNewsRead(db, caller.id, body.as_of)
      return {}
    },
  })
}

async function reviewQueue(db: Database, admin: number): Promise<ReviewQueue> {
  const [contributors, reviewers, findings] = await Promise.all([
    waitingContributors(db, admin),
    reviewerTotals(db),
    pendingFindings(db),
  ])
  return {
    contributors: contributors.map((one) => ({
      ...one,
      oldest_at: one.oldest_at.toISOString(),
      newest_at: one.newest_at.toISOString(),
    })),
    reviewers: reviewers.map((one) => ({ ...one, last_at: one.last_at.toISOString() })),
    findings,
  }
}
