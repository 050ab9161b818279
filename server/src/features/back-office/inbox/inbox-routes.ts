import { inbox, type ReviewQueue } from '@vitrine/contract/calls/back-office/dashboard'
import { cloudflareUrl } from '#features/images/image-urls'
import { libraryRow } from '#features/library/library.sql'
import { version } from '#features/library/version'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import {
  type DecidedImageRow,
  decidedImages,
  pendingFindings,
  reviewerTotals,
  waitingContributors,
  waitingImages,
} from './inbox.sql.ts'

interface InboxDeps {
  db: Database
  mediaSigner: Signer
}

/** Mounts the call of what was decided about a person's images, and what waits (requirements: #dashboard). */
export function inboxRoutes(serve: EndpointServer, { db, mediaSigner }: InboxDeps) {
  const toReply = ({ cloudflare_id, delivery_url, preview_version, pub_no, outcome, ...image }: DecidedImageRow) => ({
    ...image,
    at: image.at.toISOString(),
    cloudflare_url: cloudflareUrl({ cloudflare_id, delivery_url, preview_version, pub_no }, mediaSigner),
  })
  serve(inbox, {
    async read({ caller: { id, role } }) {
      const isAdmin = role === 'admin'
      const { count, oldest_at } = await waitingImages(db, isAdmin ? null : id)
      const decided = await decidedImages(db, id)
      const withStatus = (wanted: string) => decided.filter(({ outcome }) => outcome === wanted).map(toReply)
      return {
        waiting: { count, oldest_at: oldest_at?.toISOString() ?? null },
        rejected: withStatus('rejected'),
        approved: withStatus('approved'),
        queue: isAdmin ? await reviewQueue(db) : null,
        site: isAdmin ? await siteFacts(db) : null,
      }
    },
  })
}

async function siteFacts(db: Database) {
  const { backed_up_at } = await libraryRow(db)
  return { version, backed_up_at: backed_up_at?.toISOString() ?? null }
}

async function reviewQueue(db: Database): Promise<ReviewQueue> {
  const [contributors, reviewers, findings] = await Promise.all([
    waitingContributors(db),
    reviewerTotals(db),
    pendingFindings(db),
  ])
  return {
    contributors: contributors.map((one) => ({ ...one, oldest_at: one.oldest_at.toISOString() })),
    reviewers: reviewers.map((one) => ({ ...one, last_at: one.last_at.toISOString() })),
    findings,
  }
}
