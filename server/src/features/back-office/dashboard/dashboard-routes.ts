import { inbox, statistics } from '@vitrine/contract/calls/back-office/dashboard'
import type { FeatureDeps } from '#feature'
import { cloudflareUrl } from '#features/images/image-urls'
import { libraryRow } from '#features/library/library.sql'
import { version } from '#features/library/version'
import type { Database } from '#kit/database/statements'
import { ownerInView } from '../edit-rules.ts'
import {
  dailyDownloads,
  decidedImages,
  pendingFindings,
  reviewerTotals,
  topImages,
  waitingContributors,
  waitingImages,
} from './dashboard.sql.ts'

/** Mounts the calls of the dashboard (requirements: #dashboard). */
export function dashboardRoutes({ serve, db, mediaSigner }: FeatureDeps) {
  const withUrl = <Image extends Parameters<typeof cloudflareUrl>[0]>(image: Image) => ({
    ...image,
    cloudflare_url: cloudflareUrl(image, mediaSigner),
  })
  serve(inbox, {
    async read({ caller }) {
      const isAdmin = caller.role === 'admin'
      const decided = (await decidedImages(db, caller.id)).map(withUrl)
      return {
        waiting: await waitingImages(db, ownerInView(caller)),
        rejected: decided.filter(({ outcome }) => outcome === 'rejected'),
        approved: decided.filter(({ outcome }) => outcome === 'approved'),
        queue: isAdmin ? await reviewQueue(db) : null,
        site: isAdmin ? { version, backed_up_at: (await libraryRow(db)).backed_up_at } : null,
      }
    },
  })
  serve(statistics, {
    async overview({ caller }) {
      const owner = ownerInView(caller)
      const [days, top] = await Promise.all([dailyDownloads(db, owner), topImages(db, owner)])
      return { days, top: top.map(withUrl) }
    },
  })
}

async function reviewQueue(db: Database) {
  const [contributors, reviewers, findings] = await Promise.all([
    waitingContributors(db),
    reviewerTotals(db),
    pendingFindings(db),
  ])
  return { contributors, reviewers, findings }
}
