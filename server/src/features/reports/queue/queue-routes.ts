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
import { decideReports } from './decide.ts'
import { endedReports, reportDecisions, reportsOfImage } from './image-reports.sql.ts'
import { imageExists, queueLength, queuePage, type ReportedImageRow } from './queue.sql.ts'

interface QueueDeps {
  db: Database
  mediaSigner: Signer
}

const withTime = <Row extends { at: Date }>(row: Row) => ({ ...row, at: row.at.toISOString() })

/** Mounts the calls by which admins decide about reports (requirements: #reports). */
export function queueRoutes(serve: EndpointServer, { db, mediaSigner }: QueueDeps) {
  const toReply = (trust: Map<number, Trust>) => (line: ReportedImageRow) => {
    const { owner_id, username, upheld, reported, first_at, last_at, ...row } = line
    const { countered_at, returns_at, ...image } = row
    return {
      ...image,
      // Its page keeps the address while the image is hidden and shown again.
      cloudflare_url: signedPreviewUrl(row, mediaSigner),
      user: { username, upheld, reported, trust: trust.get(owner_id) ?? null },
      first_at: first_at?.toISOString() ?? null,
      last_at: last_at?.toISOString() ?? null,
      counter_notice: countered_at && { at: countered_at.toISOString(), returns_at: returns_at!.toISOString() },
    }
  }
  serve(reportQueue, {
    async list({ query: { page, ...wanted } }) {
      const rows = await queuePage(db, page, wanted)
      const trust = await trustOfEach(
        db,
        rows.map(({ owner_id }) => owner_id),
      )
      const count = wanted.image === undefined ? await queueLength(db, wanted) : rows.length
      return { count, images: rows.map(toReply(trust)) }
    },
    length: async () => ({ images: await queueLength(db) }),
    async one({ params: { id } }) {
      if (!(await imageExists(db, id))) throw fail('image_not_found')
      return {
        decisions: (await reportDecisions(db, id)).map(withTime),
        history: (await decisionHistory(db, id)).map(withTime),
        upheld: (await endedReports(db, id, { isCounted: true })).map(withTime),
        not_upheld: (await endedReports(db, id, { isCounted: false })).map(withTime),
      }
    },
    async reports({ params: { id }, query }) {
      const { reports, next } = await reportsOfImage(db, id, query)
      return { reports: reports.map(withTime), next }
    },
    async decide({ params: { id }, body, caller, request, keepCachedReplies }) {
      const decider = actorOf(caller, request)
      const { decision, isVisible } = await db
        .transaction()
        .execute((transaction) => decideReports(transaction, decider, id, body))
      if (!isVisible) keepCachedReplies()
      return { message: reportQueue.decide.messages.done, decision }
    },
  })
}
