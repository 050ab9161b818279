import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { Trust } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { decisionHistory } from '#features/back-office/decisions/decisions.sql'
import { actorOf } from '#features/back-office/image-audit'
import { signedPreviewUrl } from '#features/images/image-urls'
import { trustOfEach } from '#features/trust/trust'
import { fail } from '#kit/api-error'
import type { Database } from '#kit/database/pool'
import type { EndpointServer } from '#kit/http/endpoints'
import type { Signer } from '#kit/security/signer'
import { decideReports, undoDecision } from './decide.ts'
import {
  imageExists,
  latestReports,
  queueLength,
  queuePage,
  type ReportedImageRow,
  reportDecisions,
  upheldReports,
} from './queue.sql.ts'

interface QueueDeps {
  db: Database
  mediaSigner: Signer
}

const withTime = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() })

/** Mounts the calls by which admins decide about reports (requirements: #reports). */
export function queueRoutes(serve: EndpointServer, { db, mediaSigner }: QueueDeps) {
  const toReply =
    (trust: Map<number, Trust>) =>
    ({ owner_id, username, upheld, reported, first_at, last_at, ...row }: ReportedImageRow) => ({
      ...row,
      // Its page keeps the address while the image is hidden and shown again.
      cloudflare_url: signedPreviewUrl(row, mediaSigner),
      user: { username, upheld, reported, trust: trust.get(owner_id) ?? null },
      first_at: first_at.toISOString(),
      last_at: last_at.toISOString(),
    })
  serve(reportQueue, {
    async list({ query: { page, username } }) {
      const rows = await queuePage(db, page, username)
      const trust = await trustOfEach(
        db,
        rows.map(({ owner_id }) => owner_id),
      )
      return { count: await queueLength(db, username), images: rows.map(toReply(trust)) }
    },
    length: async () => ({ images: await queueLength(db) }),
    async one({ params: { id } }) {
      if (!(await imageExists(db, id))) throw fail('image_not_found')
      return {
        reports: (await latestReports(db, id)).map(withTime),
        decisions: (await reportDecisions(db, id)).map(withTime),
        history: (await decisionHistory(db, id)).map(withTime),
        upheld: (await upheldReports(db, id)).map(withTime),
      }
    },
    async decide({ params: { id }, body, caller, request, keepCachedReplies }) {
      const { decision, isVisible } = await decideReports(db, actorOf(caller, request), id, body)
      if (!isVisible) keepCachedReplies()
      return { message: reportQueue.decide.messages.done, decision }
    },
    async undo({ params: { id }, caller, request, keepCachedReplies }) {
      const { isVisible } = await undoDecision(db, actorOf(caller, request), id)
      if (!isVisible) keepCachedReplies()
      return { message: reportQueue.undo.messages.done }
    },
  })
}
